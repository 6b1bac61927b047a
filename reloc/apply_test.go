package reloc_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	. "github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
	"github.com/go-rtdyld/rtdyld/reloc/arm64"
	"github.com/go-rtdyld/rtdyld/reloc/riscv"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

// functions are symbols that are all functions.
type functions struct{}

func (functions) SizeOf(objfmt.SymbolID) uint64                        { return 8 }
func (functions) SectionOf(objfmt.SymbolID) (addr, number uint64)      { return 0x1000, 1 }
func (functions) Nowhere(objfmt.SymbolID) bool                         { return false }
func (functions) IsFunc(objfmt.SymbolID) bool                          { return true }
func (functions) Other(objfmt.SymbolID) (other uint8, here bool)       { return 0, true }
func (functions) Code(objfmt.SymbolID, int64) (addr uint64, here bool) { return 0, false }

// random has a seed: what fails does so again.
var random = rand.New(rand.NewPCG(1, 2))

// somewhere is 0, a place near p, or one that some field does not reach.
func somewhere(p uint64) uint64 {
	switch random.IntN(6) {
	case 0:
		return 0
	case 1:
		return random.Uint64()
	case 2:
		return uint64(random.Uint32())
	}
	return p + uint64(random.Int64N(1<<(4+random.IntN(30)))-1<<3)&^uint64(random.IntN(16))
}

// TestPlain: what Apply does by the short way is what it does by that of all rows.
func TestPlain(t *testing.T) {
	tables := map[string]*Table{
		"amd64 elf": amd64.ELF, "amd64 coff": amd64.COFF, "amd64 macho": amd64.MachO, "arm64 elf": arm64.ELF, "arm64 coff": arm64.COFF,
		"arm64 macho": arm64.MachO, "arm elf": arm.ELF, "arm coff": arm.COFF, "arm macho": arm.MachO, "x86 elf": x86.ELF, "x86 coff": x86.COFF,
		"x86 macho": x86.MachO, "arm64 macho32": arm64.MachO32, "riscv elf": riscv.ELF,
	}
	const size, rounds = 40, 400
	for name, table := range tables {
		rows := 0
		for typ := range table.Rows {
			if !table.Plain(uint32(typ)) {
				continue
			}
			rows++
			for range rounds {
				file := binary.LittleEndian.AppendUint64(nil, random.Uint64())
				for len(file) < size {
					file = binary.LittleEndian.AppendUint64(file, uint64(random.IntN(3))*random.Uint64())
				}
				off := uint64(random.IntN(size - 8 + 1))
				file = file[:[]int{0, int(off), int(off) + 4, size}[random.IntN(4)]] // the rest is zero-filled
				at := Contents{File: file, Addr: somewhere(1 << 20), Signed: random.IntN(2) == 0}
				at.Mem = append(bytes.Clone(file), make([]byte, size-len(file))...)
				r := Reloc{Offset: off, Type: uint32(typ), Addend: int64(random.IntN(5)-2) << random.IntN(34), HasAddend: random.IntN(2) == 0, Sub: objfmt.NoSymbol}
				env := Env{
					Table: table, Order: bin.Order{Big: random.IntN(4) == 0}, About: functions{}, Joints: new(Joints),
					Made: &Entries{Symbols: 1, List: []Entry{{Need: NeedStub}}, First: Firsts{uint32(random.IntN(2)), 0}},
					Addr: []uint64{somewhere(at.Addr), somewhere(at.Addr)},
				}
				short := at
				short.Mem = bytes.Clone(at.Mem)
				n, v, why := env.Apply(&short, []Reloc{r})
				value, fault := env.One(at, &r)
				if why != fault || why != OK && v != value || (n == 1) != (why == OK) || !bytes.Equal(short.Mem, at.Mem) {
					t.Fatalf("%s: %s at %d of %x, S %#x, A %#x, P %#x: %x, %#x, %v instead of %x, %#x, %v", name, table.Name(r.Type), off, file, env.Addr[0],
						r.Addend, at.Addr+off, short.Mem, v, why, at.Mem, value, fault)
				}
			}
		}
		if rows == 0 {
			t.Errorf("%s: no row is plain", name)
		}
	}
}
