package rtdyld_test

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// oneModule puts the thread-locals of all objects into one block; module is what
// objects get that come from then on.
type oneModule struct {
	module, used uint64
	init         map[string]string // by object
}

type pieceOfModule struct {
	p           *oneModule
	module, off uint64
	object      string
}

func (p *oneModule) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	off := (p.used + req.Align - 1) &^ (req.Align - 1)
	p.used = off + req.Size
	return &pieceOfModule{p, p.module, off, req.Object}, nil
}
func (b *pieceOfModule) Module() uint64    { return b.module }
func (b *pieceOfModule) DTPOffset() uint64 { return b.off }
func (b *pieceOfModule) TPOffset() int64   { return 0 }
func (b *pieceOfModule) Initialize(_ context.Context, init []byte) error {
	b.p.init[b.object] = string(init)
	return nil
}
func (b *pieceOfModule) Release(context.Context) error { return nil }

// threadObject is an object that has thread-locals and the address of _tls_index, words
// with SECREL of the names given, and the distance to _tls_index.
func threadObject(t *testing.T, name string, machine uint16, defines string, init string, zero uint32, index string, uses ...string) *objfmt.ObjectImage {
	f := &objgen.COFF{Machine: machine}
	abs, rel, secrel := uint16(1), uint16(4), uint16(11)
	if machine == 0x14c {
		abs, rel = 6, 20
	}
	data := f.Add(objgen.COFFSection{Name: ".data", Flags: chData, Data: make([]byte, 8+4*len(uses)+4)})
	f.AddSymbol(objgen.COFFSymbol{Name: "data_" + name, Section: data, Class: 2})
	if index != "" {
		sym := f.AddSymbol(objgen.COFFSymbol{Name: index, Class: 2})
		f.Section(data).Relocs = append(f.Section(data).Relocs, objgen.COFFReloc{Address: 0, Sym: sym, Type: abs}, objgen.COFFReloc{Address: uint32(8 + 4*len(uses)), Sym: sym, Type: rel})
	}
	syms := map[string]uint32{}
	if init != "" {
		sec := f.Add(objgen.COFFSection{Name: ".tls$", Flags: 0xc0300040, Data: []byte(init)})
		syms[defines] = f.AddSymbol(objgen.COFFSymbol{Name: defines, Section: sec, Value: 4, Class: 2})
	}
	if zero > 0 {
		sec := f.Add(objgen.COFFSection{Name: ".tls$", Flags: 0xc0400080, Size: zero})
		syms[defines+"0"] = f.AddSymbol(objgen.COFFSymbol{Name: defines + "0", Section: sec, Value: 8, Class: 2})
	}
	for i, use := range uses {
		if _, ok := syms[use]; !ok {
			syms[use] = f.AddSymbol(objgen.COFFSymbol{Name: use, Class: 2})
		}
		f.Section(data).Relocs = append(f.Section(data).Relocs, objgen.COFFReloc{Address: uint32(8 + 4*i), Sym: syms[use], Type: secrel})
		binary.LittleEndian.PutUint32(f.Section(data).Data[8+4*i:], 2) // an addend
	}
	return parse(t, name, f.Bytes())
}

// TestCOFFThreads: objects read the number of their module from a variable of their
// own, and offsets count from the start of the module's block.
func TestCOFFThreads(t *testing.T) {
	for _, machine := range []uint16{0x8664, 0x14c} {
		index := "_tls_index"
		if machine == 0x14c {
			index = "__tls_index"
		}
		p := &oneModule{module: 77, used: 0x20, init: map[string]string{}}
		r := newRig(t, rtdyld.Config{TLS: p, Resolver: outside{"far": {Addr: 0x500, Module: 77, Kind: rtdyld.TLS}}})
		objs, err := r.Load(t.Context(),
			threadObject(t, "a", machine, "v", "initial.", 16, index, "v", "v0", "w", "far"),
			threadObject(t, "b", machine, "w", "12345678", 0, "", "v0"),
			threadObject(t, "c", machine, "", "", 0, index, "w"))
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		word := func(addr uint64) uint32 { return binary.LittleEndian.Uint32(r.bytes(addr, 4)) }
		for o, uses := range map[string]uint64{"a": 4, "c": 1} {
			at := uint64(word(r.addr("data_" + o)))
			if got := word(at); got != 77 {
				t.Errorf("%s reads module %d at %#x", o, got, at)
			}
			if got := r.target(r.addr("data_"+o) + 8 + 4*uses); got != at {
				t.Errorf("%s finds the variable at %#x and at %#x", o, at, got)
			}
		}
		// a has 0x20 to 0x38, initialized 8 bytes, then from a multiple of 8 the rest; b 8 bytes behind.
		for _, c := range []struct {
			object string
			n      uint64
			want   uint32
		}{{"a", 0, 0x20 + 4 + 2}, {"a", 1, 0x20 + 8 + 8 + 2}, {"a", 2, 0x38 + 4 + 2}, {"a", 3, 0x502}, {"b", 0, 0x20 + 8 + 8 + 2}, {"c", 0, 0x38 + 4 + 2}} {
			if got := word(r.addr("data_"+c.object) + 8 + 4*c.n); got != c.want {
				t.Errorf("machine %#x: offset %d of %s is %#x, want %#x", machine, c.n, c.object, got, c.want)
			}
		}
		if p.init["a"] != "initial." || p.init["b"] != "12345678" {
			t.Errorf("initial values %q", p.init)
		}
		r.unload(objs...)

		// The name's own definition comes first.
		r = newRig(t, rtdyld.Config{TLS: p, Resolver: outside{index: {Addr: 0x7000}}})
		objs, err = r.Load(t.Context(), threadObject(t, "a", machine, "v", "initial.", 0, index, "v"))
		if err != nil {
			t.Fatal(err)
		}
		r.finalize()
		if got := word(r.addr("data_a")); got != 0x7000 {
			t.Errorf("the variable is at %#x", got)
		}
		r.unload(objs...)

		// One variable is for one module; an object without thread-locals has none.
		r = newRig(t, rtdyld.Config{TLS: p})
		first, err := r.Load(t.Context(), threadObject(t, "b", machine, "w", "12345678", 0, "", "w"))
		if err != nil {
			t.Fatal(err)
		}
		p.module++
		second, err := r.Load(t.Context(), threadObject(t, "a", machine, "v", "initial.", 0, index, "v", "w"))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Resolve(t.Context(), second...); !errors.Is(err, rtdyld.ErrTLS) {
			t.Errorf("two modules: %v", err)
		}
		r.unload(append(first, second...)...)
		third, err := r.Load(t.Context(), threadObject(t, "c", machine, "", "", 0, index))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Resolve(t.Context(), third...); !errors.Is(err, rtdyld.ErrTLS) {
			t.Errorf("none: %v", err)
		}
		r.unload(third...)

		r = newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), threadObject(t, "a", machine, "v", "initial.", 0, index, "v")); !errors.Is(err, rtdyld.ErrTLS) {
			t.Errorf("no provider: %v", err)
		}
	}
}

// TestCOFFThreadArray: the place of the array is a constant of i386.
func TestCOFFThreadArray(t *testing.T) {
	p := &oneModule{module: 1, init: map[string]string{}}
	r := newRig(t, rtdyld.Config{TLS: p})
	objs, err := r.Load(t.Context(), threadObject(t, "a", 0x14c, "v", "initial.", 0, "__tls_array", "v"))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	if got := binary.LittleEndian.Uint32(r.bytes(r.addr("data_a"), 4)); got != 0x2c {
		t.Errorf("the array is at %#x", got)
	}
	r.unload(objs...)
}
