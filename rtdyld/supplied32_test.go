package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// savingNames32 are all functions that save and restore registers on 32-bit PowerPC.
func savingNames32() (all []string) {
	for _, kind := range []string{"_savegpr_%d", "_restgpr_%d", "_restgpr_%d_x", "_savefpr_%d", "_restfpr_%d", "_restfpr_%d_x", "_savevr_%d", "_restvr_%d"} {
		first := 14
		if strings.Contains(kind, "vr_") {
			first = 20
		}
		for n := 31; n >= first; n-- {
			all = append(all, fmt.Sprintf(kind, n))
		}
	}
	return all
}

// calls32 is an object of 32-bit PowerPC with code that calls names.
func calls32(big bool, names ...string) []byte {
	f := &objgen.ELF{Machine: 20, Big: big}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: bytes.Repeat(wordOrder(big).AppendUint32(nil, ppcBL), len(names)), Align: 16})
	var rs []objgen.ELFReloc
	for i, n := range names {
		rs = append(rs, objgen.ELFReloc{Offset: uint64(4 * i), Sym: f.AddSymbol(objgen.ELFSymbol{Name: n, Bind: 1}), Type: ppcREL24})
	}
	f.AddRelocs(text, true, rs)
	return f.Bytes()
}

// TestSupplied32: functions that save and restore registers are those of gcc's library, in both byte orders.
func TestSupplied32(t *testing.T) {
	const path = "/usr/lib/gcc-cross/powerpc-linux-gnu/12/libgcc.a"
	citest.Need(t, path)
	library := functionsOf(t, path)
	names := savingNames32()
	for _, big := range []bool{true, false} {
		r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}})
		objs, err := r.Load(t.Context(), parse(t, "saves.o", calls32(big, names...)))
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		text, stubs := section(t, objs[0], ".text"), section(t, objs[0], "<stubs>")
		code := make([]byte, stubs.Addr+uint64(len(stubs.Mem))-text.Addr)
		copy(code, text.Mem)
		copy(code[stubs.Addr-text.Addr:], stubs.Mem)
		for i, name := range names {
			var want []byte
			for w := range slices.Chunk(library[name], 4) {
				want = wordOrder(big).AppendUint32(want, binary.BigEndian.Uint32(w))
			}
			if got := called(t, big, code, uint64(4*i)); len(want) == 0 || !bytes.Equal(got, want) {
				t.Errorf("%s, big %v: % x, want % x", name, big, got, want)
			}
		}
	}
}

// functionsOf is the code of the global functions of an archive's objects, up to where each returns.
func functionsOf(t *testing.T, path string) map[string][]byte {
	t.Helper()
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	all := map[string][]byte{}
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		data, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		syms, _ := f.Symbols()
		for _, s := range syms {
			if elf.ST_TYPE(s.Info) != elf.STT_FUNC || int(s.Section) >= len(f.Sections) {
				continue
			}
			code, err := f.Sections[s.Section].Data()
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Index(code[s.Value:], []byte{0x4e, 0x80, 0, 0x20}); n >= 0 {
				all[s.Name] = bytes.Clone(code[s.Value:][:n+4])
			}
		}
	}
	return all
}

// TestLargeTable32: T is in the middle of the GOT, so that 16 bits reach 64 KiB of it; what is beyond is refused.
func TestLargeTable32(t *testing.T) {
	const entries, typGOT16 = 0x4000, 14
	for _, n := range []int{entries, entries + 1} {
		f := &objgen.ELF{Machine: 20, Big: true}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 2*n+4), Align: 16})
		base := f.AddSymbol(objgen.ELFSymbol{Name: "_GLOBAL_OFFSET_TABLE_", Bind: 1})
		rs := []objgen.ELFReloc{{Offset: uint64(2 * n), Sym: base, Type: 1}}
		for i := range n {
			rs = append(rs, objgen.ELFReloc{Offset: uint64(2 * i), Sym: 1, Addend: int64(4 * i), Type: typGOT16})
		}
		f.AddRelocs(text, true, rs)
		r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}})
		objs, err := r.Load(t.Context(), parse(t, "large.o", f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		err = r.Finalize(t.Context())
		if n > entries {
			if err == nil || !strings.Contains(err.Error(), "R_PPC_GOT16") || !strings.Contains(err.Error(), "does not fit signed 16") {
				t.Error(err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		mem, got := section(t, objs[0], ".text").Mem, section(t, objs[0], "<got>")
		first, last, at := binary.BigEndian.Uint16(mem), binary.BigEndian.Uint16(mem[2*(n-1):]), binary.BigEndian.Uint32(mem[2*n:])
		if first != 0x8000 || last != 0x7ffc || uint64(at) != got.Addr+0x8000 {
			t.Errorf("%#x, %#x, T is %#x, the GOT at %#x", first, last, at, got.Addr)
		}
	}
}

// TestTableHead32: a GOT that an object branches to is in memory of code, the object needs no other; behind T it has 32 KiB.
func TestTableHead32(t *testing.T) {
	const entries, typGOT16, typLOCAL24PC = 0x2000, 14, 23
	for _, n := range []int{0, entries, entries + 1} {
		f := &objgen.ELF{Machine: 20, Big: true}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: append([]byte{0x48, 0, 0, 1}, make([]byte, 2*n)...), Align: 16})
		rs := []objgen.ELFReloc{{Sym: f.AddSymbol(objgen.ELFSymbol{Name: "_GLOBAL_OFFSET_TABLE_", Bind: 1}), Addend: -4, Type: typLOCAL24PC}}
		sym := f.AddSymbol(objgen.ELFSymbol{Name: "f", Bind: 1, Section: text})
		for i := range n {
			rs = append(rs, objgen.ELFReloc{Offset: uint64(4 + 2*i), Sym: sym, Addend: int64(4 * i), Type: typGOT16})
		}
		f.AddRelocs(text, true, rs)
		for _, by := range []bool{false, true} {
			r := newRig(t, rtdyld.Config{BySection: by, Memory: &memory{next: 0x10000000}})
			objs, err := r.Load(t.Context(), parse(t, "head.o", f.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range r.mem.reqs {
				if q.Kind != objfmt.KindCode {
					t.Errorf("%d entries: asks for %v memory", n, q.Kind)
				}
			}
			err = r.Finalize(t.Context())
			if n > entries {
				if err == nil || !strings.Contains(err.Error(), "R_PPC_GOT16") || !strings.Contains(err.Error(), "does not fit signed 16") {
					t.Error(err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			code, got := section(t, objs[0], ".text"), section(t, objs[0], "<got>")
			call, word := binary.BigEndian.Uint32(code.Mem), binary.BigEndian.Uint32(got.Mem)
			if uint64(call) != 0x48000001+(got.Addr-code.Addr) || word != 0x4e800021 || got.Kind != objfmt.KindCode {
				t.Errorf("the branch is %#x from %#x, the word in front of T at %#x %#x", call, code.Addr, got.Addr, word)
			}
			for i := range n {
				if at := binary.BigEndian.Uint16(code.Mem[4+2*i:]); int(at) != 4*i {
					t.Fatalf("entry %d is at %#x from T", i, at)
				}
			}
		}
	}
}

// TestHighAddress32: addresses above 4 GiB are refused.
func TestHighAddress32(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x1_2345_6789, Kind: rtdyld.Func}, true
	}), Memory: &memory{next: 0x10000000}})
	objs, err := r.Load(t.Context(), parse(t, "calls.o", calls32(true, "f")))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Finalize(t.Context(), objs...); err == nil || !strings.Contains(err.Error(), "above 4 GiB") {
		t.Error(err)
	}
}
