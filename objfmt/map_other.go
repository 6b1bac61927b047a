//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package objfmt

import (
	"fmt"
	"io"
	"os"
	"slices"
)

// openFile reads a regular file: hosts without a known mapping get a copy. What is none is not opened.
func openFile(path string, _ *Opener) (data []byte, mapped bool, err error) {
	if err := checkRegular(path); err != nil {
		return nil, false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	data, err = readFile(f)
	return data, false, err
}

// readFile is openFile of an open file.
func readFile(f *os.File) ([]byte, error) {
	path := f.Name()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() { // it may be another by now
		return nil, notRegular(path)
	}
	data, err := io.ReadAll(io.NewSectionReader(f, 0, st.Size()))
	if err != nil {
		return nil, fmt.Errorf("%s: map: %w", path, err)
	}
	return slices.Clip(data), nil
}

func unmapFile([]byte) error { return nil }
