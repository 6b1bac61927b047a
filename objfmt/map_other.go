//go:build !linux

package objfmt

import (
	"io"
	"os"
)

// mapFile reads the file: hosts without a tested mapping get a copy.
func mapFile(f *os.File, size int64) ([]byte, error) { return io.ReadAll(f) }

func unmapFile([]byte) error { return nil }

func prefault([]byte) {}
