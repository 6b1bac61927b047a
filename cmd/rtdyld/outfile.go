package main

import (
	"os"
	"path/filepath"
)

// outFile is a file that replaces another once all of it is written. Its first bytes can be made in pages of the file itself, which takes
// half the memory of writing them, and less time.
type outFile struct {
	path string
	file *os.File // beside path, with another name
	mem  []byte   // that is mapped
}

// createOutFile begins one.
func createOutFile(path string) (*outFile, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	return &outFile{path: path, file: f}, nil
}

// manyBytes is from how many bytes on a file is mapped.
const manyBytes = 1 << 20

// contents are the first size bytes of the file, which are zero; nil where it is to be written. What follows is written behind them. The last call counts.
func (o *outFile) contents(size uint64) ([]byte, error) {
	if err := o.unmap(); err != nil {
		return nil, err
	}
	if err := o.file.Truncate(0); err != nil {
		return nil, err
	}
	if size >= manyBytes {
		o.mem = mapOutFile(o.file, size)
	}
	_, err := o.file.Seek(int64(len(o.mem)), 0)
	return o.mem, err
}

func (o *outFile) unmap() error {
	mem := o.mem
	if o.mem = nil; mem == nil {
		return nil
	}
	return unmapOutFile(mem)
}

// done replaces the file.
func (o *outFile) done(mode os.FileMode) error {
	if err := o.unmap(); err != nil {
		return err
	}
	if err := o.file.Chmod(mode); err != nil {
		return err
	}
	if err := o.file.Close(); err != nil {
		return err
	}
	return os.Rename(o.file.Name(), o.path)
}

// drop gives it up.
func (o *outFile) drop() {
	o.unmap()
	o.file.Close()
	os.Remove(o.file.Name())
}
