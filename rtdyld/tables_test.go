package rtdyld_test

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// told records function tables, and refuses them if it is told to.
type told struct {
	base   uint64
	live   map[uint64]int // bytes by address
	refuse bool
}

func (d *told) Formats() rtdyld.UnwindFormat { return rtdyld.PData }

func (d *told) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	if d.refuse {
		return errNoMemory
	}
	if d.live == nil {
		d.live = map[uint64]int{}
	}
	d.base = tables[0].Base
	for _, b := range tables {
		if b.Format != rtdyld.PData || b.Base != d.base {
			return errors.New("another base")
		}
		d.live[b.Addr] = len(b.Mem)
	}
	return nil
}

func (d *told) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	for _, b := range tables {
		if b.Base != d.base {
			return errors.New("another base")
		}
		if d.live[b.Addr] != len(b.Mem) {
			return errors.New("not registered")
		}
		delete(d.live, b.Addr)
	}
	return nil
}

// TestFunctionTables: the tables of COFF objects are told of once they are final, all
// that count of an object together, and given back.
func TestFunctionTables(t *testing.T) {
	d := &told{}
	everything := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x7000, Kind: rtdyld.Func}, true })
	r := newRig(t, rtdyld.Config{Unwinder: d, Resolver: everything, TLS: &anyTLS{}})
	objs := r.load("cxx_gnu=../coff-amd64/cxx_gnu")
	r.resolve()
	if len(d.live) != 0 {
		t.Error("told before the end")
	}
	r.finalize()
	want := map[uint64]int{}
	functions := 0
	for _, s := range objs[0].Sections() {
		if len(s.Name) < 6 || s.Name[:6] != ".pdata" || len(s.Mem) == 0 {
			continue
		}
		want[s.Addr] = len(s.Mem)
		if d.live[s.Addr] != len(s.Mem) {
			t.Errorf("%s at %#x, %d bytes: %d were told", s.Name, s.Addr, len(s.Mem), d.live[s.Addr])
		}
		for m := s.Mem; len(m) >= 12; m = m[12:] {
			functions++
			at := d.base + uint64(binary.LittleEndian.Uint32(m))
			if o := r.objectAt(at); o == "" {
				t.Errorf("function at %#x is in no section of code", at)
			}
		}
	}
	if len(want) == 0 || len(d.live) != len(want) || functions == 0 || d.base != r.ImageBase() {
		t.Errorf("%d tables with %d functions, %d told, base %#x", len(want), functions, len(d.live), d.base)
	}
	r.unload(objs...)
	if len(d.live) != 0 {
		t.Errorf("%d tables are left", len(d.live))
	}

	d.refuse = true
	objs = r.load("cxx_gnu=../coff-amd64/cxx_gnu")
	if err := r.Finalize(t.Context()); !errors.Is(err, errNoMemory) {
		t.Errorf("refused tables: %v", err)
	}
	d.refuse = false
	r.finalize()
	if len(d.live) != len(want) {
		t.Errorf("%d tables the second time", len(d.live))
	}
	r.unload(objs...)
}

// objectAt names the section of code that an address is in.
func (r *rig) objectAt(addr uint64) string {
	for _, o := range r.Objects() {
		for _, s := range o.Sections() {
			if s.Addr <= addr && addr < s.Addr+uint64(len(s.Mem)) && s.Name[:5] == ".text" {
				return s.Name
			}
		}
	}
	return ""
}
