// Package ar reads archives of objects: those of GNU ar and other System V tools,
// of the BSDs, of Darwin and of Microsoft's librarian, thin ones included.
//
// Parsing reads the few special members at the front and nothing else: an index
// is decoded when the first symbol is looked up, a member's header when the member
// is asked for. No name and no content is copied: names of members and symbols are
// views into the archive's buffer, valid and usable only until [Archive.Close] and
// the end of the last buffer made by [Member.Buffer]; clone what must live longer.
//
// Law: this package knows archives, not objects. What a member defines is read
// from the archive's index or told by the caller, see [Archive.BuildIndex].
//
// Sources: ar(5) of the BSDs and ar.h of System V; GNU binutils for thin archives;
// "Archive (Library) File Format" of the PE/COFF specification for the second
// linker member; <mach-o/ranlib.h> for Darwin's 64-bit index.
package ar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// The first bytes of an archive. A thin archive holds names of files in place of
// their contents.
const (
	Magic     = "!<arch>\n"
	ThinMagic = "!<thin>\n"

	magicSize = len(Magic)
	aixSmall  = "<aiaff>\n"
	aixBig    = "<bigaf>\n"
)

var (
	// ErrNoIndex says that an archive has no index of symbols, see [Archive.BuildIndex].
	ErrNoIndex = errors.New("archive has no index")
	// ErrExternal says that a member of a thin archive is needed and the archive has
	// no way to open it, see [Archive.External].
	ErrExternal = errors.New("no way to open the files of a thin archive")
)

// Archive is an open archive. All methods but Close may be called concurrently.
type Archive struct {
	// External opens the file of a thin archive's member; name is what the archive
	// says, with slashes, relative to the archive's own directory unless absolute.
	// The buffer returned is the archive's to close. [Open] sets it to [Beside] the
	// archive; it is nil for archives from memory, whose thin members are then
	// refused with [ErrExternal]. It may be set before the first use of a member.
	External func(name string) (*objfmt.ObjectBuffer, error)

	buf    *objfmt.ObjectBuffer
	closed atomic.Bool
	thin   bool
	longs  []byte // contents of the long names member "//"
	first  uint64 // offset of the first ordinary member
	index  atomic.Pointer[index]
	listed listing // the table behind FS
}

// Open maps the archive at path; it must be closed. The file must not shrink
// meanwhile, see [objfmt.OpenBuffer]. Files of a thin archive are looked for
// beside it.
func Open(path string) (*Archive, error) { return OpenContext(context.Background(), path) }

// OpenContext is [Open] for as long as ctx lasts, see [FromBufferContext].
func OpenContext(ctx context.Context, path string) (*Archive, error) {
	buf, err := objfmt.OpenBuffer(path)
	if err != nil {
		return nil, err
	}
	a, err := FromBufferContext(ctx, buf)
	if err != nil {
		buf.Close()
		return nil, err
	}
	a.External = Beside(filepath.Dir(path))
	return a, nil
}

// Parse reads an archive in memory. name is what errors and maps call it. data
// must not be changed while the archive or a buffer made from it is open.
func Parse(name string, data []byte) (*Archive, error) {
	return ParseContext(context.Background(), name, data)
}

// ParseContext is [Parse] for as long as ctx lasts, see [FromBufferContext].
func ParseContext(ctx context.Context, name string, data []byte) (*Archive, error) {
	return FromBufferContext(ctx, objfmt.NewBuffer(name, data))
}

// FromBuffer reads the archive in buf and takes over the caller's ownership of
// it; on an error buf stays the caller's. Errors are [*objfmt.FormatError] and
// match [objfmt.ErrFormat], [objfmt.ErrUnknownFormat] if these are no bytes of an
// archive, or [objfmt.ErrUnsupported] for the archives of AIX.
func FromBuffer(buf *objfmt.ObjectBuffer) (*Archive, error) {
	return FromBufferContext(context.Background(), buf)
}

// FromBufferContext is [FromBuffer] for as long as ctx lasts: the error of one that ends names the
// archive and matches that of ctx.
func FromBufferContext(ctx context.Context, buf *objfmt.ObjectBuffer) (*Archive, error) {
	if err := ctx.Err(); err != nil {
		return nil, ended(buf, err)
	}
	a := &Archive{buf: buf}
	data := buf.Bytes()
	magic := string(data[:min(len(data), magicSize)])
	switch magic {
	case Magic:
	case ThinMagic:
		a.thin = true
	case aixSmall, aixBig:
		return nil, &objfmt.FormatError{File: buf.Name(), Msg: "an AIX archive is not supported", Err: objfmt.ErrUnsupported}
	default:
		return nil, &objfmt.FormatError{File: buf.Name(), Msg: "not an archive", Err: objfmt.ErrUnknownFormat}
	}
	if err := a.specials(ctx, data); err != nil {
		return nil, err
	}
	a.listed.making = make(chan struct{}, 1)
	return a, nil
}

// specials reads the members at the front that are no files: indices, the table
// of long names, and the maps that Microsoft's librarian adds for ARM64EC, which
// are passed over.
func (a *Archive) specials(ctx context.Context, data []byte) error {
	var gnu bool
	var done heed.Count
	for a.first = uint64(magicSize); a.first < uint64(len(data)); {
		off := a.first
		if err := done.Items(ctx, 1); err != nil {
			return ended(a.buf, err)
		}
		if padding(data[off:]) {
			break
		}
		h, err := a.header(data, off)
		if err != nil {
			return err
		}
		kind, body, extra := IndexNone, h.data, uint64(0)
		switch raw := strings.TrimRight(bin.String(h.raw[:nameSize]), " "); {
		case raw == "/" && !gnu:
			kind, gnu = IndexGNU, true
		case raw == "/":
			kind = IndexCOFF
		case raw == "/SYM64/":
			kind, gnu = IndexGNU64, true
		case raw == "//", strings.HasPrefix(raw, "/<") && strings.HasSuffix(raw, ">/"):
		case off == uint64(magicSize) && !a.thin:
			if kind, extra, err = a.symdef(data, h); err != nil || kind == IndexNone {
				return err
			}
		default:
			return nil
		}
		b, ok := bin.Slice(data, body, h.size)
		if !ok {
			return a.lyingSize(data, h)
		}
		b, body = b[extra:], body+extra
		switch {
		case kind != IndexNone:
			a.index.Store(newIndex(kind, a.buf.Name(), b, body))
		case h.raw[1] == '/':
			a.longs = b
		}
		a.first = align2(h.data + h.size)
	}
	return nil
}

// symdef tells whether the first member is an index of the BSD kind, and by how
// many bytes of name its contents begin later.
func (a *Archive) symdef(data []byte, h header) (kind IndexKind, extra uint64, err error) {
	var m Member
	if err := a.name(data, h, &m); err != nil {
		return IndexNone, 0, err
	}
	switch m.Name {
	case "__.SYMDEF", "__.SYMDEF SORTED":
		kind = IndexBSD
	case "__.SYMDEF_64", "__.SYMDEF_64 SORTED":
		kind = IndexBSD64
	}
	return kind, m.data - h.data, nil
}

// Name is the name of the archive's buffer, a path if [Open] made it.
func (a *Archive) Name() string { return a.buf.Name() }

// Thin reports whether the archive names files in place of holding them.
func (a *Archive) Thin() bool { return a.thin }

// Close gives up the archive's ownership of its buffer. Names of members and
// symbols become invalid with the buffer's last owner. A second Close returns
// [objfmt.ErrClosed].
func (a *Archive) Close() error {
	if a.closed.Swap(true) {
		return a.closedErr()
	}
	return a.buf.Close()
}

// Members walks the members in file order, reading a header a step. Duplicate
// names are members like others. A malformed header yields its error and ends the
// walk.
func (a *Archive) Members() iter.Seq2[Member, error] {
	return func(yield func(Member, error) bool) {
		for off := a.first; ; {
			data, err := a.bytes()
			if err != nil {
				yield(Member{}, err)
				return
			}
			if off >= uint64(len(data)) || padding(data[off:]) {
				return
			}
			m, next, err := a.member(data, off)
			if !yield(m, err) || err != nil {
				return
			}
			off = next
		}
	}
}

// MemberAt returns the member whose header is at the byte offset off, which comes
// from [Symbol.Offset] or [Member.Offset].
func (a *Archive) MemberAt(off uint64) (Member, error) {
	data, err := a.bytes()
	if err != nil {
		return Member{}, err
	}
	if off < a.first {
		return Member{}, a.fail(off, "member", "no member begins here")
	}
	m, _, err := a.member(data, off)
	return m, err
}

// bytes returns the archive's contents while it is open.
func (a *Archive) bytes() ([]byte, error) {
	if a.closed.Load() {
		return nil, a.closedErr()
	}
	return a.buf.Bytes(), nil
}

// ended is the error of a context that has ended.
func ended(buf *objfmt.ObjectBuffer, err error) error {
	return fmt.Errorf("%s: read archive: %w", texts.Name(buf.Name()), err)
}

func (a *Archive) closedErr() error {
	return fmt.Errorf("%s: %w", texts.Name(a.buf.Name()), objfmt.ErrClosed)
}

// fail makes the error of malformed bytes at off.
func (a *Archive) fail(off uint64, what, format string, args ...any) error {
	return &objfmt.FormatError{File: a.buf.Name(), Offset: off, What: what, Msg: fmt.Sprintf(format, args...)}
}

// padding reports whether b, the rest of the archive, is no more than the line
// ends that some tools leave behind the last member.
func padding(b []byte) bool {
	return len(b) < headerSize && len(bytes.Trim(b, "\n")) == 0
}

func align2(off uint64) uint64 { return off + off&1 }
