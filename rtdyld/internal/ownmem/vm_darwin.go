package ownmem

import "golang.org/x/sys/unix"

// copyVM says that there is no such call.
func copyVM(uintptr, []byte, bool) (int, error) { return 0, unix.ENOSYS }
