package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// savingNames are all functions that save and restore registers, from the last one of each kind down.
func savingNames() (all []string) {
	for _, kind := range []string{"_savegpr0_", "_restgpr0_", "_savegpr1_", "_restgpr1_", "_savefpr_", "_restfpr_", "_savevr_", "_restvr_"} {
		first := 14
		if strings.HasSuffix(kind, "vr_") {
			first = 20
		}
		for n := 31; n >= first; n-- {
			all = append(all, fmt.Sprint(kind, n))
		}
	}
	return all
}

// wordOrder is the order of bytes of instructions.
func wordOrder(big bool) interface {
	binary.ByteOrder
	binary.AppendByteOrder
} {
	if big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// savingObject calls functions that it does not define, without a nop behind any call.
func savingObject(big bool, abi uint32, names ...string) []byte {
	f := &objgen.ELF{Is64: true, Machine: 21, Flags: abi, Big: big}
	bl := wordOrder(big).AppendUint32(nil, ppcBL)
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: bytes.Repeat(bl, len(names)), Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "_start", Type: 2, Bind: 1, Section: text})
	var rs []objgen.ELFReloc
	for i, n := range names {
		rs = append(rs, objgen.ELFReloc{Offset: uint64(4 * i), Sym: f.AddSymbol(objgen.ELFSymbol{Name: n, Bind: 1}), Type: ppcREL24})
	}
	f.AddRelocs(text, true, rs)
	return f.Bytes()
}

// called is the code that the call at an offset leads to, up to its return.
func called(t *testing.T, big bool, code []byte, call uint64) []byte {
	t.Helper()
	off := call + uint64(int64(int32(wordOrder(big).Uint32(code[call:])<<6))>>6)&^3
	if off >= uint64(len(code)) {
		t.Fatalf("the call at %#x leads to %#x", call, off)
	}
	n := bytes.Index(code[off:], wordOrder(big).AppendUint32(nil, 0x4e800020)) // blr
	if n < 0 {
		t.Fatalf("the call at %#x leads to what does not return", call)
	}
	return code[off:][:n+4]
}

// supplies links an object that calls functions, and returns what each call leads to.
func supplies(t *testing.T, big bool, abi uint32, names ...string) (all [][]byte) {
	t.Helper()
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), parse(t, "saves.o", savingObject(big, abi, names...)))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	text, stubs := section(t, objs[0], ".text"), section(t, objs[0], "<stubs>")
	code := make([]byte, stubs.Addr+uint64(len(stubs.Mem))-text.Addr)
	copy(code, text.Mem)
	copy(code[stubs.Addr-text.Addr:], stubs.Mem)
	for i := range names {
		all = append(all, called(t, big, code, uint64(4*i)))
	}
	return all
}

// TestSupplied: functions that save and restore registers, as the ABI lists them (ELFv2, section 2.3.3.1), and ELFv1 has them.
func TestSupplied(t *testing.T) {
	for name, want := range map[string][]uint32{
		"_savegpr0_30": {0xfbc1fff0, 0xfbe1fff8, 0xf8010010, 0x4e800020},
		"_restgpr0_29": {0xe8010010, 0xeba1ffe8, 0x7c0803a6, 0xebc1fff0, 0xebe1fff8, 0x4e800020},
		"_restgpr0_30": {0xebc1fff0, 0xe8010010, 0xebe1fff8, 0x7c0803a6, 0x4e800020},
		"_restgpr0_31": {0xe8010010, 0xebe1fff8, 0x7c0803a6, 0x4e800020},
		"_savegpr1_31": {0xfbecfff8, 0x4e800020},
		"_restgpr1_31": {0xebecfff8, 0x4e800020},
		"_savefpr_31":  {0xdbe1fff8, 0xf8010010, 0x4e800020},
		"_restfpr_31":  {0xe8010010, 0xcbe1fff8, 0x7c0803a6, 0x4e800020},
		"_savevr_30":   {0x3980ffe0, 0x7fcc01ce, 0x3980fff0, 0x7fec01ce, 0x4e800020},
		"_restvr_31":   {0x3980fff0, 0x7fec00ce, 0x4e800020},
	} {
		for _, c := range []struct {
			big bool
			abi uint32
		}{{false, 2}, {true, 2}, {true, 1}} {
			var bin []byte
			for _, w := range want {
				bin = wordOrder(c.big).AppendUint32(bin, w)
			}
			if got := supplies(t, c.big, c.abi, name)[0]; !bytes.Equal(got, bin) {
				t.Errorf("%s, ABI %d: % x, want % x", name, c.abi, got, bin)
			}
		}
	}
}

// sortedWords are the instructions of code, in order of their values.
func sortedWords(code []byte) []byte {
	words := slices.Collect(slices.Chunk(code, 4))
	slices.SortFunc(words, bytes.Compare)
	return bytes.Join(words, nil)
}

// TestSuppliedOracle: they are those of other linkers. LLVM's supplies the general ones alone.
func TestSuppliedOracle(t *testing.T) {
	names := savingNames()
	const big = false
	ours := supplies(t, big, 2, names...)
	for _, c := range []struct {
		linker []string
		names  int
	}{{[]string{"powerpc64-linux-gnu-ld", "-m", "elf64lppc"}, len(names)}, {[]string{"ld.lld-19"}, 4 * 18}} {
		t.Run(c.linker[0], func(t *testing.T) {
			citest.Need(t, c.linker[0])
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in.o"), filepath.Join(dir, "out")
			if err := os.WriteFile(in, savingObject(big, 2, names[:c.names]...), 0o666); err != nil {
				t.Fatal(err)
			}
			if text, err := exec.Command(c.linker[0], append(c.linker[1:], in, "-o", out)...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			f, err := elf.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			text := f.Section(".text")
			code, err := text.Data()
			if err != nil {
				t.Fatal(err)
			}
			syms, err := f.Symbols()
			if err != nil {
				t.Fatal(err)
			}
			k := slices.IndexFunc(syms, func(s elf.Symbol) bool { return s.Name == "_start" })
			start := syms[k].Value - text.Addr
			for i, name := range names[:c.names] {
				got, want := ours[i], called(t, big, code, start+uint64(4*i))
				if c.names < len(names) && strings.HasPrefix(name, "_restgpr0_") {
					got, want = sortedWords(got), sortedWords(want) // it loads the link register later than the ABI's listing
				}
				if !bytes.Equal(got, want) {
					t.Errorf("%s: % x, want % x", name, got, want)
				}
			}
		})
	}
}

// asks notes that it is asked.
type asks struct{ asked *bool }

func (a asks) Resolve(context.Context, []rtdyld.Ref, []rtdyld.Symbol) error {
	*a.asked = true
	return nil
}

// TestSuppliedOrDefined: a definition of the batch counts; one elsewhere does not, nor is the Resolver asked.
func TestSuppliedOrDefined(t *testing.T) {
	const name = "_savegpr0_20"
	asked := false
	r := newRig(t, rtdyld.Config{Resolver: asks{&asked}})
	defines := func() []byte {
		f := &objgen.ELF{Is64: true, Machine: 21, Flags: 2}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: []byte{0x20, 0, 0x80, 0x4e}, Align: 16})
		f.AddSymbol(objgen.ELFSymbol{Name: name, Type: 2, Bind: 1, Section: text})
		return f.Bytes()
	}
	first, err := r.Load(t.Context(), parse(t, "uses.o", savingObject(false, 2, name)), parse(t, "defines.o", defines()))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize(first...)
	text, there := section(t, first[0], ".text"), section(t, first[1], ".text")
	if got, want := binary.LittleEndian.Uint32(text.Mem), ppcBL|uint32(there.Addr-text.Addr)&0x3fffffc; got != want {
		t.Errorf("where the batch defines it: %#x, want %#x", got, want)
	}
	again := bytes.Replace(savingObject(false, 2, name, "_savegpr0_25"), []byte("_start"), []byte("_other"), 1)
	second, err := r.Load(t.Context(), parse(t, "again.o", again))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize(second...)
	if size := len(section(t, second[0], "<stubs>").Mem); size != 64 { // 12 of the registers, r0, blr, and what aligns it
		t.Errorf("%d bytes are supplied", size)
	}
	e, err := second[0].ExplainContext(t.Context(), name)
	if err != nil || e.What != "code that linkers supply" || e.Symbol.Addr != section(t, second[0], "<stubs>").Addr {
		t.Errorf("explained as %q at %#x: %v", e.What, e.Symbol.Addr, err)
	}
	if asked {
		t.Error("the Resolver was asked")
	}
}
