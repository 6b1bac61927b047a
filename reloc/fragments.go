package reloc

import "github.com/go-rtdyld/rtdyld/internal/bin"

// Fragments are the code that makes a function of a fragment of .init or .fini: instructions that expect what the first
// object of a program has put before them (crti.o), and go on into what the last one has behind them (crtn.o).
type Fragments struct {
	// Unit is what the size of a fragment is a multiple of, and its address, in bytes, by the instruction set that it ends in.
	Unit [2]uint64
	// Size is how many bytes follow a fragment, at most.
	Size uint64
	// Write writes them, and returns the address of the function, as pointers to functions have it; false if the
	// distance is too much.
	Write func(mem []byte, order bin.Order, f Fragment) (entry uint64, ok bool)
}

// Fragment is where one is, target addresses, and what it needs.
type Fragment struct {
	Start, End uint64
	Base       uint64   // T of its object
	Set        [2]uint8 // the instruction set that it begins in, and that it ends in: bit 0 of addresses
}
