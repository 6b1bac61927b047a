// Package outfile writes a file that replaces another one once all of it is written.
//
// Law: who reads the path sees the file before or all of the new one. What is no regular file, a device or a pipe, is not replaced: all is written to it at the end; nor is a
// link, but what it leads to.
package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is one that is being written. Its first bytes can be made in pages of the file itself, which takes half the memory of writing them, and less time.
type File struct {
	path string   // no link
	file *os.File // beside path, with another name; where into is, anywhere
	into bool     // path is no regular file
	mem  []byte   // that is mapped
	used bool     // it has contents
}

// Create begins a file. The error is about path.
func Create(path string) (*File, error) {
	real, nowhere := filepath.EvalSymlinks(path) // /dev/stdout is a link, to what has no path, maybe
	if nowhere == nil {
		path = real
	}
	dir, into := filepath.Dir(path), false
	if info, err := os.Stat(path); err == nil && !info.IsDir() && (nowhere != nil || !info.Mode().IsRegular()) {
		dir, into = "", true
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*")
	if pe := (*fs.PathError)(nil); !into && errors.As(err, &pe) {
		return nil, &fs.PathError{Op: "create", Path: path, Err: pe.Err} // not the name beside it, which nobody knows
	}
	if err != nil {
		return nil, err
	}
	return &File{path: path, file: f, into: into}, nil
}

// manyBytes is from how many bytes on a file is mapped.
const manyBytes = 1 << 20

// Contents empties the file, and has memory for its first size bytes, which are zero: it is the file until Done. nil: they are to be written. What is written next
// follows them.
func (f *File) Contents(size uint64) ([]byte, error) {
	if err := f.unmap(); err != nil {
		return nil, err
	}
	// A file that was shortened to nothing is written to the disk by ext4 as it is closed, for those who replace files so. This one has nothing as a rule.
	if f.used {
		if err := f.file.Truncate(0); err != nil {
			return nil, err
		}
	}
	if size >= manyBytes {
		f.mem = mapFile(f.file, size)
	}
	f.used = f.mem != nil
	_, err := f.file.Seek(int64(len(f.mem)), io.SeekStart)
	return f.mem, err
}

// Write implements io.Writer.
func (f *File) Write(b []byte) (int, error) {
	f.used = true
	if f.mem != nil && len(b) >= manyBytes {
		setAside(f.file, len(b))
	}
	return f.file.Write(b)
}

func (f *File) unmap() error {
	mem := f.mem
	if f.mem = nil; mem == nil {
		return nil
	}
	return unmapFile(mem)
}

// Done replaces the file, or writes to what is no regular file. After an error Drop is to be called.
func (f *File) Done(mode os.FileMode) error {
	if err := f.unmap(); err != nil {
		return err
	}
	if f.into {
		return f.pour()
	}
	if err := f.file.Chmod(mode); err != nil {
		return err
	}
	if err := f.file.Close(); err != nil {
		return err
	}
	return os.Rename(f.file.Name(), f.path)
}

// pour writes all of it to what the path names, and removes it.
func (f *File) pour() error {
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	to, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, f.file); err != nil {
		to.Close()
		return err
	}
	if err := to.Close(); err != nil {
		return err
	}
	f.Drop()
	return nil
}

// Drop gives the new file up.
func (f *File) Drop() {
	_ = f.unmap()
	_ = f.file.Close()
	_ = os.Remove(f.file.Name())
}
