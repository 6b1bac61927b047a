// Package triple names a target.
package triple

// Arch is an instruction set.
type Arch uint8

const (
	UnknownArch Arch = iota
	X86_64
)

// Format is an object container.
type Format uint8

const (
	UnknownFormat Format = iota
	ELF
	COFF
	MachO
)

// Triple is a target.
type Triple struct {
	Arch   Arch
	Format Format
}
