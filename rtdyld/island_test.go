package rtdyld_test

import (
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// branchTarget is where the bl or b at addr leads (AArch64).
func (r *rig) branchTarget(addr uint64) uint64 {
	r.t.Helper()
	w := binary.LittleEndian.Uint32(r.bytes(addr, 4))
	if w&0x7c000000 != 0x14000000 {
		r.t.Fatalf("%#x at %#x is no branch", w, addr)
	}
	return addr + uint64(int64(int32(w<<6))>>6*4)
}

// hugeObject makes an AArch64 object with code on both sides of 140 MiB of code,
// whose bytes the file does not have. The first section calls, in this order, far,
// far, far+8, near, out, gone.
func hugeObject() []byte {
	const allocExec = 6
	f := objgen.ELF{Is64: true, Machine: 183}
	branch := func(n int) []byte {
		var b []byte
		for range n {
			b = binary.LittleEndian.AppendUint32(b, 0x94000000)
		}
		return b
	}
	a := f.Add(objgen.ELFSection{Name: ".text.a", Flags: allocExec, Data: branch(6), Align: 4})
	near := f.Add(objgen.ELFSection{Name: ".text.near", Flags: allocExec, Data: branch(1), Align: 4})
	f.Add(objgen.ELFSection{Name: ".text.fill", Type: 8, Flags: allocExec, Size: 140 << 20, Align: 4})
	b := f.Add(objgen.ELFSection{Name: ".text.b", Flags: allocExec, Data: branch(4), Align: 4})
	symbol := func(name string, section uint32) uint32 {
		return f.AddSymbol(objgen.ELFSymbol{Name: name, Section: section, Type: 2, Bind: 1})
	}
	first := symbol("first", a)
	sNear, sFar, out := symbol("near", near), symbol("far", b), symbol("out", 0)
	gone := f.AddSymbol(objgen.ELFSymbol{Name: "gone", Bind: 2})
	const call26 = 283
	f.AddRelocs(a, true, []objgen.ELFReloc{
		{Offset: 0, Type: call26, Sym: sFar}, {Offset: 4, Type: call26, Sym: sFar}, {Offset: 8, Type: call26, Sym: sFar, Addend: 8},
		{Offset: 12, Type: call26, Sym: sNear}, {Offset: 16, Type: call26, Sym: out}, {Offset: 20, Type: call26, Sym: gone},
	})
	f.AddRelocs(b, true, []objgen.ELFReloc{{Offset: 0, Type: call26, Sym: first}, {Offset: 4, Type: call26, Sym: sNear}})
	return f.Bytes()
}

// stubTarget is the address in the slot of the stub at addr: adrp x16, slot and ldr
// x16, [x16, slot] are among its instructions.
func (r *rig) stubTarget(addr uint64) uint64 {
	r.t.Helper()
	slot := uint64(0)
	for i := range uint64(4) {
		switch w := binary.LittleEndian.Uint32(r.bytes(addr+4*i, 4)); {
		case w&0x9f00001f == 0x90000010:
			imm := int64(w>>29&3 | w>>5&0x7ffff<<2)
			slot = (addr+4*i)&^0xfff + uint64(imm<<43>>43<<12)
		case w&0xffc003e0 == 0xf9400200:
			return binary.LittleEndian.Uint64(r.bytes(slot+uint64(w>>10&0xfff*8), 8))
		}
	}
	r.t.Fatalf("no stub at %#x", addr)
	return 0
}

// TestIslands: branches of an object that is larger than they reach go through stubs
// behind their own section, those that reach do not.
func TestIslands(t *testing.T) {
	for _, outAddr := range []uint64{0x10000000 + 64<<20, 0x7f00_0000_0000} {
		r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, Resolver: outside{"out": {Addr: outAddr, Kind: rtdyld.Func}}})
		objs, err := r.Load(t.Context(), parse(t, "huge.o", hugeObject()))
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		first, far, near := r.addr("first"), r.addr("far"), r.addr("near")
		if far-first < 140<<20 {
			t.Fatalf("far is at %#x, first at %#x", far, first)
		}
		through := func(at, want uint64) uint64 {
			t.Helper()
			stub := r.branchTarget(at)
			if d := int64(stub - at); d < -1<<20 || d > 1<<20 {
				t.Errorf("the stub of %#x is at %#x, not beside the code", at, stub)
			}
			if got := r.stubTarget(stub); got != want {
				t.Errorf("the branch at %#x leads to %#x through its stub, want %#x", at, got, want)
			}
			return stub
		}
		if one, two := through(first, far), through(first+4, far); one != two {
			t.Errorf("two calls of far have stubs %#x and %#x", one, two)
		}
		through(first+8, far+8)
		if got := r.branchTarget(first + 12); got != near {
			t.Errorf("near is called at %#x, it is at %#x", got, near)
		}
		if outAddr < 1<<32 {
			if got := r.branchTarget(first + 16); got != outAddr {
				t.Errorf("out is called at %#x, it is at %#x", got, outAddr)
			}
		} else {
			through(first+16, outAddr)
		}
		through(first+20, 0)
		through(far, first)
		through(far+4, near)
		if n := objs[0].Counts().Stubs; n < 6 {
			t.Errorf("%d stubs counted", n)
		}
		before := append([]byte(nil), r.bytes(first, 24)...)
		r.finalize()
		if hex(before) != hex(r.bytes(first, 24)) {
			t.Error("bytes changed")
		}
	}
}

// armBranch is where a branch leads, through a stub if it goes to one; bit 0 says
// that it gets there in Thumb state.
func (r *rig) armBranch(at uint64, thumb bool) uint64 {
	r.t.Helper()
	var to uint64
	if thumb {
		b := r.bytes(at, 4)
		hi, lo := uint32(binary.LittleEndian.Uint16(b)), uint32(binary.LittleEndian.Uint16(b[2:]))
		if hi&0xf800 != 0xf000 || lo&0x8000 == 0 {
			r.t.Fatalf("%#x %#x at %#x is no branch", hi, lo, at)
		}
		s := hi >> 10 & 1
		i1, i2 := ^(lo>>13^s)&1, ^(lo>>11^s)&1
		d := uint64(int64(int32((s<<24|i1<<23|i2<<22|hi&0x3ff<<12|lo&0x7ff<<1)<<7) >> 7))
		if lo&0x1000 == 0 { // BLX
			to = (at+4)&^3 + d
		} else {
			to = at + 4 + d + 1
		}
	} else {
		w := binary.LittleEndian.Uint32(r.bytes(at, 4))
		to = at + 8 + uint64(int64(int32(w<<8)>>8*4))
		if w>>25 == 0x7d { // BLX
			to += uint64(w>>24&1)<<1 | 1
		} else if w&0x0e000000 != 0x0a000000 {
			r.t.Fatalf("%#x at %#x is no branch", w, at)
		}
	}
	if to&1 != 0 && hex(r.bytes(to-1, 4)) == "df f8 04 f0" {
		return uint64(binary.LittleEndian.Uint32(r.bytes(to-1+8, 4)))
	} else if to&1 == 0 && hex(r.bytes(to, 4)) == "04 f0 1f e5" {
		return uint64(binary.LittleEndian.Uint32(r.bytes(to+4, 4)))
	}
	return to
}

// TestIslandsARM: the same with code of both instruction sets on both sides of 20 MiB.
func TestIslandsARM(t *testing.T) {
	const allocExec, func_, global = 6, 2, 1
	const armCall, armJump, thmCall, thmJump = 28, 29, 10, 30
	f := objgen.ELF{Machine: 40, Flags: 0x5000000}
	armCode := []byte{0xfe, 0xff, 0xff, 0xeb, 0xfe, 0xff, 0xff, 0xea, 0xfe, 0xff, 0xff, 0xeb, 0xfe, 0xff, 0xff, 0xea, 0x1e, 0xff, 0x2f, 0xe1}
	thmCode := []byte{0xff, 0xf7, 0xfe, 0xff, 0xff, 0xf7, 0xfe, 0xbf, 0xff, 0xf7, 0xfe, 0xff, 0xff, 0xf7, 0xfe, 0xbf, 0x70, 0x47, 0, 0}
	var secs []uint32
	add := func(name string, code []byte) uint32 {
		return f.Add(objgen.ELFSection{Name: name, Flags: allocExec, Data: code, Align: 4})
	}
	secs = append(secs, add(".text.arm1", armCode), add(".text.thm1", thmCode))
	f.Add(objgen.ELFSection{Name: ".text.fill", Type: 8, Flags: allocExec, Size: 20 << 20, Align: 4})
	secs = append(secs, add(".text.arm2", armCode), add(".text.thm2", thmCode))
	names := []string{"arm1", "thm1", "arm2", "thm2"}
	var syms []uint32
	for i, s := range secs {
		syms = append(syms, f.AddSymbol(objgen.ELFSymbol{Name: names[i], Section: s, Value: uint64(i & 1), Type: func_, Bind: global}))
	}
	for i, s := range secs { // each calls and jumps to the far ARM code, then to the far Thumb code
		call, jump := uint32(armCall), uint32(armJump)
		if i&1 != 0 {
			call, jump = thmCall, thmJump
		}
		farARM, farThumb := syms[2&^i&2], syms[2&^i&2+1]
		f.AddRelocs(s, false, []objgen.ELFReloc{
			{Offset: 0, Type: call, Sym: farARM}, {Offset: 4, Type: jump, Sym: farARM},
			{Offset: 8, Type: call, Sym: farThumb}, {Offset: 12, Type: jump, Sym: farThumb},
		})
	}
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x1000000}})
	if _, err := r.Load(t.Context(), parse(t, "huge.o", f.Bytes())); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r.resolve()
		for i, name := range names {
			at := r.addr(name) &^ 1
			for k := range 4 {
				want := names[2&^i&2+k/2]
				if got := r.armBranch(at+uint64(4*k), i&1 != 0); got != r.addr(want) {
					t.Errorf("branch %d of %s leads to %#x, %s is at %#x", k, name, got, want, r.addr(want))
				}
			}
		}
	}
	r.finalize()
}
