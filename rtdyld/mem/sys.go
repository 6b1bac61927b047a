package mem

import "unsafe"

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
	// flush makes code that was written visible to instruction fetch.
	flush func(code []byte) error
	// maps lists the address ranges in use, ascending.
	maps func() ([]span, error)
}

// address returns where b starts.
func address(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }
