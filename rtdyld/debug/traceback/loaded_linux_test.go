//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"bytes"
	"context"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// low is memory at addresses that 31 bits hold, so that anywhere is near.
type low struct{ free []byte }

func newLow(t testing.TB) *low {
	b, err := unix.Mmap(-1, 0, 64<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|0x40) // MAP_32BIT
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(b) })
	return &low{b}
}

func (m *low) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var a allocation
	for _, q := range reqs {
		at := uint64(uintptr(unsafe.Pointer(&m.free[0])))
		skip := -at & (max(q.Align, 4096) - 1)
		a = append(a, rtdyld.Block{Mem: m.free[skip : skip+q.Size : skip+q.Size], Addr: at + skip})
		m.free = m.free[skip+q.Size:]
	}
	return a, nil
}

// TestLoaded: of each address of the functions of a real archive, what is read of call frame
// information and symbols as they lie in memory is what tables say that were made before.
func TestLoaded(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("of this processor")
	}
	path := "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a"
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m := newLow(t)
	rules, names := 0, 0
	for x, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(x)
		if err != nil {
			t.Fatal(err)
		}
		o := link(t, m, img)
		img.Close()
		sym := symbolize.New()
		sym.Finalized([]*rtdyld.Object{o})
		read := loadedOf(o)
		if read == nil {
			t.Fatalf("%s is not read", o.Name())
		}
		made := tablesOf(o, sym, false)
		for i, x := range made {
			if read[i].start != x.start || read[i].end != x.end {
				t.Fatalf("%s: %+v, want %+v", o.Name(), read[i], x)
			}
			for pc := x.start; pc < x.end; pc++ {
				if checkLoaded(t, read[i].loaded, ruleAt(x, uint32(pc-x.start)), pc) {
					rules++
				}
				checkName(t, sym, read[i].loaded, pc)
				names++
			}
		}
		release(read)
	}
	if rules < 1000 || names < rules {
		t.Errorf("%d rules, %d names", rules, names)
	}
}

// seen is an ImageMapper that keeps what the last image lies in.
type seen struct {
	rtdyld.ImageMapper
	blocks []rtdyld.Block
}

func (s *seen) MapImage(ctx context.Context, req *rtdyld.ImageRequest) (rtdyld.Allocation, error) {
	a, err := s.ImageMapper.MapImage(ctx, req)
	if err == nil {
		s.blocks = a.Blocks()
	}
	return a, err
}

// protect gives all of the image permissions.
func (s *seen) protect(t *testing.T, prot int) {
	for _, b := range s.blocks {
		if err := unix.Mprotect(b.Mem, prot); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLoadedImage: what is to be known of a linked image takes no look at its memory, which cannot be read meanwhile, unless it has no sorted table;
// and rules and names are those of tables that were made before.
func TestLoadedImage(t *testing.T) {
	folder := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	if folder == "" {
		t.Skip("there are no linked images for it")
	}
	path := "/usr/lib/" + folder + "-linux-gnu/libz.a"
	citest.Need(t, path)
	m, err := mem.NewImages(mem.ImagesConfig{})
	if err != nil {
		t.Fatal(err)
	}
	s := &seen{ImageMapper: m}
	l, err := rtdyld.New(rtdyld.Config{Memory: new(memory), Images: s, Resolver: anywhere})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	data := savedImage(t, path)
	for _, sorted := range []bool{true, false} {
		if !sorted {
			data = bytes.Replace(data, []byte{1, 0x1b, 0x03, 0x3b}, []byte{1, 0x1b, 0xff, 0xff}, 1) // DW_EH_PE_omit
		}
		img, err := rtdyld.ReadImage(objfmt.NewBuffer("saved", data), rtdyld.ImageConfig{Trusted: true})
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		o, err := l.MapImage(t.Context(), img, rtdyld.MapConfig{Elsewhere: true})
		if err != nil {
			t.Fatal(err)
		}
		if sorted {
			s.protect(t, unix.PROT_NONE)
		}
		read := loadedOf(o)
		s.protect(t, unix.PROT_READ)
		if len(read) != 1 || len(read[0].loaded.fdes) == 0 != sorted {
			t.Fatalf("%+v", read)
		}
		checkImage(t, o, read[0])
		release(read)
	}
}

// checkImage holds what is read of an image against tables, at addresses that lie in all of it.
func checkImage(t *testing.T, o *rtdyld.Object, read *table) {
	t.Helper()
	sym := symbolize.New()
	sym.Finalized([]*rtdyld.Object{o})
	defer sym.Unloading([]*rtdyld.Object{o})
	rules, names := 0, 0
	for pc, made := read.start, tablesOf(o, sym, false)[0]; pc < read.end; pc += 13 {
		if checkLoaded(t, read.loaded, ruleAt(made, uint32(pc-made.start)), pc) {
			rules++
		}
		if checkName(t, sym, read.loaded, pc) {
			names++
		}
	}
	if rules < 1000 || names < rules {
		t.Errorf("%d rules, %d names", rules, names)
	}
}

// savedImage saves all of an archive as a linked image.
func savedImage(t *testing.T, path string) []byte {
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	memory := new(memory)
	memory.next.Store(0x10000000)
	l, err := rtdyld.New(rtdyld.Config{Memory: memory, Image: true})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var imgs []*objfmt.ObjectImage
	for x, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(x)
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		imgs = append(imgs, img)
	}
	var b bytes.Buffer
	if _, err = l.Load(t.Context(), imgs...); err == nil {
		err = l.Save(t.Context(), &b, rtdyld.SaveConfig{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// checkName holds the name that is read for a pc against package symbolize's, and reports whether there is one.
func checkName(t *testing.T, sym *symbolize.Symbolizer, l *loaded, pc uintptr) bool {
	t.Helper()
	arg := symbolizerArg{pc: pc}
	want, ok := sym.Symbol(uint64(pc))
	ok = ok && want.Symbol != ""
	if l.name(&arg) != ok || ok && (text(arg.funcName) != want.Symbol || uint64(pc-arg.entry) != want.Offset) {
		t.Fatalf("%s: %#x: %s at %#x, want %+v", l.object, pc, text(arg.funcName), arg.entry, want)
	}
	return ok
}

// checkLoaded holds the rule that is read for a pc against one of a table.
func checkLoaded(t *testing.T, l *loaded, want *rule, pc uintptr) bool {
	t.Helper()
	room := new(rule)
	ok := inside(l, pc, uintptr(unsafe.Pointer(room)))
	runtime.KeepAlive(room)
	if want == nil || want.base == baseNone {
		if ok {
			t.Fatalf("%#x: %+v, but the table has none", pc, *room)
		}
		return false
	}
	if room.off = want.off; !ok || *room != *want {
		t.Fatalf("%#x: %v %+v, want %+v %x", pc, ok, *room, *want, l.fdes)
	}
	return true
}

// TestLoadedGoes: the file that an object's names are in stays as long as somebody reads, and
// no longer.
func TestLoadedGoes(t *testing.T) {
	tb, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	path := "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a"
	if runtime.GOARCH != "amd64" {
		t.Skip("of this processor")
	}
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var img *objfmt.ObjectImage
	for x, err := range a.Members() {
		if err == nil {
			img, err = objfile.ParseMember(x)
		}
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: newLow(t), Resolver: anywhere, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	o, err := l.Load(t.Context(), img)
	if err == nil {
		err = l.Finalize(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	buffer := img.Buffer
	img.Close()
	owned := func() bool {
		if !buffer.TryRetain() {
			return false
		}
		buffer.Close()
		return true
	}
	tb.Finalized(o)
	lines := &Traceback{lines: true}
	lines.Finalized(o) // tells more, and has the place
	tb.Finalized(o)    // which it keeps
	if ts := shared.tables[o[0]]; len(ts) == 0 || ts[0].loaded != nil {
		t.Error("names took the place of lines")
	}
	lines.Unloading(o)
	tb.Finalized(o)
	readers++
	tb.Unloading(o)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if !owned() {
		t.Error("the file went while somebody reads")
	}
	readers--
	tb.Unloading(nil)
	if owned() {
		t.Error("the file stays")
	}
}

// TestFramesLookOnce: what New has found of libraries is not looked for again.
func TestFramesLookOnce(t *testing.T) {
	if _, err := New(Config{}); err != nil {
		t.Skip(err)
	}
	found := func() *index {
		shared.Lock()
		defer shared.Unlock()
		return shared.index
	}
	before := found()
	if _, err := Frames(); err != nil {
		t.Fatal(err)
	}
	if found() != before {
		t.Error("Frames has looked for libraries again")
	}
}
