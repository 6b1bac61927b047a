package ar

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// maxNesting bounds how far a thin archive's members may lie in other archives.
const maxNesting = 8

// errNoMember is for the zero Member, which Lookup returns for "not found".
var errNoMember = errors.New("ar: not a member of an archive")

// Beside returns an opener for [Archive.External]: it maps the files of a thin
// archive in directory dir. A hostile archive may name any file that this process
// can read; where that matters give an opener that checks.
func Beside(dir string) func(name string) (*objfmt.ObjectBuffer, error) {
	return func(name string) (*objfmt.ObjectBuffer, error) {
		name = filepath.FromSlash(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		return objfmt.OpenBuffer(name)
	}
}

// Bytes returns the member's contents. In an archive that holds them it is a view
// of the archive's buffer, read-only memory that lives as long; no copy is made. A
// thin archive's file is read anew by each call, whatever its size is by now.
func (m Member) Bytes() ([]byte, error) {
	if m.archive == nil {
		return nil, errNoMember
	}
	data, err := m.archive.bytes()
	if err != nil {
		return nil, err
	}
	if !m.archive.thin {
		b, ok := bin.Slice(data, m.data, m.Size)
		if !ok {
			return nil, m.archive.fail(m.Offset, "member", "contents end outside the file")
		}
		return b, nil
	}
	buf, err := m.Buffer()
	if err != nil {
		return nil, err
	}
	defer buf.Close()
	return append([]byte(nil), buf.Bytes()...), nil
}

// Buffer returns a buffer over the member's contents, called "archive(member)",
// for a parser of objects. The caller owns it and must close it; until then it
// keeps the archive's buffer alive, even when the archive is closed. The file of a
// thin archive's member is opened by [Archive.External]; whatever its size is by
// now, all of it is the member.
func (m Member) Buffer() (*objfmt.ObjectBuffer, error) { return m.BufferContext(context.Background()) }

// BufferContext is [Member.Buffer] for as long as ctx lasts, where the member of a thin archive lies in
// another one; External is not told of ctx. The error of one that ends names that archive and
// matches the error of ctx.
func (m Member) BufferContext(ctx context.Context) (*objfmt.ObjectBuffer, error) {
	if m.archive == nil {
		return nil, errNoMember
	}
	if _, err := m.archive.bytes(); err != nil {
		return nil, err
	}
	return m.buffer(ctx, m.String(), 0)
}

// buffer is Buffer, called name, for a member that is reached through depth other
// archives.
func (m Member) buffer(ctx context.Context, name string, depth int) (*objfmt.ObjectBuffer, error) {
	a := m.archive
	if !a.thin {
		return a.buf.Sub(name, m.data, m.Size)
	}
	if a.External == nil {
		return nil, fmt.Errorf("open %s: %w", texts.Name(name), ErrExternal)
	}
	if depth == maxNesting {
		return nil, a.fail(m.Offset, "member", "lies in more than %d archives", maxNesting)
	}
	file, err := a.External(strings.Clone(m.Name))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", texts.Name(name), err)
	}
	defer file.Close() // what is returned is an owner of its own
	if m.Origin == 0 {
		return file.Sub(name, 0, uint64(len(file.Bytes())))
	}
	inner, err := FromBufferContext(ctx, file.Retain())
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("open %s: %w", texts.Name(name), err)
	}
	defer inner.Close()
	// Names in a thin archive inside this one start from its own directory.
	if dir, _, ok := cutLast(m.Name); ok {
		dir = strings.Clone(dir)
		inner.External = func(name string) (*objfmt.ObjectBuffer, error) {
			if !filepath.IsAbs(filepath.FromSlash(name)) {
				name = dir + "/" + name
			}
			return a.External(name)
		}
	} else {
		inner.External = a.External
	}
	im, err := inner.MemberAt(m.Origin)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", texts.Name(name), err)
	}
	return im.buffer(ctx, a.Name()+"("+m.Name+":"+im.Name+")", depth+1)
}

// cutLast cuts a path at its last slash.
func cutLast(p string) (dir, base string, ok bool) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return "", p, false
	}
	return p[:i], p[i+1:], true
}
