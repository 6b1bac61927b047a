package objfile_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// big is an input, what is done to it, and how many times its n items are gone over at least.
type big struct {
	name   string
	passes int
	data   func(n int) []byte
	work   func(ctx context.Context, name string, data []byte) error
}

func parseObject(ctx context.Context, name string, data []byte) error {
	img, err := objfile.ParseContext(ctx, name, data)
	if err == nil {
		err = img.Close()
	}
	return err
}

func parseFull(ctx context.Context, name string, data []byte) error {
	img, err := objfile.Parse(name, data)
	if err != nil {
		return err
	}
	defer img.Close()
	full, err := img.FullContext(ctx)
	if err == nil {
		err = full.Close()
	}
	return err
}

func lookup(ctx context.Context, name string, data []byte) error {
	a, err := ar.ParseContext(context.Background(), name, data)
	if err != nil {
		return err
	}
	defer a.Close()
	_, found, err := a.LookupContext(ctx, "s1")
	if err != nil { // it may be asked again
		if _, found, err := a.Lookup("s1"); !found || err != nil {
			return fmt.Errorf("after a lookup that was given up: %t, %v", found, err)
		}
	} else if !found {
		return errors.New("not found")
	}
	return err
}

func elfWith(edit func(f *objgen.ELF)) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	edit(f)
	return f.Bytes()
}

func coffWith(edit func(f *objgen.COFF)) []byte {
	f := &objgen.COFF{Machine: 0x8664, Big: true}
	edit(f)
	return f.Bytes()
}

func archiveOf(n int, flavour objgen.ArFlavour) []byte {
	a := &objgen.Ar{Flavour: flavour}
	m := objgen.ArMember{Name: "a.o"}
	for i := range n {
		m.Symbols = append(m.Symbols, fmt.Sprint("s", i))
	}
	a.Members = []objgen.ArMember{m}
	return a.Bytes()
}

// bigs has a row for each loop of a parser that grows with its input.
var bigs = []big{
	{"elf sections", 2, func(n int) []byte {
		return elfWith(func(f *objgen.ELF) {
			for range n {
				f.Add(objgen.ELFSection{Name: ".text", Flags: 6})
			}
		})
	}, parseObject},
	{"elf relocation sections", 5, func(n int) []byte {
		return elfWith(func(f *objgen.ELF) {
			f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
			for range n {
				f.AddRelocs(f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: []byte{0}}), true, []objgen.ELFReloc{{Sym: 1, Type: 14}})
			}
		})
	}, parseFull},
	{"elf symbols", 1, func(n int) []byte {
		return elfWith(func(f *objgen.ELF) {
			for i := range n {
				f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
			}
		})
	}, parseObject},
	{"elf groups", 7, func(n int) []byte { // classify, sections, the sum, groups and members
		return elfWith(func(f *objgen.ELF) {
			f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1})
			for range n {
				f.AddGroup(1, 1, f.Add(objgen.ELFSection{Name: ".text", Flags: 6}))
			}
		})
	}, parseFull},
	{"elf name table", 1, func(n int) []byte {
		return elfWith(func(f *objgen.ELF) {
			f.EditNames = func(table []byte) []byte {
				return append(append(table, bytes.Repeat([]byte("name\x00"), n*(heed.Bytes/heed.Every)/5+1)...), 0)
			}
		})
	}, parseObject},
	{"elf long names", 1, func(n int) []byte {
		return elfWith(func(f *objgen.ELF) {
			name := strings.Repeat("x", n*(heed.Bytes/heed.Every)/8)
			for i := range 15 {
				f.AddSymbol(objgen.ELFSymbol{Name: name[i:], Bind: 1})
			}
		})
	}, parseObject},
	{"coff sections", 2, func(n int) []byte {
		return coffWith(func(f *objgen.COFF) {
			for range n {
				f.Add(objgen.COFFSection{Name: ".text", Flags: 0x60000020})
			}
		})
	}, parseObject},
	{"coff names of eight bytes", 3, func(n int) []byte {
		return coffWith(func(f *objgen.COFF) {
			f.EditSection = func(_ int, h *objgen.COFFSectionHeader) { h.VirtualSize = 1 }
			for range n {
				f.Add(objgen.COFFSection{Name: ".text$mn", Flags: 0x60000020})
			}
		})
	}, parseObject},
	{"coff symbols", 1, func(n int) []byte {
		return coffWith(func(f *objgen.COFF) {
			for i := range n {
				f.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("s", i), Class: 2})
			}
		})
	}, parseObject},
	{"coff weak externals", 3, func(n int) []byte { // two records each, and the search for circles
		return coffWith(func(f *objgen.COFF) {
			x := f.AddSymbol(objgen.COFFSymbol{Name: "x", Class: 2})
			for i := range n / 2 {
				f.AddWeak(fmt.Sprint("s", i), x, 1)
			}
		})
	}, parseObject},
	{"coff groups", 8, func(n int) []byte { // sections twice, symbols, nameless, groups twice, fillGroups twice
		return coffWith(func(f *objgen.COFF) {
			for i := range n {
				f.AddSectionSymbol(f.Add(objgen.COFFSection{Name: ".text$a", Flags: 0x60001020}), 2, 0)
				f.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("s", i), Section: int32(i + 1), Class: 2})
			}
		})
	}, parseObject},
	{"coff directives", 1, func(n int) []byte {
		return coffWith(func(f *objgen.COFF) {
			f.Add(objgen.COFFSection{Name: ".drectve", Flags: 0x100a00, Data: bytes.Repeat([]byte("/include:x "), n)})
		})
	}, parseObject},
	{"macho symbols", 2, func(n int) []byte {
		f := &objgen.MachO{Is64: true, CPU: 0x01000007}
		for i := range n {
			f.Symbols = append(f.Symbols, objgen.MachOSymbol{Name: fmt.Sprint("s", i), Type: 1})
		}
		return f.Bytes()
	}, parseObject},
	{"macho aliases", 6, func(n int) []byte {
		f := &objgen.MachO{Is64: true, CPU: 0x01000007}
		for i := range n {
			f.Symbols = append(f.Symbols, objgen.MachOSymbol{Name: fmt.Sprint("s", i), Type: 0xb, Target: "x"})
		}
		return f.Bytes()
	}, parseObject},
	{"macho sections", 1, func(n int) []byte { // counted, made, sorted, their symbols
		f := &objgen.MachO{CPU: 7}
		for range n / 4 {
			f.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: 0x80000000, Data: []byte{0}})
		}
		return f.Bytes()
	}, parseObject},
	{"macho indirect symbols", 1, func(n int) []byte {
		f := &objgen.MachO{Is64: true, CPU: 0x01000007, Symbols: []objgen.MachOSymbol{{Name: "x", Type: 1}}, Indirect: make([]uint32, n)}
		f.Add(objgen.MachOSection{Name: "__got", Segment: "__DATA", Flags: 6, Data: make([]byte, 8*n)})
		return f.Bytes()
	}, parseObject},
	{"macho call frames", 1, func(n int) []byte {
		f := &objgen.MachO{Is64: true, CPU: 0x01000007}
		cie := []byte{12, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0x78, 16, 0, 0, 0}
		f.Add(objgen.MachOSection{Name: "__eh_frame", Segment: "__TEXT", Data: bytes.Repeat(cie, n)})
		return f.Bytes()
	}, parseObject},
	{"macho options", 2, func(n int) []byte {
		option := []byte{0x2d, 0, 0, 0, 16, 0, 0, 0, 1, 0, 0, 0, '-', 'l', 'm', 0}
		f := &objgen.MachO{Is64: true, CPU: 0x01000007}
		for range n {
			f.Commands = append(f.Commands, option)
		}
		return f.Bytes()
	}, parseObject},
	{"archive index", 1, func(n int) []byte { return archiveOf(n, objgen.ArGNU) }, lookup},
	{"archive index, COFF", 1, func(n int) []byte { return archiveOf(n, objgen.ArCOFF) }, lookup},
	{"archive specials", 1, func(n int) []byte {
		return append([]byte(ar.Magic), bytes.Repeat(fmt.Appendf(nil, "%-48s%-10d`\n", "//", 0), n)...)
	}, func(ctx context.Context, name string, data []byte) error {
		a, err := ar.ParseContext(ctx, name, data)
		if err == nil {
			err = a.Close()
		}
		return err
	}},
	{"archive members", heed.Every, func(n int) []byte {
		a := &objgen.Ar{NoIndex: true}
		for range n / 64 {
			a.Members = append(a.Members, objgen.ArMember{Name: "a.o"})
		}
		return a.Bytes()
	}, func(ctx context.Context, name string, data []byte) error {
		a, err := ar.ParseContext(context.Background(), name, data)
		if err != nil {
			return err
		}
		defer a.Close()
		return a.BuildIndexContext(ctx, func(ar.Member, func(string)) error { return nil })
	}},
	{"archive as files", 3, func(n int) []byte { // listed, named, sorted
		a := &objgen.Ar{NoIndex: true}
		for i := range n {
			a.Members = append(a.Members, objgen.ArMember{Name: fmt.Sprint("a", i%3)})
		}
		return a.Bytes()
	}, func(ctx context.Context, name string, data []byte) error {
		a, err := ar.Parse(name, data)
		if err != nil {
			return err
		}
		defer a.Close()
		_, err = fs.ReadDir(a.FSContext(ctx), ".")
		if err != nil { // another one may list them
			if _, err := fs.Stat(a.FS(), "a0"); err != nil {
				return fmt.Errorf("after a list that was given up: %w", err)
			}
		}
		return err
	}},
	{"compressed section", 1, func(n int) []byte {
		return elfWith(func(f *objgen.ELF) {
			var b bytes.Buffer
			w := zlib.NewWriter(&b)
			part, rnd := make([]byte, heed.Bytes), rand.New(rand.NewPCG(1, 1))
			for range n / heed.Every {
				for i := range 1 << 16 { // not so few bytes that nobody would believe in the others
					part[i] = byte(rnd.Uint32())
				}
				w.Write(part)
			}
			w.Close()
			f.Add(objgen.ELFSection{Name: ".debug_info", Flags: 0x800, Data: f.Compressed(1, uint64(n*(heed.Bytes/heed.Every)), 1, b.Bytes())})
		})
	}, func(ctx context.Context, name string, data []byte) error {
		img, err := objfile.Parse(name, data)
		if err != nil {
			return err
		}
		defer img.Close()
		full, err := img.Full()
		if err != nil {
			return err
		}
		defer full.Close()
		_, err = full.ContentsContext(ctx, 0)
		return err
	}},
}

// TestContext: whatever a big file is big in, its parser looks at the context each time that it
// has gone over some thousand items more, and after the look that finds it ended does nothing
// but return.
func TestContext(t *testing.T) {
	const n = 8 * heed.Every
	rnd := rand.New(rand.NewPCG(15, 12))
	for _, b := range bigs {
		t.Run(b.name, func(t *testing.T) {
			data := b.data(n)
			all := heedtest.Endless()
			if err := b.work(all, "big.o", data); err != nil {
				t.Fatal(err)
			}
			least := b.passes * (n/heed.Every - 1)
			if b.passes == heed.Every {
				least = n / 64 // a look for each
			}
			if all.Seen() < least {
				t.Fatalf("%d looks at the context in %d passes over %d items", all.Seen(), b.passes, n)
			}
			for range 4 {
				c := heedtest.EndsAfter(rnd.IntN(all.Seen()))
				err := b.work(c, "big.o", data)
				c.Ended(t, b.name, err, 3)
				if err == nil || !strings.Contains(err.Error(), "big.o") {
					t.Errorf("ended at look %d of %d: %v", c.Left()+1, all.Seen(), err)
				}
			}
		})
	}
}

// TestContextOwner: the buffer of an object that is not parsed stays the caller's.
func TestContextOwner(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, b := range bigs {
		buf := objfmt.NewBuffer("big.o", b.data(64))
		if _, err := objfile.ParseBufferContext(ctx, buf); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", b.name, err)
		}
		if err := buf.Close(); err != nil {
			t.Errorf("%s: %v", b.name, err)
		}
		if buf.TryRetain() {
			t.Errorf("%s: the buffer has an owner", b.name)
		}
	}
}
