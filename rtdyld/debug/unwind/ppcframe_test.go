package unwind_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/flat"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// TestRestoring: in functions that the linker makes to restore registers, the link register is in its place, and each
// register until it is loaded. Those that save registers leave all as it is, r0 too.
func TestRestoring(t *testing.T) {
	source := filepath.Join(t.TempDir(), "saves.s")
	text := ".abiversion 2\n.globl f\nf: bl _savegpr0_29\n b _restgpr0_29\n b _restgpr0_30\n b _restfpr_31\n bl _restgpr1_31\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"powerpc64le-linux-gnu", "powerpc64-linux-gnu"} {
		img, err := objfile.Open(compile(t, source, "clang-19", "--target="+target))
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		o := link(t, &memory{next: base}, img)[0]
		table := read(t, o)
		at := map[string]uint64{}
		for _, s := range o.Sections() {
			if int(s.ID) < len(img.Sections) {
				continue
			}
			// ld r0,16(r1) begins the short part of _restgpr0_, behind one load of r30, and of _restfpr_.
			word := func(i int) uint32 { return flat.Kind{Big: img.Big}.Order().Uint32(s.Mem[i:]) }
			for i := 0; i+8 <= len(s.Mem); i += 4 {
				switch [2]uint32{word(i), word(i + 4)} {
				case [2]uint32{0xebc1fff0, 0xe8010010}: // ld r30, -16(r1)
					at["_restgpr0_30"] = s.Addr + uint64(i)
				case [2]uint32{0xe8010010, 0xeba1ffe8}: // ld r29, -24(r1)
					at["_restgpr0_29"] = s.Addr + uint64(i) // its first instruction
				case [2]uint32{0xe8010010, 0xcbe1fff8}: // lfd f31, -8(r1)
					at["_restfpr_31"] = s.Addr + uint64(i)
				case [2]uint32{0xf8010010, 0x4e800020}: // std r0, 16(r1); blr
					at["_savegpr0_29"] = s.Addr + uint64(i)
				case [2]uint32{0xebecfff8, 0x4e800020}: // ld r31, -8(r12); blr
					at["_restgpr1_31"] = s.Addr + uint64(i)
				}
			}
		}
		const leaf = "1+0 0=s"
		for _, c := range []struct {
			name string
			off  uint64
			row  string
		}{
			{"_savegpr0_29", 0, leaf}, {"_savegpr0_29", 4, leaf},
			{"_restgpr0_29", 0, leaf + " 29=c-24 30=c-16 31=c-8 65=c+16"},
			{"_restgpr0_29", 8, leaf + " 29=s 30=c-16 31=c-8 65=c+16"},
			{"_restgpr0_29", 12, leaf + " 29=s 30=c-16 31=c-8 65=c+16"},
			{"_restgpr0_29", 20, leaf + " 29=s 30=s 31=s 65=c+16"},
			{"_restgpr0_30", 0, leaf + " 30=c-16 31=c-8 65=c+16"},
			{"_restgpr0_30", 4, leaf + " 30=s 31=c-8 65=c+16"},
			{"_restgpr0_30", 16, leaf + " 30=s 31=s 65=c+16"},
			{"_restfpr_31", 0, leaf + " 65=c+16"}, {"_restfpr_31", 12, leaf + " 65=c+16"},
			{"_restgpr1_31", 0, leaf}, {"_restgpr1_31", 4, leaf},
		} {
			if at[c.name] == 0 {
				t.Errorf("%s: no %s", target, c.name)
			} else if row := table.Row(at[c.name] + c.off); row != c.row {
				t.Errorf("%s: %s+%d: %s, want %s", target, c.name, c.off, row, c.row)
			}
		}
	}
}
