//go:build linux

package gdbjit_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestList: the list in memory is that of the interface, whatever comes and goes in
// whichever order, on several goroutines.
func TestList(t *testing.T) {
	if size, at := gdbjit.Layout(); size != map[bool]uintptr{true: 32, false: 24}[bits.UintSize == 64] && runtime.GOARCH != "386" || runtime.GOARCH == "386" && size != 20 || at != size-8 {
		t.Errorf("an entry has %d bytes, its size is at %d", size, at)
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 10 {
				a := gdbjit.Register(fmt.Appendf(nil, "%d %d a", g, i))
				b := gdbjit.Register(fmt.Appendf(nil, "%d %d b", g, i))
				c := gdbjit.Register(fmt.Appendf(nil, "%d %d c", g, i))
				gdbjit.Unregister(b)
				runtime.GC()
				images, version, ok := gdbjit.Walk()
				for _, want := range []string{"a", "c"} {
					found := 0
					for _, img := range images {
						if string(img) == fmt.Sprintf("%d %d %s", g, i, want) {
							found++
						}
					}
					if found != 1 || version != 1 || !ok {
						t.Errorf("%d times in the list; version %d, %v", found, version, ok)
					}
				}
				gdbjit.Unregister(a)
				gdbjit.Unregister(c)
			}
		})
	}
	wg.Wait()
	if images, _, ok := gdbjit.Walk(); len(images) != 0 || !ok {
		t.Errorf("%d entries are left, %v", len(images), ok)
	}
}

// memory is Go memory that pretends to lie at other addresses.
type memory struct{ next atomic.Uint64 }

type blocks []rtdyld.Block

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var a blocks
	for _, q := range reqs {
		size := (q.Size+q.Align)&^(q.Align-1) + q.Align
		at := (m.next.Add(size) - size + 0x1000000 + q.Align - 1) &^ (q.Align - 1)
		a = append(a, rtdyld.Block{Mem: make([]byte, q.Size), Addr: at})
	}
	return a, nil
}

func (a blocks) Blocks() []rtdyld.Block         { return a }
func (a blocks) Finalize(context.Context) error { return nil }
func (a blocks) Release(context.Context) error  { return nil }

// machines are e_machine and e_flags.
var machines = map[string]struct {
	number uint16
	flags  uint32
}{
	"386": {3, 0}, "amd64": {62, 0}, "arm": {40, 0x05000000}, "arm64": {183, 0}, "loong64": {258, 0x43}, "riscv64": {243, 5}, "s390x": {22, 0},
	"mips": {8, 0x70001005}, "mipsle": {8, 0x70001005}, "mips64": {8, 0x80000005}, "mips64le": {8, 0x80000005}, "ppc64": {21, 2}, "ppc64le": {21, 2},
}

// object is an object for this machine with a function f of that number.
func object(number int) []byte {
	m := machines[runtime.GOARCH]
	f := &objgen.ELF{Machine: m.number, Flags: m.flags, Is64: bits.UintSize == 64, Big: triple.Host().Arch.IsBigEndian()}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16), Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("f%d", number), Type: 2, Bind: 1, Section: text, Size: 16})
	return f.Bytes()
}

// rig loads such objects with a listener.
type rig struct {
	testing.TB
	linker *rtdyld.Linker
	n      int
}

func newRig(t testing.TB) *rig {
	jit, err := gdbjit.NewStripped() // go test strips
	if err != nil {
		t.Fatal(err)
	}
	jit.Report = func(err error) { t.Error(err) }
	anywhere := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1000000, Kind: rtdyld.Func}, true })
	linker, err := rtdyld.New(rtdyld.Config{Memory: new(memory), Resolver: anywhere, Listeners: []rtdyld.Listener{jit}})
	if err != nil {
		t.Fatal(err)
	}
	return &rig{TB: t, linker: linker}
}

func (r *rig) load(n int) []*rtdyld.Object {
	r.Helper()
	var imgs []*objfmt.ObjectImage
	for range n {
		r.n++
		img, err := objfile.Parse(fmt.Sprint(r.n), object(r.n))
		if err != nil {
			r.Fatal(err)
		}
		imgs = append(imgs, img)
	}
	objs, err := r.linker.Load(context.Background(), imgs...)
	if err == nil {
		err = r.linker.Finalize(context.Background(), objs...)
	}
	if err != nil {
		r.Fatal(err)
	}
	return objs
}

func (r *rig) unload(objs ...*rtdyld.Object) {
	r.Helper()
	if err := r.linker.Unload(context.Background(), objs...); err != nil {
		r.Fatal(err)
	}
}

func (r *rig) want(entries int) {
	r.Helper()
	images, _, ok := gdbjit.Walk()
	if len(images) != entries || !ok {
		r.Errorf("%d entries, want %d; links right: %v", len(images), entries, ok)
	}
	for _, img := range images {
		if !bytes.HasPrefix(img, []byte("\x7fELF")) {
			r.Errorf("an entry begins %q", img[:4])
		}
	}
}

// TestGroups: how many entries there are for objects that come and go singly and in
// batches.
func TestGroups(t *testing.T) {
	r := newRig(t)
	r.want(0)
	one := r.load(600)
	r.want(3) // 256, 256, 88
	r.unload(one[600-88:]...)
	r.want(2)
	r.unload(one[0])
	r.want(1 + 8) // 128, 64, ... 1
	r.unload(one[1])
	r.want(1 + 7)
	r.unload(one[2:256]...)
	r.want(1)
	r.unload(one[256:512]...)
	r.want(0)
	var singly []*rtdyld.Object
	for range 31 {
		singly = append(singly, r.load(1)...)
	}
	r.want(31)
	singly = append(singly, r.load(1)...)
	r.want(1)
	for range 15 * 32 {
		singly = append(singly, r.load(1)...)
	}
	r.want(2) // twice 256
	for _, o := range singly {
		r.unload(o)
	}
	r.want(0)
}

// TestNew: the program has a symbol table, or the error says that it has none: go test makes one without, go test -c and -cover one with it.
func TestNew(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = f.Symbols()
	stripped := errors.Is(err, elf.ErrNoSymbols)
	l, err := gdbjit.New()
	if stripped != errors.Is(err, gdbjit.ErrStripped) || stripped != (l == nil) || !stripped && err != nil {
		t.Errorf("%v, %v; the program is stripped: %v", l, err, stripped)
	}
}

// BenchmarkSingle loads and unloads objects one by one.
func BenchmarkSingle(b *testing.B) {
	r := newRig(b)
	var objs []*rtdyld.Object
	for b.Loop() {
		objs = append(objs, r.load(1)...)
	}
	for _, o := range objs {
		r.unload(o)
	}
}
