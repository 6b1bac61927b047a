//go:build !linux

package outfile

import "os"

// mapFile maps no file: it is written.
func mapFile(*os.File, uint64) []byte { return nil }

func unmapFile([]byte) error { return nil }

// setAside does nothing.
func setAside(*os.File, int) {}
