package rtdyld_test

import (
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Instructions with displacements in them, as 32-bit words.
func armWord(op uint32, d int) uint32 { return op | uint32(d>>2)&0xffffff }

func thumbWord(op uint32, d int) uint32 {
	w := uint32(d)
	s := w >> 24 & 1
	return op | (w>>1&0x7ff|(w>>23&1^s^1)<<13|(w>>22&1^s^1)<<11)<<16 | 0xf000 | s<<10 | w>>12&0x3ff
}

const (
	armBL, armB     = 0xeb000000, 0xea000000
	thumbBL, thumbB = 0xd0000000, 0x90000000
)

// TestIslandsMachO: branches of an object of Mach-O that is larger than they reach,
// whose fields count the object's own distances.
func TestIslandsMachO(t *testing.T) {
	const code, zeroFill, thumbDef = 0x80000400, 1, 8
	f := objgen.MachO{CPU: 12, Subtype: 9}
	names := []string{"_arm1", "_thumb1", "_arm2", "_thumb2"}
	const (
		addrThumb1 = 32
		addrFill   = 64
		fill       = 20 << 20
		addrArm2   = addrFill + fill
	)
	// Symbols in the order of names; calls and jumps to two of them each.
	branches := func(addr int, thumb bool, syms ...uint32) (data []byte, relocs []objgen.MachOReloc) {
		for i, sym := range syms {
			for k := range 2 {
				at := addr + 8*i + 4*k
				var w uint32
				typ := uint8(5)
				if thumb {
					w, typ = thumbWord([]uint32{thumbBL, thumbB}[k], -at-4), 6
				} else {
					w = armWord([]uint32{armBL, armB}[k], -at-8)
				}
				data = binary.LittleEndian.AppendUint32(data, w)
				relocs = append(relocs, objgen.MachOReloc{Address: uint32(8*i + 4*k), Symbol: sym, Type: typ, Length: 2, PCRel: true, Extern: true})
			}
		}
		return append(data, make([]byte, 32-len(data))...), relocs
	}
	add := func(name string, addr int, thumb bool, syms ...uint32) {
		data, relocs := branches(addr, thumb, syms...)
		f.Add(objgen.MachOSection{Name: name, Segment: "__TEXT", Flags: code, Data: data, Align: 2, Relocs: relocs})
	}
	add("__arm1", 0, false, 2, 3)
	add("__thumb1", addrThumb1, true, 2, 3)
	f.Add(objgen.MachOSection{Name: "__fill", Segment: "__TEXT", Flags: code | zeroFill, Size: fill, Align: 2})
	add("__arm2", addrArm2, false, 0, 1)
	f.Add(objgen.MachOSection{Name: "__thumb2", Segment: "__TEXT", Flags: code, Data: make([]byte, 32), Align: 2})
	for i, name := range names {
		s := objgen.MachOSymbol{Name: name, Type: 0x0f, Section: []uint8{1, 2, 4, 5}[i], Value: uint64([]int{0, addrThumb1, addrArm2, addrArm2 + 32}[i])}
		if i&1 != 0 {
			s.Desc = thumbDef
		}
		f.AddSymbol(s)
	}
	if a := f.Address(4); a != addrArm2 {
		t.Fatalf("section 4 is at %#x", a)
	}
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x1000000}})
	if _, err := r.Load(t.Context(), parse(t, "huge.o", f.Bytes())); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r.resolve()
		for from, to := range map[string][2]string{"_arm1": {"_arm2", "_thumb2"}, "_thumb1": {"_arm2", "_thumb2"}, "_arm2": {"_arm1", "_thumb1"}} {
			for k := range 4 {
				want := r.addr(to[k/2])
				if got := r.armBranch(r.addr(from)&^1+uint64(4*k), from == "_thumb1"); got != want {
					t.Errorf("branch %d of %s leads to %#x, want %#x", k, from, got, want)
				}
			}
		}
	}
	r.finalize()
}

// TestIslandsARMNT: the same for Thumb code of COFF, whose fields hold no addends.
func TestIslandsARMNT(t *testing.T) {
	const code, zeroFill = 0x60320020, 0x603200a0 // execute, read, 16 bit, align 4
	f := objgen.COFF{Machine: 0x1c4}
	data := func() (b []byte) {
		for _, w := range []uint32{thumbWord(thumbBL, 0), thumbWord(thumbB, 0), thumbWord(thumbBL, 0), 0xbf004770} {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		return b
	}
	first := f.Add(objgen.COFFSection{Name: ".text$a", Flags: code, Data: data()})
	f.Add(objgen.COFFSection{Name: ".text$b", Flags: zeroFill, Size: 20 << 20})
	last := f.Add(objgen.COFFSection{Name: ".text$c", Flags: code, Data: data()})
	symbol := func(name string, section int32) uint32 {
		return f.AddSymbol(objgen.COFFSymbol{Name: name, Section: section, Type: 0x20, Class: 2})
	}
	a, c := symbol("first", first), symbol("last", last)
	const blx23t, branch24t = 21, 20
	to := func(sym uint32) []objgen.COFFReloc {
		return []objgen.COFFReloc{{Address: 0, Sym: sym, Type: blx23t}, {Address: 4, Sym: sym, Type: branch24t}, {Address: 8, Sym: sym, Type: branch24t}}
	}
	f.Section(first).Relocs, f.Section(last).Relocs = to(c), to(a)
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x1000000}})
	if _, err := r.Load(t.Context(), parse(t, "huge.o", f.Bytes())); err != nil {
		t.Fatal(err)
	}
	r.finalize()
	for from, to := range map[string]string{"first": "last", "last": "first"} {
		for k := range 3 {
			if got, want := r.armBranch(r.addr(from)&^1+uint64(4*k), true), r.addr(to); got != want || want&1 == 0 {
				t.Errorf("branch %d of %s leads to %#x, want %#x", k, from, got, want)
			}
		}
	}
}
