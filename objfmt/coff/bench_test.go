package coff_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt/coff"
)

// benchSets are objects to measure with: the project's own, and Debian's archives
// where they are installed.
var benchSets = []parsetest.Set{
	{Name: "own", Pattern: "../../testdata/coff-*/*.o"},
	{Name: "libstdc++", Pattern: "/usr/lib/gcc/x86_64-w64-mingw32/12-posix/libstdc++.a"},
	{Name: "libstdc++-i386", Pattern: "/usr/lib/gcc/i686-w64-mingw32/12-posix/libstdc++.a"},
	{Name: "mingwex", Pattern: "/usr/x86_64-w64-mingw32/lib/libmingwex.a"},
	{Name: "kernel32", Pattern: "/usr/x86_64-w64-mingw32/lib/libkernel32.a"},
}

func BenchmarkParse(b *testing.B)  { parsetest.Parse(b, coff.Parse, benchSets) }
func BenchmarkDecode(b *testing.B) { parsetest.Decode(b, coff.Parse, benchSets) }
