package rtdyld_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// bigParts has files that make much work in a step of Load or Resolve that most objects hardly have, and how often
// these look at the context at least, for 8 times heed.Every of it.
var bigParts = []struct {
	name          string
	load, resolve int
	cfg           rtdyld.Config
	moving        bool // contents depend on how often the object was resolved
	make          func(n int) [][]byte
}{
	{"stubs and GOT entries", 55, 75, rtdyld.Config{}, false, func(n int) [][]byte {
		return elfFile(62, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
			var rs []objgen.ELFReloc
			for i := range n {
				sym := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
				rs = append(rs, objgen.ELFReloc{Sym: sym, Type: 4, Addend: -4}, objgen.ELFReloc{Sym: sym, Type: 9, Addend: -4})
			}
			f.AddRelocs(text, true, rs)
		})
	}},
	{"canonical stubs", 47, 90, rtdyld.Config{}, true, func(n int) [][]byte {
		return elfFile(62, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
			var rs []objgen.ELFReloc
			for i := range n {
				rs = append(rs, objgen.ELFReloc{Sym: f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("far", i), Bind: 1}), Type: 2, Addend: -4})
			}
			f.AddRelocs(text, true, rs)
		})
	}},
	{"indirect functions", 18, 21, rtdyld.Config{}, false, func(n int) [][]byte {
		return elfFile(62, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
			for range n {
				f.AddSymbol(objgen.ELFSymbol{Type: 10, Section: text})
			}
		})
	}},
	{"thread-locals", 55, 36, rtdyld.Config{TLS: oneThread{}}, false, func(n int) [][]byte {
		return elfFile(62, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
			data := f.Add(objgen.ELFSection{Name: ".tdata", Flags: 0x403, Data: make([]byte, 8)})
			var rs []objgen.ELFReloc
			for i := range n {
				rs = append(rs, objgen.ELFReloc{Sym: f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Type: 6, Bind: 1, Section: data}), Type: 22})
			}
			f.AddRelocs(text, true, rs)
		})
	}},
	{"groups and counterparts", 54, 19, rtdyld.Config{}, false, func(n int) [][]byte {
		b := elfFile(62, func(f *objgen.ELF) {
			data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
			var rs []objgen.ELFReloc
			members := make([]uint32, n/4)
			for i := range members {
				members[i] = f.Add(objgen.ELFSection{Name: fmt.Sprint(".text.f", i), Flags: 6 | 0x200, Data: make([]byte, 8)})
				rs = append(rs, objgen.ELFReloc{Sym: f.AddSymbol(objgen.ELFSymbol{Section: members[i]}), Type: 1})
			}
			for i, m := range members {
				f.AddGroup(f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("f", i), Type: 2, Bind: 2, Section: m}), 1, m)
			}
			f.AddRelocs(data, true, rs)
		})[0]
		return [][]byte{b, b}
	}},
	{"linkonce sections and counterparts", 74, 25, rtdyld.Config{}, false, func(n int) [][]byte {
		b := elfFile(62, func(f *objgen.ELF) {
			data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
			var rs []objgen.ELFReloc
			for i := range n / 2 {
				text := f.Add(objgen.ELFSection{Name: fmt.Sprint(".gnu.linkonce.t.f", i), Flags: 6, Data: make([]byte, 8)})
				rs = append(rs, objgen.ELFReloc{Sym: f.AddSymbol(objgen.ELFSymbol{Section: text}), Type: 1})
			}
			f.AddRelocs(data, true, rs)
		})[0]
		return [][]byte{b, b}
	}},
	{"call frames of dropped functions", 38, 14, rtdyld.Config{}, false, func(n int) [][]byte {
		b := elfFile(62, func(f *objgen.ELF) {
			frames := []byte{16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0x78, 16, 0, 0, 0, 0, 0, 0, 0}
			text := f.Add(objgen.ELFSection{Name: ".text.f", Flags: 6 | 0x200, Data: make([]byte, 8)})
			other := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
			syms := [2]uint32{f.AddSymbol(objgen.ELFSymbol{Section: text}), f.AddSymbol(objgen.ELFSymbol{Section: other})}
			var rs []objgen.ELFReloc
			for i := range n {
				at := len(frames)
				fde := make([]byte, 24)
				binary.LittleEndian.PutUint32(fde, 20)
				binary.LittleEndian.PutUint32(fde[4:], uint32(at+4))
				frames = append(frames, fde...)
				rs = append(rs, objgen.ELFReloc{Offset: uint64(at + 8), Sym: syms[i%2], Type: 2})
			}
			f.AddGroup(f.AddSymbol(objgen.ELFSymbol{Name: "f", Type: 2, Bind: 2, Section: text}), 1, text)
			f.AddRelocs(f.Add(objgen.ELFSection{Name: ".eh_frame", Flags: 2, Data: frames}), true, rs)
		})[0]
		return [][]byte{b, b}
	}},
	{"index table", 10, 100, rtdyld.Config{Unwinder: indexUnwinder{}}, false, func(n int) [][]byte {
		return elfFile(40, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4*n), Align: 4})
			sym := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: text})
			index := make([]byte, 8*n)
			var rs []objgen.ELFReloc
			for i := range n {
				binary.LittleEndian.PutUint32(index[8*i:], uint32(4*(n-1-i)))
				binary.LittleEndian.PutUint32(index[8*i+4:], 0x80b0b0b0)
				rs = append(rs, objgen.ELFReloc{Offset: uint64(8 * i), Sym: sym, Type: 42})
			}
			f.AddRelocs(f.Add(objgen.ELFSection{Name: ".ARM.exidx", Type: 0x70000001, Flags: 2 | 0x80, Data: index, Link: text, Align: 4}), false, rs)
		})
	}},
	{"index tables", 310, 298, rtdyld.Config{Unwinder: indexUnwinder{}}, false, func(n int) [][]byte {
		return elfFile(40, func(f *objgen.ELF) {
			for range n / 2 {
				text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4), Align: 4})
				sym := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: text})
				index := f.Add(objgen.ELFSection{Name: ".ARM.exidx", Type: 0x70000001, Flags: 2 | 0x80, Data: []byte{0, 0, 0, 0, 0xb0, 0xb0, 0xb0, 0x80}, Link: text, Align: 4})
				f.AddRelocs(index, false, []objgen.ELFReloc{{Sym: sym, Type: 42}})
			}
		})
	}},
	{"padding", 59, 14, rtdyld.Config{}, false, func(n int) [][]byte {
		return elfFile(243, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8*n), Align: 4})
			var rs []objgen.ELFReloc
			for i := range n {
				rs = append(rs, objgen.ELFReloc{Offset: uint64(8 * i), Type: 43, Addend: 6})
				f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Value: uint64(8 * i), Section: text})
			}
			f.AddRelocs(text, true, rs)
		})
	}},
	{"low parts before high ones", 45, 41, rtdyld.Config{}, false, func(n int) [][]byte {
		return elfFile(243, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8*n), Align: 4})
			target := f.AddSymbol(objgen.ELFSymbol{Section: text})
			var rs, highs []objgen.ELFReloc
			for i := range n {
				place := uint64(8 * i)
				label := f.AddSymbol(objgen.ELFSymbol{Name: ".L", Value: place, Section: text})
				rs = append(rs, objgen.ELFReloc{Offset: place + 4, Sym: label, Type: 24})
				highs = append(highs, objgen.ELFReloc{Offset: place, Sym: target, Type: 23})
			}
			f.AddRelocs(text, true, append(rs, highs...))
		})
	}},
	{"blocks", 72, 6, rtdyld.Config{BySection: true, Reserver: reserver{}}, false, func(n int) [][]byte {
		return elfFile(183, func(f *objgen.ELF) {
			for range n {
				f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4), Align: 4})
			}
		})
	}},
	{"stubs among code", 81, 83, rtdyld.Config{Layout: rtdyld.RuntimeDyld}, false, func(n int) [][]byte {
		return elfFile(62, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4)})
			var rs []objgen.ELFReloc
			for i := range n {
				rs = append(rs, objgen.ELFReloc{Sym: f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1}), Type: 4, Addend: -4})
			}
			f.AddRelocs(text, true, rs)
		})
	}},
	{"stubs by address", 38, 110, rtdyld.Config{Stubs: rtdyld.StubsByAddress}, true, func(n int) [][]byte {
		return elfFile(183, func(f *objgen.ELF) {
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 4*n), Align: 4})
			var rs []objgen.ELFReloc
			for i := range n {
				rs = append(rs, objgen.ELFReloc{Offset: uint64(4 * i), Sym: f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("far", i), Bind: 1}), Type: 283})
			}
			f.AddRelocs(text, true, rs)
		})
	}},
	{"directives", 26, 93, rtdyld.Config{}, false, func(n int) [][]byte {
		f := &objgen.COFF{Machine: 0x8664, Big: true}
		var text []byte
		for i := range n {
			text = fmt.Appendf(text, "/alternatename:a%d=b%d ", i, i)
		}
		f.Add(objgen.COFFSection{Name: ".drectve", Flags: 0x100a00, Data: text})
		return [][]byte{f.Bytes()}
	}},
	{"pointers to imports", 60, 90, rtdyld.Config{}, false, func(n int) [][]byte {
		f := &objgen.COFF{Machine: 0x8664, Big: true}
		for i := range n {
			f.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("__imp_s", i), Class: 2})
		}
		return [][]byte{f.Bytes()}
	}},
	{"groups of equal contents", 34, 6, rtdyld.Config{}, false, func(n int) [][]byte {
		f := &objgen.COFF{Machine: 0x8664, Big: true}
		f.AddSectionSymbol(f.Add(objgen.COFFSection{Name: ".data", Flags: 0xc0001040, Data: make([]byte, 8*heed.Bytes), Relocs: make([]objgen.COFFReloc, n)}), 4, 0)
		f.AddSymbol(objgen.COFFSymbol{Name: "x", Section: 1, Class: 2})
		b := f.Bytes()
		return [][]byte{b, b}
	}},
	{"functions of Thumb code", 96, 14, rtdyld.Config{}, false, func(n int) [][]byte {
		f := &objgen.MachO{CPU: 12, Subtype: 9}
		f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: 0x80000400, Data: make([]byte, 4*n)})
		for i := range n {
			f.Symbols = append(f.Symbols, objgen.MachOSymbol{Name: fmt.Sprint("s", i), Type: 0xe, Section: 1, Desc: 8, Value: uint64(4 * (n - 1 - i))})
		}
		return [][]byte{f.Bytes()}
	}},
	{"local aliases", 62, 44, rtdyld.Config{}, false, func(n int) [][]byte {
		f := &objgen.MachO{Is64: true, CPU: 0x01000007}
		for i := range n {
			f.Symbols = append(f.Symbols, objgen.MachOSymbol{Name: fmt.Sprint("s", i), Type: 0xa, Target: "x"})
		}
		return [][]byte{f.Bytes()}
	}},
}

// elfFile is one ELF file for a machine number.
func elfFile(machine uint16, edit func(f *objgen.ELF)) [][]byte {
	f := &objgen.ELF{Is64: machine != 40, Machine: machine}
	edit(f)
	return [][]byte{f.Bytes()}
}

// indexUnwinder is told of index tables.
type indexUnwinder struct{}

func (indexUnwinder) Formats() rtdyld.UnwindFormat                           { return rtdyld.Exidx }
func (indexUnwinder) Register(context.Context, []rtdyld.UnwindTable) error   { return nil }
func (indexUnwinder) Deregister(context.Context, []rtdyld.UnwindTable) error { return nil }

type reserver struct{}

func (reserver) Reserve(context.Context, rtdyld.Need, rtdyld.Need, rtdyld.Need) error { return nil }

// oneThread has thread-locals of one thread at made-up offsets.
type oneThread struct{}

func (oneThread) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return oneThread{}, nil
}
func (oneThread) Module() uint64                           { return 1 }
func (oneThread) DTPOffset() uint64                        { return 0 }
func (oneThread) TPOffset() int64                          { return -4096 }
func (oneThread) Initialize(context.Context, []byte) error { return nil }
func (oneThread) Release(context.Context) error            { return nil }

// TestContextMade is TestContext for what the linker makes and cuts.
func TestContextMade(t *testing.T) {
	for _, b := range bigParts {
		t.Run(b.name, func(t *testing.T) {
			endsAnywhere(t, b.cfg, b.load, b.resolve, !b.moving, b.make(8*heed.Every)...)
		})
	}
}

// TestContextAsked: what tells of an object ends with its context, after each look, and tells the same when it is asked
// again.
func TestContextAsked(t *testing.T) {
	const n = 8 * heed.Every
	file := elfFile(62, func(f *objgen.ELF) {
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8)})
		info := f.Add(objgen.ELFSection{Name: ".debug_info", Data: make([]byte, 8*heed.Bytes)})
		own := f.AddSymbol(objgen.ELFSymbol{Name: "own", Section: text})
		f.AddSymbol(objgen.ELFSymbol{Name: "s", Bind: 1})
		var rs, debug []objgen.ELFReloc
		for i := range n {
			sym := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
			rs = append(rs, objgen.ELFReloc{Sym: sym, Type: 4, Addend: -4})
			debug = append(debug, objgen.ELFReloc{Offset: uint64(8 * i), Sym: own, Type: 1})
		}
		f.AddRelocs(text, true, rs)
		f.AddRelocs(info, true, debug)
	})[0]
	r := newRig(t, rtdyld.Config{Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1234}, true })})
	objs, err := r.Load(t.Context(), parse(t, "big.o", file))
	if err != nil {
		t.Fatal(err)
	}
	r.resolve()
	o := objs[0]
	rnd := rand.New(rand.NewPCG(15, 12))
	for name, ask := range map[string]struct {
		looks int
		f     func(ctx context.Context) (int, error)
	}{
		"Linker.Explain": {38, func(ctx context.Context) (int, error) {
			e, err := r.ExplainContext(ctx, "s7")
			if err != nil {
				return 0, err
			}
			return len(e.Refs), nil
		}},
		"Object.Explain": {38, func(ctx context.Context) (int, error) {
			e, err := o.ExplainContext(ctx, "s7")
			if err != nil {
				return 0, err
			}
			return len(e.Refs), nil
		}},
		"Made": {14, func(ctx context.Context) (int, error) {
			made, err := o.MadeContext(ctx)
			return len(made), err
		}},
		"DebugSections": {54, func(ctx context.Context) (int, error) {
			list, err := o.DebugSectionsContext(ctx, nil)
			return len(list), err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			all := heedtest.Endless()
			want, err := ask.f(all)
			if err != nil || want == 0 {
				t.Fatal(want, err)
			}
			looks := enough(t, name, all, ask.looks)
			for range 4 {
				ctx := heedtest.EndsAfter(rnd.IntN(looks))
				_, err := ask.f(ctx)
				ended(t, name, ctx, err)
				if got, err := ask.f(t.Context()); got != want || err != nil {
					t.Fatalf("%d, %v, want %d", got, err, want)
				}
			}
		})
	}
}
