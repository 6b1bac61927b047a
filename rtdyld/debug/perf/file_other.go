//go:build !linux

package perf

import "os"

// available refuses: only Linux has perf.
func available(what string) error { return &UnsupportedError{what} }

func openOwn(path string, _ int) (*os.File, bool, error) {
	return nil, false, &FileError{path, "create", available("files")}
}

func reopen(path string, _ os.FileInfo) (*os.File, error) { return os.OpenFile(path, os.O_WRONLY, 0) }

func monotonic() uint64                  { return 0 }
func thread() uint32                     { return 0 }
func mapMarker(*os.File) ([]byte, error) { return nil, available("jitdump") }
func unmapMarker([]byte) error           { return nil }
