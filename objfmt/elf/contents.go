package elf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Compression types of Elf_Chdr.
const (
	compressZlib = 1
	compressZstd = 2
)

// Decompressor inflates src into a buffer of exactly size bytes.
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

// maxRatio bounds what a compressed section may claim to grow to: no compressor
// in use reaches it, and a lying header cannot ask for all memory.
const maxRatio = 1 << 14

// Contents implements objfmt.Format: compressed sections (SHF_COMPRESSED) are
// inflated on each call. Errors match objfmt.ErrFormat or, without a zstd
// decompressor, objfmt.ErrUnsupported.
func (format) Contents(img *objfmt.ObjectImage, sec *objfmt.Section) ([]byte, error) {
	if sec.Flags&objfmt.SecCompressed == 0 {
		return sec.Data, nil
	}
	fail := func(msg string, sentinel error) error {
		return &objfmt.FormatError{File: img.Name, Offset: fileOffset(img, sec), What: sectionN(uint64(sec.Number)), Msg: msg, Err: sentinel}
	}
	o := bin.Order{Big: img.Big}
	head := 12
	if img.Is64 {
		head = 24
	}
	if len(sec.Data) < head {
		return nil, fail("too short for a compression header", nil)
	}
	typ, size := o.U32(sec.Data), uint64(o.U32(sec.Data[4:]))
	if img.Is64 {
		size = o.U64(sec.Data[8:])
	}
	src := sec.Data[head:]
	if size > uint64(len(src))*maxRatio {
		return nil, fail("decompressed size is not credible", nil)
	}
	var out []byte
	var err error
	switch typ {
	case compressZlib:
		out, err = inflate(src, size)
	case compressZstd:
		d := zstd.Load()
		if d == nil {
			return nil, fail("compressed with zstd and no decompressor is set", objfmt.ErrUnsupported)
		}
		if out, err = (*d)(src, size); err == nil && uint64(len(out)) != size {
			err = errors.New("wrong decompressed size")
		}
	default:
		return nil, fail(fmt.Sprintf("unknown compression type %d", typ), objfmt.ErrUnsupported)
	}
	if err != nil {
		return nil, fail("decompress: "+err.Error(), nil)
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
	return p.shdr(uint64(sec.Number)).off
}

// inflate grows its output as the data comes, so that a lying size costs nothing.
func inflate(src []byte, size uint64) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, int64(size)+1))
	if err != nil {
		return nil, err
	}
	if uint64(n) != size {
		return nil, errors.New("wrong decompressed size")
	}
	return out.Bytes(), nil
}
