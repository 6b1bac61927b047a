package ar

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/go-rtdyld/rtdyld/internal/heed"
)

// FS returns the archive as a file system: one directory that holds the members,
// for fs.WalkDir, fs.Glob and whatever else takes an fs.FS. A file is called as
// the last element of its member's name. Where several have the same name, the
// first keeps it and the others get a number before the extension in file order:
// "a.o", "a~2.o", "a~3.o"; a name that a member really has is never given to
// another. Characters that file systems do not take are replaced and names cut to
// 255 bytes; [fs.FileInfo.Sys] is the [Member], with its own name.
//
// Files are read-only and valid while the archive is open. A malformed header
// makes every call fail with its error.
func (a *Archive) FS() fs.FS { return a.FSContext(context.Background()) }

// FSContext is [Archive.FS] for as long as ctx lasts: once it has ended every call fails with an
// *[fs.PathError] that matches its error, the first one, which lists the members, while it is at that.
func (a *Archive) FSContext(ctx context.Context) fs.FS { return fileSystem{a, ctx} }

// maxFileName is the longest name of a file in common file systems, in bytes.
const maxFileName = 255

// dir is the table behind FS.
type dir struct {
	entries []*entry // by name
}

// entry is a member under its name in the directory. It is its own fs.FileInfo
// and fs.DirEntry.
type entry struct {
	name string
	m    Member
}

func (e *entry) Name() string               { return e.name }
func (e *entry) Size() int64                { return int64(e.m.Size) }
func (e *entry) Mode() fs.FileMode          { return e.m.Mode() }
func (e *entry) Type() fs.FileMode          { return 0 }
func (e *entry) ModTime() time.Time         { return e.m.ModTime() }
func (e *entry) IsDir() bool                { return false }
func (e *entry) Sys() any                   { return e.m }
func (e *entry) Info() (fs.FileInfo, error) { return e, nil }
func (e *entry) String() string             { return fs.FormatDirEntry(e) }

// rootInfo describes the directory itself.
type rootInfo struct{}

func (rootInfo) Name() string       { return "." }
func (rootInfo) Size() int64        { return 0 }
func (rootInfo) Mode() fs.FileMode  { return fs.ModeDir | 0o555 }
func (rootInfo) ModTime() time.Time { return time.Time{} }
func (rootInfo) IsDir() bool        { return true }
func (rootInfo) Sys() any           { return nil }

// listing is the table behind FS, made once.
type listing struct {
	made   atomic.Pointer[dir]
	making chan struct{} // has room for who makes it
	err    error         // of the archive, written by who makes it
}

// files is the directory. An error may be the context's: then the next call makes it.
func (a *Archive) files(ctx context.Context) (*dir, error) {
	l := &a.listed
	if d := l.made.Load(); d != nil {
		return d, nil
	}
	select {
	case l.making <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-l.making }()
	if d := l.made.Load(); d != nil || l.err != nil {
		return d, l.err
	}
	d, err := a.list(ctx)
	if err == nil {
		l.made.Store(d)
	} else if ctx.Err() == nil {
		l.err = err
	}
	return d, err
}

// list makes the directory: first each name's first member, then the others.
func (a *Archive) list(ctx context.Context) (*dir, error) {
	var entries []entry
	var seen heed.Count
	used := map[string]int{} // name to the number tried last
	for m, err := range a.Members() {
		if err == nil {
			err = seen.Items(ctx, 1)
		}
		if err != nil {
			return nil, err
		}
		name := fileName(m.Name)
		if _, dup := used[name]; !dup {
			used[name] = 1
			entries = append(entries, entry{name, m})
			continue
		}
		entries = append(entries, entry{"", m})
	}
	d := &dir{entries: make([]*entry, len(entries))}
	for i := range entries {
		e := &entries[i]
		if err := seen.Items(ctx, 1); err != nil {
			return nil, err
		}
		if e.name == "" {
			e.name = numbered(used, fileName(e.m.Name))
		}
		d.entries[i] = e
	}
	return d, heed.Sort(ctx, d.entries, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
}

// numbered finds the next free name like base and takes it.
func numbered(used map[string]int, base string) string {
	stem, ext := base, ""
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		stem, ext = base[:i], base[i:]
	}
	for n := used[base] + 1; ; n++ {
		name := stem + "~" + strconv.Itoa(n) + ext
		if _, dup := used[name]; !dup {
			used[base], used[name] = n, 1
			return name
		}
	}
}

// fileName makes a member's name one that fs.ValidPath takes as a single element.
// It is a string of its own.
func fileName(name string) string {
	_, name, _ = cutLast(strings.TrimRight(name, "/"))
	if len(name) > maxFileName {
		name = name[:maxFileName]
		for len(name) > maxFileName-utf8.UTFMax && !utf8.ValidString(name) {
			name = name[:len(name)-1]
		}
	}
	name = strings.ToValidUTF8(name, "\uFFFD")
	switch name {
	case "", ".", "..":
		return "_" + name
	}
	return strings.Clone(name)
}

type fileSystem struct {
	a   *Archive
	ctx context.Context
}

// find looks up a file, or nil for the directory.
func (f fileSystem) find(op, name string) (*entry, *dir, error) {
	fail := func(err error) (*entry, *dir, error) {
		return nil, nil, &fs.PathError{Op: op, Path: name, Err: err}
	}
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	if _, err := f.a.bytes(); err != nil {
		return fail(err)
	}
	if err := f.ctx.Err(); err != nil {
		return fail(ended(f.a.buf, err))
	}
	d, err := f.a.files(f.ctx)
	if err != nil && f.ctx.Err() != nil {
		return fail(ended(f.a.buf, err))
	}
	if err != nil {
		return fail(err)
	}
	if name == "." {
		return nil, d, nil
	}
	i, ok := slices.BinarySearchFunc(d.entries, name, func(e *entry, name string) int { return strings.Compare(e.name, name) })
	if !ok {
		return fail(fs.ErrNotExist)
	}
	return d.entries[i], d, nil
}

// Open implements fs.FS.
func (f fileSystem) Open(name string) (fs.File, error) {
	e, d, err := f.find("open", name)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return &openDir{d: d}, nil
	}
	b, err := e.m.Bytes()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	file := &openFile{e: e}
	file.Reset(b)
	return file, nil
}

// Stat implements fs.StatFS. It opens no file of a thin archive.
func (f fileSystem) Stat(name string) (fs.FileInfo, error) {
	e, _, err := f.find("stat", name)
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return rootInfo{}, nil
	}
	return e, nil
}

// ReadFile implements fs.ReadFileFS; the bytes are a copy.
func (f fileSystem) ReadFile(name string) ([]byte, error) {
	e, _, err := f.find("read", name)
	if err == nil && e == nil {
		err = &fs.PathError{Op: "read", Path: name, Err: errIsDir}
	}
	if err != nil {
		return nil, err
	}
	b, err := e.m.Bytes()
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	own := make([]byte, len(b))
	if err := heed.Copy(f.ctx, own, b); err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ended(f.a.buf, err)}
	}
	return own, nil
}

// ReadDir implements fs.ReadDirFS.
func (f fileSystem) ReadDir(name string) ([]fs.DirEntry, error) {
	e, d, err := f.find("readdir", name)
	if err == nil && e != nil {
		err = &fs.PathError{Op: "readdir", Path: name, Err: errNotDir}
	}
	if err != nil {
		return nil, err
	}
	return (&openDir{d: d}).ReadDir(-1)
}

var (
	errIsDir  = errors.New("is a directory")
	errNotDir = errors.New("not a directory")
)

// openFile is a member being read; it can seek and read at an offset.
type openFile struct {
	bytes.Reader
	e *entry
}

// Stat implements fs.File. The size is that of what is read: a thin archive's file
// may have changed.
func (f *openFile) Stat() (fs.FileInfo, error) {
	e := *f.e
	e.m.Size = uint64(f.Reader.Size())
	return &e, nil
}

// Close implements fs.File; the archive owns the bytes.
func (f *openFile) Close() error { return nil }

// openDir is the directory being read.
type openDir struct {
	d  *dir
	at int
}

// Stat implements fs.File.
func (o *openDir) Stat() (fs.FileInfo, error) { return rootInfo{}, nil }

// Read implements fs.File.
func (o *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: ".", Err: errIsDir}
}

// Close implements fs.File.
func (o *openDir) Close() error { return nil }

// ReadDir implements fs.ReadDirFile.
func (o *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	rest := o.d.entries[o.at:]
	if n > 0 {
		if len(rest) == 0 {
			return nil, io.EOF
		}
		rest = rest[:min(n, len(rest))]
	}
	o.at += len(rest)
	out := make([]fs.DirEntry, len(rest))
	for i, e := range rest {
		out[i] = e
	}
	return out, nil
}
