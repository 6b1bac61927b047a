// Package outfile writes a file that replaces another one once all of it is written.
//
// Law: who reads the path sees the file before or all of the new one.
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
	path string
	file *os.File // beside path, with another name
	mem  []byte   // that is mapped
	used bool     // it has contents
}

// Create begins a file. The error is about path.
func Create(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if pe := (*fs.PathError)(nil); errors.As(err, &pe) {
		return nil, &fs.PathError{Op: "create", Path: path, Err: pe.Err} // not the name beside it, which nobody knows
	}
	if err != nil {
		return nil, err
	}
	return &File{path: path, file: f}, nil
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

// Done replaces the file. After an error Drop is to be called.
func (f *File) Done(mode os.FileMode) error {
	if err := f.unmap(); err != nil {
		return err
	}
	if err := f.file.Chmod(mode); err != nil {
		return err
	}
	if err := f.file.Close(); err != nil {
		return err
	}
	return os.Rename(f.file.Name(), f.path)
}

// Drop gives the new file up.
func (f *File) Drop() {
	_ = f.unmap()
	_ = f.file.Close()
	_ = os.Remove(f.file.Name())
}
