// Package objfile tells object formats apart by their first bytes and parses each
// with its own parser.
//
// Law: one explicit switch; a format is added by a case.
package objfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/coff"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/objfmt/internal/records"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Open maps the file at path and parses it. The image owns the mapping and must
// be closed. The file must not shrink meanwhile, see [objfmt.OpenBuffer]. An
// archive is refused with [objfmt.ErrArchive].
func Open(path string) (*objfmt.ObjectImage, error) {
	return OpenContext(context.Background(), path)
}

// OpenContext is [Open] for as long as ctx lasts, see [ParseBufferContext].
func OpenContext(ctx context.Context, path string) (*objfmt.ObjectImage, error) {
	buf, err := objfmt.OpenBuffer(path)
	if err != nil {
		return nil, err
	}
	img, err := ParseBufferContext(ctx, buf)
	if err != nil {
		buf.Close()
		return nil, err
	}
	return img, nil
}

// OpenFS reads the file called name in fsys and parses it: of an embed.FS, an archive as a
// file system ([ar.Archive.FS]) or os.DirFS, which may have the file shrink meanwhile. name is
// what errors and maps call the object. Errors are an *[fs.PathError] and those of [Parse].
func OpenFS(fsys fs.FS, name string) (*objfmt.ObjectImage, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// Parse parses an object in memory. name is what errors and maps call it. The
// image aliases data, which must not be changed while the image is open.
func Parse(name string, data []byte) (*objfmt.ObjectImage, error) {
	return ParseContext(context.Background(), name, data)
}

// ParseContext is [Parse] for as long as ctx lasts, see [ParseBufferContext].
func ParseContext(ctx context.Context, name string, data []byte) (*objfmt.ObjectImage, error) {
	return ParseBufferContext(ctx, objfmt.NewBuffer(name, data))
}

// ParseFor is Parse for an object that must be made for target t: an object for
// another target is refused with an error that matches [triple.ErrMismatch]. Of a
// universal file it parses the slice for t, see [macho.SliceFor].
func ParseFor(t triple.Triple, name string, data []byte) (*objfmt.ObjectImage, error) {
	return ParseForContext(context.Background(), t, name, data)
}

// ParseForContext is [ParseFor] for as long as ctx lasts, see [ParseBufferContext].
func ParseForContext(ctx context.Context, t triple.Triple, name string, data []byte) (*objfmt.ObjectImage, error) {
	buf := objfmt.NewBuffer(name, data)
	if !t.IsZero() && macho.IsUniversal(data) {
		slice, err := macho.SliceFor(t, buf)
		if errors.Is(err, triple.ErrMismatch) {
			return nil, &TargetError{File: name, Err: err}
		}
		if err != nil {
			return nil, err
		}
		buf = slice
	}
	img, err := ParseBufferContext(ctx, buf)
	if err != nil {
		return nil, err
	}
	if err := t.CheckObject(img.Triple); err != nil {
		return nil, &TargetError{File: name, Err: err}
	}
	return img, nil
}

// TargetError says that an object is for another target than the one asked for.
type TargetError struct {
	File string
	Err  error // the disagreement, naming both targets
}

func (e *TargetError) Error() string { return texts.Name(e.File) + ": " + e.Err.Error() }

// Unwrap returns the disagreement.
func (e *TargetError) Unwrap() error { return e.Err }

// ParseMember parses a member of an archive. The image keeps the archive's buffer
// alive, so that the archive may be closed first. Errors are those of [ParseBuffer].
func ParseMember(m ar.Member) (*objfmt.ObjectImage, error) {
	return ParseMemberContext(context.Background(), m)
}

// ParseMemberContext is [ParseMember] for as long as ctx lasts, see [ParseBufferContext].
func ParseMemberContext(ctx context.Context, m ar.Member) (*objfmt.ObjectImage, error) {
	buf, err := m.BufferContext(ctx)
	if err != nil {
		return nil, err
	}
	img, err := ParseBufferContext(ctx, buf)
	if err != nil {
		buf.Close()
		return nil, err
	}
	return img, nil
}

// ImportLibrary finds the library that records of an import library of GNU tools are
// for: head is their [objfmt.Import.Head], and a the archive that they are in. Records
// refer to a member with the entry of the import table, and that to one with the name.
// The name is a clone; it is empty if the archive does not have it. Errors are those
// of [ar.Archive.Lookup] (the archive must have an index) and [ParseMember].
func ImportLibrary(a *ar.Archive, head string) (string, error) {
	return ImportLibraryContext(context.Background(), a, head)
}

// ImportLibraryContext is [ImportLibrary] for as long as ctx lasts: the error of one that ends names
// archive or member and matches that of ctx.
func ImportLibraryContext(ctx context.Context, a *ar.Archive, head string) (string, error) {
	for range 4 { // entry, name; there are no more
		m, ok, err := a.LookupContext(ctx, head)
		if err != nil || !ok {
			return "", err
		}
		name, next, err := importLibrary(ctx, m, head)
		if err != nil || name != "" || next == "" {
			return name, err
		}
		head = next
	}
	return "", nil
}

// mostImport is more than the bytes of any member with a part of an import library's
// tables. A larger one is not read: it might be asked for each of many records.
const mostImport = 1 << 14

// importLibrary asks one member.
func importLibrary(ctx context.Context, m ar.Member, symbol string) (name, next string, err error) {
	if m.Size > mostImport {
		return "", "", nil
	}
	img, err := ParseMemberContext(ctx, m)
	if err != nil {
		return "", "", err
	}
	defer img.Close()
	if img.Triple.Format() != triple.COFF || img.Import != nil {
		return "", "", nil
	}
	full, err := img.FullContext(ctx)
	if err != nil {
		return "", "", err
	}
	defer full.Close()
	name, next = coff.LibraryName(full, symbol)
	return name, next, nil
}

// ParseBuffer parses the object in buf and takes over the caller's ownership of
// it; on an error buf stays the caller's. Errors match [objfmt.ErrFormat],
// [objfmt.ErrUnsupported], [objfmt.ErrUnknownFormat] or [objfmt.ErrArchive]; of files that
// are something else that is known they are a *[ForeignError], too.
func ParseBuffer(buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return ParseBufferContext(context.Background(), buf)
}

// ParseBufferContext is [ParseBuffer] for as long as ctx lasts, whatever the size of the object or what is
// wrong with it: the error of one that ends names the object and matches that of ctx.
func ParseBufferContext(ctx context.Context, buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	return parseBuffer(ctx, buf, records.Apart)
}

// parseBuffer is ParseBufferContext with the image's records in mem.
func parseBuffer(ctx context.Context, buf *objfmt.ObjectBuffer, mem *records.Memory) (*objfmt.ObjectImage, error) {
	img, err := parse(ctx, buf, mem)
	if err != nil {
		if ended := ctx.Err(); ended != nil {
			if !errors.Is(err, ended) { // else a caller with many objects would go on with the next
				err = fmt.Errorf("%s: parse: %w", texts.Name(buf.Name()), ended)
			}
			return nil, err
		}
		if kind := Recognize(buf.Name(), buf.Bytes()); kind != NotForeign {
			err = &ForeignError{buf.Name(), kind, err}
		}
		return nil, err
	}
	name := img.Name
	no, err := slim(ctx, img)
	if no || err != nil {
		buf.Retain() // stays the caller's
		img.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: parse: %w", texts.Name(name), err)
		}
		return nil, &ForeignError{name, GCCSlim, &objfmt.FormatError{File: name, Msg: "no machine code", Err: objfmt.ErrUnsupported}}
	}
	return img, nil
}

// isObject reports bytes that begin as objects do, or what else their parsers refuse.
func isObject(data []byte) bool {
	return bytes.HasPrefix(data, []byte(elf.Magic)) || macho.IsMachO(data) || coff.Sniff(data)
}

// parse is one switch over the first bytes.
func parse(ctx context.Context, buf *objfmt.ObjectBuffer, mem *records.Memory) (*objfmt.ObjectImage, error) {
	data := buf.Bytes()
	fail := func(msg string, sentinel error) error {
		return &objfmt.FormatError{File: buf.Name(), Msg: msg, Err: sentinel}
	}
	switch {
	case bytes.HasPrefix(data, []byte(elf.Magic)):
		return elf.ParseIn(ctx, buf, mem)
	case macho.IsMachO(data):
		return macho.ParseIn(ctx, buf, mem)
	case bytes.HasPrefix(data, []byte("!<arch>\n")), bytes.HasPrefix(data, []byte("!<thin>\n")):
		return nil, fail("an archive: its members are objects", objfmt.ErrArchive)
	case len(data) == 0:
		return nil, fail("empty file", objfmt.ErrUnknownFormat)
	case coff.Sniff(data): // the last: it has no magic
		return coff.ParseIn(ctx, buf, mem)
	}
	return nil, fail("unknown object format", objfmt.ErrUnknownFormat)
}
