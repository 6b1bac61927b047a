package rtdyld_test

import (
	"debug/elf"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestIFuncWords: for every machine, each indirect function has an address and two words of
// its own; the first leads to the thunk, the second to its resolver, wherever in its section that
// lies. Objects are moved apart, so that no two differences agree by chance.
func TestIFuncWords(t *testing.T) {
	for _, m := range []struct {
		machine   elf.Machine
		big       bool
		size      uint64 // of a pointer, bytes
		abs, flag uint32 // type of a pointer's relocation, flags of the header
	}{
		{elf.EM_X86_64, false, 8, uint32(elf.R_X86_64_64), 0}, {elf.EM_386, false, 4, uint32(elf.R_386_32), 0},
		{elf.EM_AARCH64, false, 8, uint32(elf.R_AARCH64_ABS64), 0}, {elf.EM_AARCH64, true, 8, uint32(elf.R_AARCH64_ABS64), 0},
		{elf.EM_ARM, false, 4, uint32(elf.R_ARM_ABS32), 0x05000000},
	} {
		t.Run(fmt.Sprint(m.machine, map[bool]string{true: " big-endian"}[m.big]), func(t *testing.T) {
			wide := m.size == 8
			f := &objgen.ELF{Is64: wide, Big: m.big, Machine: uint16(m.machine), Flags: m.flag}
			const alloc, write, exec = 2, 1, 4
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: alloc | exec, Data: make([]byte, 128), Align: 16})
			data := f.Add(objgen.ELFSection{Name: ".data", Flags: alloc | write, Data: make([]byte, 3*m.size), Align: m.size})
			offsets := []uint64{0x14, 0x48, 0} // of the resolvers
			var relocs []objgen.ELFReloc
			for i, off := range offsets {
				sym := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("indirect", i), Type: byte(elf.STT_GNU_IFUNC), Bind: byte(elf.STB_GLOBAL), Section: text, Value: off})
				relocs = append(relocs, objgen.ELFReloc{Offset: uint64(i) * m.size, Sym: sym, Type: m.abs})
			}
			f.AddRelocs(data, wide, relocs)
			r := newRig(t, rtdyld.Config{})
			objs, err := r.Load(t.Context(), parse(t, "ifuncs.o", f.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			o, at := objs[0], uint64(0x10000000)
			for _, s := range o.Sections() {
				at += 0x51000
				if err := o.MapSectionAddress(s.ID, at); err != nil {
					t.Fatal(err)
				}
			}
			r.finalize()
			word := func(mem []byte, i int) uint64 {
				order := bin.Order{Big: m.big}
				b := mem[uint64(i)*m.size:]
				if wide {
					return order.U64(b)
				}
				return uint64(order.U32(b))
			}
			code, words, pointers := section(t, o, "<ifuncs>"), section(t, o, "<ifunc data>"), section(t, o, ".data")
			seen := map[uint64]bool{code.Addr: m.machine != elf.EM_386} // where the thunk is
			for i, off := range offsets {
				name := fmt.Sprint("indirect", i)
				addr := word(pointers.Mem, i)
				if sym, err := r.Lookup(name); err != nil || sym.Addr != addr || sym.Kind != rtdyld.Func || seen[addr] || addr < code.Addr || addr >= code.Addr+uint64(len(code.Mem)) {
					t.Errorf("%s is %+v, a pointer to it %#x, code is at %#x", name, sym, addr, code.Addr)
				}
				seen[addr] = true
				if got, want := word(words.Mem, 2*i+1), section(t, o, ".text").Addr+off; got != want {
					t.Errorf("%s: resolver at %#x, want %#x", name, got, want)
				}
				if got := word(words.Mem, 2*i); got != code.Addr {
					t.Errorf("%s: thunk at %#x, want %#x", name, got, code.Addr)
				}
				if m.machine == elf.EM_AARCH64 {
					if got, want := pageAddress(code.Mem[addr-code.Addr+4:], addr+4), words.Addr+uint64(2*i)*m.size; got != want {
						t.Errorf("%s takes its words from %#x, want %#x", name, got, want)
					}
				}
			}
		})
	}
}

// pageAddress is what ADRP and the ADD behind it compute, code lying at addr. Instructions of
// AArch64 are little-endian whatever data is.
func pageAddress(code []byte, addr uint64) uint64 {
	order := bin.Order{}
	adrp, add := order.U32(code), order.U32(code[4:])
	if adrp&0x9f000000 != 0x90000000 || add&0xffc00000 != 0x91000000 {
		return 0
	}
	pages := int64(int32(adrp<<8)>>13)<<2 | int64(adrp>>29&3)
	return addr&^0xfff + uint64(pages<<12) + uint64(add>>10&0xfff)
}
