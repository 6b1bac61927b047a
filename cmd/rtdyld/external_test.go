package main

import (
	"debug/elf"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestMappings: a file has the zeros behind its data, and nothing that the system maps behind them.
func TestMappings(t *testing.T) {
	const text = `1000-3000 r-xp 00000000 08:01 5 /lib/a b.so
3000-4000 rw-p 00002000 08:01 5 /lib/a b.so
4000-9000 rw-p 00000000 00:00 0
9000-a000 r--p 00000000 08:01 6 /lib/c.so
a000-c000 rw-p 00000000 00:00 0
d000-e000 rw-p 00000000 00:00 0 [stack]
e000-f000 r--p 00000000 08:01 7 /lib/gone.so (deleted)
f000-10000 rw-p 00000000 00:00 0
`
	extent := func(path string) uint64 {
		return map[string]uint64{"/lib/a b.so": 0x5000, "/lib/c.so": 0x1000}[path]
	}
	want := []span{
		{0x1000, 0x3000, "a b.so"}, {0x3000, 0x4000, "a b.so"}, {0x4000, 0x6000, "a b.so"},
		{0x9000, 0xa000, "c.so"}, {0xa000, 0xc000, ""}, {0xd000, 0xe000, ""},
		{0xe000, 0xf000, "gone.so (deleted)"}, {0xf000, 0x10000, ""},
	}
	if got := readMappings(strings.NewReader(text), extent); !slices.Equal(got, want) {
		t.Errorf("%x\nwant %x", got, want)
	}
}

// TestExtent: what a library takes of memory reaches from its first segment to the end of its zeros.
func TestExtent(t *testing.T) {
	const path = "/lib/x86_64-linux-gnu/libc.so.6"
	citest.Need(t, path)
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	bss := f.Section(".bss")
	page := uint64(os.Getpagesize())
	if got, want := extentOf(path), (bss.Addr+bss.Size+page-1)/page*page; got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	for _, path := range []string{"/dev/zero", "/nowhere", "external_test.go"} {
		if got := extentOf(path); got != 0 {
			t.Errorf("%s: %#x", path, got)
		}
	}
}
