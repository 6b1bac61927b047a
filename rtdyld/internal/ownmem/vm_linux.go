package ownmem

import (
	"os"

	"golang.org/x/sys/unix"
)

// copyVM copies by process_vm_readv(2) and process_vm_writev(2), which stop in front of a
// bad page and keep to the permissions of pages.
func copyVM(addr uintptr, b []byte, write bool) (int, error) {
	local := []unix.Iovec{{Base: &b[0]}}
	local[0].SetLen(len(b))
	there := []unix.RemoteIovec{{Base: addr, Len: len(b)}}
	if write {
		return unix.ProcessVMWritev(os.Getpid(), local, there, 0)
	}
	return unix.ProcessVMReadv(os.Getpid(), local, there, 0)
}
