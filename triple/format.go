package triple

import "fmt"

// Format is an object container. The zero value says nothing about it.
type Format uint8

// Object containers, as LLVM's ObjectFormatType.
const (
	UnknownFormat Format = iota
	ELF
	COFF
	MachO
	Wasm
	XCOFF       // AIX
	GOFF        // z/OS
	DXContainer // DirectX
	SPIRV       // SPIR-V

	formatEnd // one past the last
)

// formatTable has the name to print and the word in a triple, a row a format.
var formatTable = [formatEnd]struct{ name, word string }{
	UnknownFormat: {"", ""},
	ELF:           {"ELF", "elf"},
	COFF:          {"COFF", "coff"},
	MachO:         {"MachO", "macho"},
	Wasm:          {"Wasm", "wasm"},
	XCOFF:         {"XCOFF", "xcoff"},
	GOFF:          {"GOFF", "goff"},
	DXContainer:   {"DXContainer", "dxcontainer"},
	SPIRV:         {"SPIRV", "spirv"},
}

// String returns ELF, COFF, MachO, Wasm, XCOFF, GOFF, DXContainer or SPIRV, and "" for [UnknownFormat].
func (f Format) String() string {
	if f >= formatEnd {
		return fmt.Sprintf("Format(%d)", uint8(f))
	}
	return formatTable[f].name
}

// Word returns the format's word in a triple: "elf", "coff", "macho"; "" for [UnknownFormat].
func (f Format) Word() string {
	if f >= formatEnd {
		return ""
	}
	return formatTable[f].word
}

// ParseFormat returns the format that a word of a triple names, [UnknownFormat] if none.
func ParseFormat(word string) Format {
	if len(word) < len("elf") {
		return UnknownFormat
	}
	for f := ELF; f < formatEnd; f++ {
		if formatTable[f].word == word {
			return f
		}
	}
	return UnknownFormat
}

// glued returns the format whose word ends w, and w without it.
func glued(w string) (string, Format) {
	best := UnknownFormat
	for f := ELF; f < formatEnd; f++ {
		n := len(formatTable[f].word)
		if n > len(formatTable[best].word) && len(w) >= n && w[len(w)-n:] == formatTable[f].word {
			best = f
		}
	}
	return w[:len(w)-len(formatTable[best].word)], best
}

// formatSet is a set of formats, bit 1<<f each.
type formatSet uint16

// anyFormat has every format.
const anyFormat formatSet = 1<<formatEnd - 2

func (s formatSet) has(f Format) bool { return f < formatEnd && s>>f&1 != 0 }
