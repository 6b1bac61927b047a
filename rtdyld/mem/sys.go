package mem

import (
	"os"
	"unsafe"
)

// prot is a set of permissions. There is none that is writable and executable.
type prot uint8

const (
	protRW prot = iota
	protR
	protRX
)

// mapping says where a reservation is made.
type mapping uint8

const (
	mapAny   mapping = iota // where the host likes
	mapExact                // at the address or not at all (errTaken)
	mapLow                  // below 2 GiB, if the host has a flag for it
)

// system is what a manager needs of the host. Tests put failing functions in.
// Errors are *SystemError or match errTaken.
type system struct {
	page uint64 // bytes of a page
	// whole says that a reservation can only be unmapped as a whole.
	whole bool
	// hides says that discarded pages cannot be accessed before they are protected
	// anew.
	hides bool
	// reserve maps size bytes that cannot be accessed.
	reserve func(addr, size uint64, how mapping) ([]byte, error)
	unmap   func(b []byte) error
	protect func(b []byte, p prot) error
	// discard makes pages zero on their next use and gives their memory back. Its
	// error says that they are as they were.
	discard func(b []byte) error
	// huge asks for huge pages; a hint.
	huge func(b []byte)
	// populate gets memory for pages that are written next, all at a time; a hint.
	populate func(b []byte)
	// mapFile maps pages of a file, from a page of it on, privately in place of those of a reservation: what is written to them stays here.
	// nil: it cannot be done.
	mapFile func(f *os.File, off uint64, over []byte, p prot) error
	// write writes to pages that the process itself cannot write to. nil: it cannot be done. writes reports whether this host does it, and
	// runs what was written.
	write  func(over, contents []byte) error
	writes func() bool
	// flush makes code that was written visible to instruction fetch.
	flush func(code []byte) error
	// maps lists the address ranges in use, ascending.
	maps func() ([]span, error)
	sharing
}

// sharing is what a system needs to map memory at two addresses, here or in another
// process. share is nil where that cannot be done.
type sharing struct {
	// share makes size bytes of zeroed memory behind a descriptor.
	share func(size uint64) (*os.File, error)
	// again gives another descriptor of the same memory; needed with own and renew alone.
	again func(f *os.File) (*os.File, error)
	// fits returns an error if a descriptor has less than size bytes and attach would
	// not see it.
	fits func(f *os.File, size uint64) error
	// attach maps size bytes of a descriptor in place of a reservation of that size,
	// writable or not accessible. After an error there is neither; errTaken says that it
	// may be tried with another.
	attach func(f *os.File, over []byte, writable bool) ([]byte, error)
	detach func(b []byte) error
	// reveal changes the permissions of pages that attach made not accessible.
	reveal func(b []byte, p prot) error
	// punch makes a part of a descriptor's memory zero and gives it back. Its error says
	// that it is as it was.
	punch func(f *os.File, off, size uint64) error
	// own puts zeroed memory in place of pages: writable, and of this process alone, so that
	// a child that it forks has a copy. nil: processes do not fork here, and data stays in
	// pages of the descriptor's memory.
	own func(pages []byte) error
	// rejoin puts a part of a descriptor's memory in place of pages that own has put there.
	rejoin func(f *os.File, off uint64, pages []byte, p prot) error
	// read reads a part of a descriptor's memory into dst, which is zero.
	read func(f *os.File, off uint64, dst []byte) error
	// renew maps pages of code anew where they are, as they are, and synchronize has all
	// processors forget what they fetched: for code that follows other code in pages which
	// were executable all the time. nil: no processor keeps what is no longer there.
	renew       func(f *os.File, off uint64, pages []byte) error
	synchronize func()
}

// address returns where b starts.
func address(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }
