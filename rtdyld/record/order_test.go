package record

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// words is an object for x86-64 that defines a name and has words with the addresses of others, some of which may stay undefined.
func words(t testing.TB, name string, refs ...string) *objfmt.ObjectImage {
	t.Helper()
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8*len(refs)+8), Align: 8})
	f.Symbols = []objgen.ELFSymbol{{Name: name, Type: 1, Bind: 1, Section: data}}
	var relocs []objgen.ELFReloc
	for i, ref := range refs {
		bind := byte(1)
		if weak, ok := strings.CutPrefix(ref, "?"); ok {
			ref, bind = weak, 2
		}
		f.Symbols = append(f.Symbols, objgen.ELFSymbol{Name: ref, Bind: bind})
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(8 * i), Sym: uint32(i + 2), Type: 1})
	}
	f.AddRelocs(data, true, relocs)
	img, err := objfile.Parse(name+".o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// from has addresses for names, each its own.
type from uint64

func (f from) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	_ = others()
	for i := range refs {
		var n uint64
		if k, _ := fmt.Sscanf(refs[i].Name, "ext%d", &n); k == 1 {
			out[i] = rtdyld.Symbol{Addr: uint64(f) + n, Found: true}
		}
	}
	return nil
}

// TestOrder: what several goroutines do at once is written down in an order in which, one after the other, it does the same: same errors, same
// contents. Which definitions count, what is undefined and what may be unloaded, depends on that order here.
func TestOrder(t *testing.T) {
	rounds := 30
	if testing.Short() {
		rounds = 5
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { tryOrder(t, uint64(seed), seed%2 == 1) })
		if t.Failed() {
			return
		}
	}
}

func tryOrder(t *testing.T, seed uint64, images bool) {
	const goroutines, each, names = 4, 40, 12
	ctx := t.Context()
	cfg := rtdyld.Config{Memory: &goMemory{next: 0x10000}, Resolver: from(0x100000), Initializer: slow{}}
	var linked []*rtdyld.LinkedImage // which define i0, i1, ..., and have the one before as an import
	if images {
		cfg.Images = &goImages{next: 0x20000000}
		for i := range 4 {
			linked = append(linked, imageOf(t, uint64(i+1)<<24, rtdyld.SaveConfig{}, fmt.Sprint("i", i), []string{"?", ""}[i%2]+fmt.Sprint("i", (i+3)%4), "ext1", "?f1"))
		}
	}
	data := recording(t, cfg, func(l *rtdyld.Linker) {
		var wg sync.WaitGroup
		for g := range goroutines {
			random := rand.New(rand.NewPCG(seed, uint64(g)))
			var imgs []*objfmt.ObjectImage
			for range each {
				name := fmt.Sprint("f", random.IntN(names))
				refs := []string{fmt.Sprint("?f", random.IntN(names)), fmt.Sprint("f", random.IntN(names)), fmt.Sprint("?ext", random.IntN(names)), fmt.Sprint("ext", random.IntN(names))}
				refs = refs[random.IntN(2):]
				if images {
					refs = append(refs, fmt.Sprint("?i", random.IntN(4)))
				}
				imgs = append(imgs, words(t, name, refs...))
			}
			wg.Go(func() {
				var mine []*rtdyld.Object
				one := func() *rtdyld.Object { return mine[random.IntN(len(mine))] }
				for i := 0; i < len(imgs); i++ {
					var objs []*rtdyld.Object
					var err error
					if linked != nil && random.IntN(3) == 0 {
						if o, err := l.MapImage(ctx, linked[random.IntN(len(linked))], rtdyld.MapConfig{Elsewhere: true}); err == nil {
							mine = append(mine, o)
						}
					}
					if random.IntN(4) == 0 {
						objs, err = l.LoadWith(ctx, from(uint64(g*each+i)<<32), imgs[i])
					} else {
						objs, err = l.Load(ctx, imgs[i])
					}
					if err == nil {
						mine = append(mine, objs...)
					}
					if len(mine) == 0 {
						continue
					}
					switch random.IntN(6) {
					case 0:
						_ = l.Resolve(ctx, one())
					case 1:
						_ = l.Finalize(ctx, one())
					case 2:
						_ = l.Unload(ctx, one(), one())
					case 3:
						_ = l.Destruct(ctx, one())
					case 4:
						_ = l.Finalize(ctx)
					case 5:
						_, _ = l.Lookup(fmt.Sprint("f", random.IntN(names)))
						_, _ = one().Lookup(fmt.Sprint("f", random.IntN(names)))
					}
				}
			})
		}
		wg.Wait()
	})
	n := 0
	same, err := Replay(ctx, data, ReplayConfig{Name: "record", Show: func(s Step) {
		if n++; !s.Same() {
			t.Errorf("call %d, %s:\n%s\nand was\n%s", n, s.What, s.Err, s.Was)
		}
	}})
	if err != nil || !same {
		t.Errorf("%v, %v after %d calls", same, err, n)
	}
	if n < goroutines*each {
		t.Errorf("%d calls are few", n)
	}
}

// slow runs nothing, and lets other calls return first.
type slow struct{}

func (slow) Init(context.Context, []*rtdyld.Object, []uint64) error { return others() }
func (slow) Fini(context.Context, []*rtdyld.Object, []uint64) error { return others() }

func others() error {
	time.Sleep(20 * time.Microsecond)
	return nil
}
