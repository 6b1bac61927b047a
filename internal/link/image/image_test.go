package image

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// TestRelr: a reader as the gABI describes it finds the words that were packed, in few entries where they are neighbours.
func TestRelr(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var addrs []uint64
		at := uint64(0x1000)
		for range r.IntN(300) {
			at += 8 * (1 + r.Uint64N(1+r.Uint64N(1+r.Uint64N(200))))
			addrs = append(addrs, at)
		}
		b := appendRelr(nil, bin.Order{}, addrs)
		var got []uint64
		where := uint64(0)
		for i := 0; i < len(b); i += 8 {
			if e := (bin.Order{}).U64(b[i:]); e&1 == 0 {
				got = append(got, e)
				where = e + 8
			} else {
				for k := range uint64(63) {
					if e>>(k+1)&1 != 0 {
						got = append(got, where+8*k)
					}
				}
				where += 63 * 8
			}
		}
		if !slices.Equal(got, addrs) {
			t.Fatalf("got %#x, want %#x", got, addrs)
		}
	}
	row := make([]uint64, 640)
	for i := range row {
		row[i] = 0x2000 + 8*uint64(i)
	}
	if n := len(appendRelr(nil, bin.Order{}, row)) / 8; n != 12 {
		t.Errorf("%d entries for 640 words in a row, want an address and 11 of bits", n)
	}
}

// TestHashTable: a look-up as dynamic linkers do it finds each name at its place in the symbol table, and no other.
func TestHashTable(t *testing.T) {
	o := bin.Order{}
	for _, n := range []int{0, 1, 2, 7, 1000} {
		defs := make([]Symbol, n)
		for i := range defs {
			defs[i].Name = fmt.Sprintf("name%d", i*i)
		}
		const first = 5
		order, buckets := hashOrder(defs)
		b := hashTable(o, order, buckets, first)
		find := func(name string) int {
			h := elf.GNUHash(name)
			filter := int(o.U32(b[8:]))
			word := o.U64(b[16+8*(int(h/64)%filter):])
			if word>>(h%64)&1 == 0 || word>>(h>>o.U32(b[12:])%64)&1 == 0 {
				return -1
			}
			heads := b[16+8*filter:]
			chain := heads[4*buckets:]
			at := o.U32(heads[4*(h%buckets):])
			if at == 0 {
				return -1
			}
			for ; ; at++ {
				c := o.U32(chain[4*(at-first):])
				if c|1 == h|1 && defs[order[at-first].index].Name == name {
					return order[at-first].index
				}
				if c&1 != 0 {
					return -1
				}
			}
		}
		for i := range defs {
			if got := find(defs[i].Name); got != i {
				t.Errorf("of %d: %s is %d, want %d", n, defs[i].Name, got, i)
			}
		}
		if got := find("another"); got != -1 {
			t.Errorf("of %d: a name that is not there is %d", n, got)
		}
	}
}

// TestFrames: functions are listed by address; what cannot be read is an error that says where.
func TestFrames(t *testing.T) {
	o := bin.Order{}
	record := func(words ...uint32) (b []byte) {
		b = make([]byte, 4)
		o.PutU32(b, uint32(4*len(words)))
		for _, w := range words {
			b = append(b, 0, 0, 0, 0)
			o.PutU32(b[len(b)-4:], w)
		}
		return b
	}
	cie := record(0, 0x00527a01, 0x01107801, 0x0000001b) // version 1, "zR", 1, -8, 16, 1 byte: pcrel sdata4
	data := slices.Clone(cie)
	data = append(data, record(uint32(len(data)+4), 0x500, 8, 0)...)
	data = append(data, record(uint32(len(data)+4), 0x100, 8, 0)...)
	all, err := frames(data, 0x10000, o)
	at := uint64(len(cie))
	if want := []frame{{0x10000 + at + 20 + 8 + 0x100, 0x10000 + at + 20}, {0x10000 + at + 8 + 0x500, 0x10000 + at}}; err != nil || !slices.Equal(all, want) {
		t.Errorf("%#x, %v, want %#x", all, err, want)
	}
	if n, err := CountFrames(data, o); n != 2 || err != nil {
		t.Errorf("%d functions, %v", n, err)
	}
	var bad *FrameError
	if _, err := CountFrames(data[:len(data)-1], o); !errors.As(err, &bad) || bad.Off != at+20 {
		t.Errorf("cut: %v", err)
	}
	data[len(cie)+4] = 1 // no CIE is there
	if _, err := frames(data, 0, o); !errors.As(err, &bad) || bad.Off != at {
		t.Errorf("without a CIE: %v", err)
	}
}

// TestSize: what tables take is known beforehand, without contents.
func TestSize(t *testing.T) {
	target := &Target{Machine: 62, Page: 0x1000, Word: 1, GlobDat: 6, Relative: 8, Copy: 5}
	for n := range 40 {
		s := Sizes{Dynamic: DynamicSize(2), Meta: 1}
		s.Size[Data], s.Align[Data] = 0x1000, 16
		l, err := Place(target, 0x10000, s)
		if err != nil {
			t.Fatal(err)
		}
		f := &File{Layout: l, Triple: "x86_64", Linker: "test", Inputs: []Input{{Name: "a.o"}}, Copies: make([]Copy, n%3), Fixed: n == 7}
		f.Libraries = []Library{{Name: "libc.so.6"}, {Name: "libm.so.6"}}
		for i := range n {
			f.Symbols = append(f.Symbols, Symbol{Name: fmt.Sprintf("name%d", i*i), Addr: l.Addr[Data] + uint64(i), Group: Data})
			f.Words = append(f.Words, Word{Addr: l.Addr[Data] + 8*uint64(i) + uint64(i%4)/3, Import: -1}) // one of four at an odd address
			if i%5 == 0 {
				f.Imports = append(f.Imports, Import{Name: fmt.Sprintf("import%d", i), Library: i % 3, Version: []string{"", "V_1"}[i%2]})
				f.Words[i].Import = int32(len(f.Imports) - 1)
			}
		}
		before := f.Size()
		f.Contents = make([]byte, l.FileSize)
		if got := f.Tables(); got != before || got < headerSize {
			t.Errorf("%d symbols: tables take %d bytes, beforehand %d", n, got, before)
		}
	}
}
