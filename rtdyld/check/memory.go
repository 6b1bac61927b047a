package check

import (
	"encoding/binary"
	"errors"
)

// Errors that a [Memory] returns for what it does not have; anything else that it
// returns fails the rule with its own text.
var (
	ErrNoFile      = errors.New("no such file")
	ErrNoSection   = errors.New("no such section")
	ErrNoContainer = errors.New("no such container")
	ErrNoStub      = errors.New("no such stub")
)

// Region is a place in the linked program. It ends where its section ends.
type Region struct {
	Addr  uint64 // where it will run: the target address
	Local uint64 // where the linker wrote it, for Memory.Read; 0 if it has no contents (an external symbol)
	Size  uint64 // bytes from here to the end of the contents
	Thumb bool   // holds Thumb code (ARM)
}

// Memory is what a linker shows of its work. Its methods are called by one goroutine at a time.
//
// Local addresses are numbers that the Memory hands out: they need not be pointers,
// only be distinct for distinct contents, ascend through a section, and not be 0.
type Memory interface {
	// Symbol returns where a symbol is, false if it has no address.
	Symbol(name string) (Region, bool)

	// Section returns a section of the input file with that base name. Of several
	// with one name it is the last. The error is ErrNoFile or ErrNoSection.
	Section(file, section string) (Region, error)

	// Stub returns the stub that was made for a symbol. The container is FILE/SECTION, the
	// section that uses the stub, as llvm-rtdyld names them; a Memory may also know FILE
	// alone, as llvm-jitlink does. kind chooses among several stubs of the symbol
	// and is empty where the rule names none. The error is ErrNoContainer or ErrNoStub.
	Stub(container, symbol, kind string) (Region, error)

	// GOT returns the GOT entry that was made for a
	// symbol; parameters and errors as of Stub.
	GOT(container, symbol, kind string) (Region, error)

	// Read copies contents at a local address into p and returns how many
	// bytes it had, less than len(p) where the contents end.
	Read(local uint64, p []byte) int

	// ByteOrder is that of the target's data.
	ByteOrder() binary.ByteOrder
}
