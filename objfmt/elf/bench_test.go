package elf_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// benchSets are objects to measure with: the project's own, and Debian's archives
// where they are installed.
var benchSets = []parsetest.Set{
	{Name: "own", Pattern: "../../testdata/elf-link/*.o"},
	{Name: "demo", Pattern: "../../testdata/demo/*.o"},
	{Name: "lua", Pattern: debian + "liblua5.4.a", Keep: relocatable},
	{Name: "crypto", Pattern: debian + "libcrypto.a", Keep: relocatable},
	{Name: "sqlite", Pattern: debian + "libsqlite3.a", Keep: relocatable},
	{Name: "llvm", Pattern: "/usr/lib/llvm-14/lib/libLLVMCodeGen.a", Keep: relocatable},
}

const debian = "/usr/lib/x86_64-linux-gnu/"

// relocatable reports whether a member is an ELF object.
func relocatable(b []byte) bool {
	return len(b) > 18 && string(b[:4]) == elf.Magic && (b[16] == 1 || b[17] == 1)
}

// object is one real object.
type object struct {
	name string
	data []byte
}

// members returns the ELF members of an archive in memory.
func members(tb testing.TB, name string, data []byte) (objects []object) {
	tb.Helper()
	for _, m := range parsetest.Members(tb, name, data) {
		if relocatable(m.Data) {
			objects = append(objects, object{m.Name, m.Data})
		}
	}
	return objects
}

func BenchmarkParse(b *testing.B)  { parsetest.Parse(b, elf.Parse, benchSets) }
func BenchmarkDecode(b *testing.B) { parsetest.Decode(b, elf.Parse, benchSets) }
