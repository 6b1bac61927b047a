package mem_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem/memtest"
)

// modulesFrom is the archive of small modules, of Debian's libc6-dev. It is linked on
// any machine, and not run.
const modulesFrom = "/usr/lib/x86_64-linux-gnu/libc.a"

// modules returns objects of the archive, at most n, that can be linked one by one.
func modules(t *testing.T, n int) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	citest.Need(t, modulesFrom)
	a, err := ar.Open(modulesFrom)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	try := keeper{Manager: manager(t)}
	for member, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		if len(imgs) == n {
			break
		}
		img, err := objfile.ParseMember(member)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		l := linker(t, &try)
		if _, err = l.Load(t.Context(), img); err == nil && try.n > 0 {
			err = l.Finalize(t.Context())
		}
		switch {
		case errors.Is(err, rtdyld.ErrTLS):
		case err != nil:
			t.Fatal(err)
		case try.n > 0: // it is not empty
			imgs = append(imgs, img)
		}
		try.n = 0
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(imgs) != n {
		t.Fatalf("%d modules, want %d", len(imgs), n)
	}
	return imgs
}

func manager(t *testing.T) *mem.Manager {
	t.Helper()
	m, err := mem.New(mem.Config{NoExec: true})
	unsupported(t, err)
	closed(t, m)
	return m
}

// keeper is a memory manager below 2 GiB, where all modules reach what is defined
// nowhere. It counts what was allocated.
type keeper struct {
	*mem.Manager
	tally
}

type tally struct {
	n     int    // blocks
	bytes uint64 // of them
	first uint64 // address of the first
	pages []uint64
}

func (k *keeper) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	reqs = slices.Clone(reqs)
	for i := range reqs {
		reqs[i].Low32 = true
	}
	a, err := k.Manager.Allocate(ctx, reqs)
	if err != nil {
		return nil, err
	}
	for i, b := range a.Blocks() {
		if uint64(len(b.Mem)) != reqs[i].Size {
			return nil, fmt.Errorf("block of %d bytes for %d asked", len(b.Mem), reqs[i].Size)
		}
		if k.n++; k.first == 0 {
			k.first = b.Addr
		}
		k.bytes += reqs[i].Size
		at := uint64(uintptr(unsafe.Pointer(&b.Mem[0])))
		page := uint64(os.Getpagesize())
		for p := at / page; p <= (at+reqs[i].Size-1)/page; p++ {
			k.pages = append(k.pages, p)
		}
	}
	return a, nil
}

// anywhere has every name at one place.
var anywhere = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x40000000}, true })

// linker makes one that has every name that is open at one place.
func linker(t *testing.T, m rtdyld.MemoryManager) *rtdyld.Linker {
	t.Helper()
	l, err := rtdyld.New(rtdyld.Config{
		Memory:     m,
		Resolver:   anywhere,
		ReadMemory: func(_ context.Context, _ uint64, dst []byte) error { clear(dst); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func lines(t *testing.T) int {
	t.Helper()
	list, err := mappings()
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestModules links 50,000 small modules of a real library, which all stay: one by
// one over DualMapped, and in batches of 1,000 over InProcess. They need fewer than
// 64 mappings and waste less than 5 % of the pages that they are in.
func TestModules(t *testing.T) {
	total := 50_000
	if citest.Sample() {
		total = 5000
	}
	imgs := modules(t, 1000)
	for _, c := range []struct {
		name  string
		open  func() (mem.Mapper, error)
		batch int
	}{
		{"dual-mapped, one by one", func() (mem.Mapper, error) { return mem.NewDualMapped(mem.MapperConfig{}) }, 1},
		{"in-process, by 1000", func() (mem.Mapper, error) { return mem.NewInProcess(mem.MapperConfig{}) }, 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			mapper, err := c.open()
			unsupported(t, err)
			closed(t, mapper.(interface{ Close() error }))
			m, err := mem.NewManager(mapper, mem.Config{})
			if err != nil {
				t.Fatal(err)
			}
			closed(t, m)
			k := &keeper{Manager: m}
			var linkers []*rtdyld.Linker
			for i := 0; i < total; i += c.batch {
				l := linker(t, k)
				from := i % len(imgs)
				if _, err := l.Load(t.Context(), imgs[from:from+c.batch]...); err != nil {
					t.Fatal(err)
				}
				if err := l.Finalize(t.Context()); err != nil {
					t.Fatal(err)
				}
				linkers = append(linkers, l)
			}
			st, maps := m.Stats(), lines(t)
			slices.Sort(k.pages)
			pages := slices.Compact(k.pages)
			used := uint64(len(pages)) * uint64(os.Getpagesize())
			waste := 100 * float64(used-k.bytes) / float64(used)
			page := uint64(os.Getpagesize())
			rss := used
			if mem.TellsMemory {
				if rss, err = mem.InMemory(pages[0]*page, (pages[len(pages)-1]-pages[0]+1)*page); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d modules of %d bytes: %d bytes in %d pages, %.2f %% waste, %d bytes in memory; %+v",
				total, k.bytes/uint64(total), k.bytes, len(pages), waste, rss, st)
			if waste >= 5 {
				t.Errorf("%.2f %% waste, want less than 5", waste)
			}
			if rss > used || rss < used*9/10 { // what nobody wrote to is not there
				t.Errorf("%d bytes are in memory, %d are used", rss, used)
			}
			if st.Asked != k.bytes || st.Asked+st.Waste != used {
				t.Errorf("%+v; %d bytes in %d bytes of pages", st, k.bytes, used)
			}
			for _, l := range linkers {
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := m.Trim(context.Background()); err != nil {
				t.Error(err)
			}
			if st := m.Stats(); st != (mem.Stats{}) {
				t.Errorf("all is unloaded: %+v", st)
			}
			list, err := mappings()
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(list, func(m memtest.Mapping) bool { return m.Lo <= k.first && k.first < m.Hi }) {
				t.Errorf("there is still something mapped at %#x", k.first)
			}
			maps -= len(list) // those that the runtime has made meanwhile are still there
			t.Logf("%d mappings", maps)
			if (maps <= 0 || maps >= 64) && !mem.RaceEnabled { // the race detector's come and go
				t.Errorf("%d mappings, want some, and fewer than 64", maps)
			}
		})
	}
}

// TestActionsOfObjects attaches actions to objects when they are loaded, as a
// rtdyld.LoadNotifier would register call frames, without the linker knowing: they
// run with the memory that they are for.
func TestActionsOfObjects(t *testing.T) {
	var ran []mem.Call
	mapper, err := mem.NewInProcess(mem.MapperConfig{Runner: func(_ context.Context, c mem.Call) error {
		ran = append(ran, c)
		return nil
	}})
	unsupported(t, err)
	closed(t, mapper)
	m, err := mem.NewManager(mapper, mem.Config{})
	if err != nil {
		t.Fatal(err)
	}
	closed(t, m)
	l, err := rtdyld.New(rtdyld.Config{Memory: &keeper{Manager: m}, Loaded: frames{m}, Resolver: anywhere})
	if err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Open(filepath.Join("..", "..", "testdata", "elf-link", "base.o"))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	objs, err := l.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	var want []mem.Call
	for _, s := range objs[0].Sections() {
		if s.Name == ".eh_frame" {
			want = append(want, mem.Call{Addr: 1, Args: []uint64{s.Addr}})
		}
	}
	if len(want) == 0 || len(ran) > 0 {
		t.Fatalf("%d sections of call frames; ran %v", len(want), ran)
	}
	if err := l.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, ran); d != "" {
		t.Error(d)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want = append(want, mem.Call{Addr: 2, Args: want[len(want)-1-2*i].Args})
	}
	if d := cmp.Diff(want, ran); d != "" {
		t.Error(d)
	}
}

// frames adds an action for each section of call frames.
type frames struct{ m *mem.Manager }

func (f frames) NotifyLoaded(_ context.Context, objs []*rtdyld.Object) error {
	for _, o := range objs {
		for _, s := range o.Sections() {
			if s.Name != ".eh_frame" {
				continue
			}
			args := []uint64{s.Addr}
			if err := f.m.AddActions(s.Addr, mem.Action{Finalize: mem.Call{Addr: 1, Args: args}, Dealloc: mem.Call{Addr: 2, Args: args}}); err != nil {
				return err
			}
		}
	}
	return nil
}
