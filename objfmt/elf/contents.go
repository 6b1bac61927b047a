package elf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Compression types of Elf_Chdr.
const (
	compressZlib = 1
	compressZstd = 2
)

// Decompressor inflates src into a buffer of exactly size bytes. It must not take much more memory
// than that, whatever src says: size is bounded, src is anybody's.
type Decompressor func(src []byte, size uint64) ([]byte, error)

var zstd atomic.Pointer[Decompressor]

// SetZstd installs the decompressor for ELFCOMPRESS_ZSTD sections, which the
// standard library lacks; nil removes it. It may be called at any time.
func SetZstd(d Decompressor) {
	if d == nil {
		zstd.Store(nil)
		return
	}
	zstd.Store(&d)
}

// maxDeflate is how many times its size deflated data grows at most: 258 bytes for two
// bits (RFC 1951; zlib's "Maximum Compression Factor").
const maxDeflate = 1032

// chdr is an Elf_Chdr with what follows it.
type chdr struct {
	typ  uint32
	size uint64
	src  []byte
}

// compression reads the header of a compressed section. A size that the data cannot have, or an object
// of this size must not have, is refused.
func compression(img *objfmt.ObjectImage, sec *objfmt.Section) (h chdr, err error) {
	o := bin.Order{Big: img.Big}
	head := 12
	if img.Is64 {
		head = 24
	}
	if len(sec.Data) < head {
		return h, contentsError(img, sec, "too short for a compression header", nil)
	}
	h = chdr{o.U32(sec.Data), uint64(o.U32(sec.Data[4:])), sec.Data[head:]}
	if img.Is64 {
		h.size = o.U64(sec.Data[8:])
	}
	if limit := img.ContentsLimit(); h.size > limit {
		return h, contentsError(img, sec, fmt.Sprintf("decompressed size %d is not credible: an object of this size may have %d bytes", h.size, limit), nil)
	}
	if h.typ == compressZlib && h.size > uint64(len(h.src))*maxDeflate {
		return h, contentsError(img, sec, fmt.Sprintf("decompressed size %d is not credible: zlib makes at most %d of %d bytes", h.size, uint64(len(h.src))*maxDeflate, len(h.src)), nil)
	}
	return h, nil
}

func contentsError(img *objfmt.ObjectImage, sec *objfmt.Section, msg string, sentinel error) error {
	return &objfmt.FormatError{File: img.Name, Offset: fileOffset(img, sec), What: sectionN(uint64(sec.Number)), Msg: msg, Err: sentinel}
}

// ContentsSize implements objfmt.Format: of compressed sections by what their headers say,
// which Contents holds them to.
func (*format) ContentsSize(img *objfmt.ObjectImage, sec *objfmt.Section) (uint64, error) {
	if sec.Flags&objfmt.SecCompressed == 0 {
		return uint64(len(sec.Data)), nil
	}
	h, err := compression(img, sec)
	return h.size, err
}

// Contents implements objfmt.Format: compressed sections (SHF_COMPRESSED) are
// inflated on each call. Errors match objfmt.ErrFormat or, without a zstd
// decompressor, objfmt.ErrUnsupported.
func (*format) Contents(ctx context.Context, img *objfmt.ObjectImage, sec *objfmt.Section) ([]byte, error) {
	if sec.Flags&objfmt.SecCompressed == 0 {
		return sec.Data, nil
	}
	h, err := compression(img, sec)
	if err != nil {
		return nil, err
	}
	var out []byte
	switch h.typ {
	case compressZlib:
		out, err = inflate(ctx, h.src, h.size)
	case compressZstd:
		d := zstd.Load()
		if d == nil {
			return nil, contentsError(img, sec, "compressed with zstd and no decompressor is set", objfmt.ErrUnsupported)
		}
		if out, err = (*d)(h.src, h.size); err == nil && uint64(len(out)) != h.size {
			err = errors.New("wrong decompressed size")
		}
	default:
		return nil, contentsError(img, sec, fmt.Sprintf("unknown compression type %d", h.typ), objfmt.ErrUnsupported)
	}
	if ended := ctx.Err(); ended != nil {
		return nil, fmt.Errorf("%s: decompress %s: %w", texts.Name(img.Name), sectionN(uint64(sec.Number)), ended)
	}
	if err != nil {
		return nil, contentsError(img, sec, "decompress: "+err.Error(), nil)
	}
	return out, nil
}

// fileOffset finds where a section's contents lie in the file, which the image
// does not keep: only errors ask.
func fileOffset(img *objfmt.ObjectImage, sec *objfmt.Section) uint64 {
	p := parser{img: &objfmt.ObjectImage{}, file: img.Buffer.Bytes()}
	if p.header() != nil || uint64(sec.Number) >= p.shnum {
		return 0
	}
	var h shdr
	p.shdr(&h, uint64(sec.Number))
	return h.off
}

// inflater reads deflated data. One takes 40 KiB, and an object may have a section for each hundred bytes.
type inflater struct {
	src bytes.Reader
	z   io.ReadCloser // of src, a zlib.Resetter; nil: none yet
}

// inflaters are those that are not in use.
var inflaters = sync.Pool{New: func() any { return new(inflater) }}

// begin has an inflater read other data.
func (in *inflater) begin(src []byte) (err error) {
	in.src.Reset(src)
	if in.z != nil {
		return in.z.(zlib.Resetter).Reset(&in.src, nil)
	}
	in.z, err = zlib.NewReader(&in.src)
	return err
}

// free lets others have an inflater, which keeps no object's bytes.
func (in *inflater) free() {
	in.src.Reset(nil)
	inflaters.Put(in)
}

// inflate grows its output as the data comes, so that a lying size costs nothing.
func inflate(ctx context.Context, src []byte, size uint64) ([]byte, error) {
	z := inflaters.Get().(*inflater)
	defer z.free()
	if err := z.begin(src); err != nil {
		return nil, err
	}
	in := &reader{ctx: ctx, r: z.z}
	var parts [][]byte
	for n := uint64(0); n < size; {
		part := make([]byte, min(size-n, max(1<<16, min(n, 8*heed.Bytes))))
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, in.wrongSize()
		}
		parts, n = append(parts, part), n+uint64(len(part))
	}
	if n, err := in.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return nil, in.wrongSize()
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	out := make([]byte, size)
	for at := out; len(parts) > 0; parts = parts[1:] {
		if err := heed.Copy(ctx, at, parts[0]); err != nil {
			return nil, err
		}
		at = at[len(parts[0]):]
	}
	return out, nil
}

// reader is a reader that ends with its context. Who reads asks for some kilobytes at a time.
type reader struct {
	ctx context.Context
	r   io.Reader
	err error // the last
}

func (r *reader) Read(b []byte) (n int, err error) {
	if r.err = r.ctx.Err(); r.err == nil {
		n, r.err = r.r.Read(b[:min(len(b), heed.Bytes)])
	}
	return n, r.err
}

// wrongSize is the error of a stream that is not as long as the header says, or is malformed.
func (r *reader) wrongSize() error {
	if r.err == nil || r.err == io.EOF {
		return errors.New("wrong decompressed size")
	}
	return r.err
}
