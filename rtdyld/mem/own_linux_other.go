//go:build linux && !amd64

package mem

import "golang.org/x/sys/unix"

// There is no code to try writes to own pages with: they are not used.
var returnsZero, returnsOne []byte

func pwrite(fd int, b []byte, at int64) (n int, err error) { return unix.Pwrite(fd, b, at) }
