package arm64_test

import (
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
)

// TestNowhere: only a weak symbol that nobody defines is at P, not one whose address is 0, nor what is in COFF and Mach-O.
func TestNowhere(t *testing.T) {
	const p, adr, bl = 0x7f0000001000, 274, 283
	apply := func(table *reloc.Table, typ uint32, about reloc.Symbols) (uint32, reloc.Fault) {
		env := reloc.Env{Table: table, Made: new(reloc.Entries), Addr: []uint64{0}, About: about}
		mem := []byte{0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0}
		at := reloc.Contents{Mem: mem, File: make([]byte, len(mem)), Addr: p}
		_, _, why := env.Apply(&at, []reloc.Reloc{{Type: typ, HasAddend: true, Addend: 8}})
		return binary.LittleEndian.Uint32(mem), why
	}
	for _, c := range []struct {
		typ  uint32
		weak bool
		want uint32
		why  reloc.Fault
	}{
		{adr, true, 0x10000040, reloc.OK},
		{adr, false, 0x10000000, reloc.OutOfRange},
		{bl, true, 0x10000003, reloc.OK},
		{bl, false, 0x10000000, reloc.OutOfRange},
	} {
		if got, why := apply(arm64.ELF, c.typ, rowtest.About{Weak: c.weak}); got != c.want || why != c.why {
			t.Errorf("type %d, weak %v: %#x, %v; want %#x, %v", c.typ, c.weak, got, why, c.want, c.why)
		}
	}
	for _, table := range []*reloc.Table{arm64.COFF, arm64.MachO, arm64.MachO32} {
		if table.Arch.Nowhere != 0 {
			t.Errorf("%s: an undefined weak symbol is not at 0", table.Arch.Name)
		}
	}
}
