package arm64_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"testing"
)

// text is the .text of an object.
func text(t testing.TB, name string, obj []byte) []byte {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(obj))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	b, err := f.Section(".text").Data()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b
}

// types are the types of the relocations of .text by offset.
func types(t testing.TB, name string, obj []byte) map[uint64]uint32 {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(obj))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	b, err := f.Section(".rela.text").Data()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	out := map[uint64]uint32{}
	for ; len(b) >= 24; b = b[24:] {
		out[binary.LittleEndian.Uint64(b)] = binary.LittleEndian.Uint32(b[8:])
	}
	return out
}
