package main

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestWorkers: the image does not depend on the number of workers. The memory's
// target addresses are made up here, so that two links have the same.
func TestWorkers(t *testing.T) {
	sets := map[string][]string{"demo": {demoObject(t)}}
	t.Run("demo", func(t *testing.T) { sameImage(t, sets["demo"]) })
	for _, lib := range []string{"/usr/lib/x86_64-linux-gnu/liblua5.4.a", "/usr/lib/x86_64-linux-gnu/libsqlite3.a", "/usr/lib/x86_64-linux-gnu/libcrypto.a"} {
		t.Run(filepath.Base(lib), func(t *testing.T) {
			citest.Need(t, lib)
			sameImage(t, []string{lib})
		})
	}
}

func sameImage(t *testing.T, paths []string) {
	one := image(t, paths, 1)
	if len(one) < 1000 {
		t.Fatalf("an image of %d bytes", len(one))
	}
	for _, j := range []int{2, 3, 8} {
		if many := image(t, paths, j); !bytes.Equal(one, many) {
			i := 0
			for i < min(len(one), len(many)) && one[i] == many[i] {
				i++
			}
			t.Errorf("%d workers make another image than one: %d bytes and %d, the first that differs at %#x", j, len(many), len(one), i)
		}
	}
}

// image links files with j workers at both steps and returns the memory.
func image(t *testing.T, paths []string, j int) []byte {
	t.Helper()
	ctx := t.Context()
	in := &inputs{j: j}
	if err := in.openAll(ctx, paths); err != nil {
		t.Fatal(err)
	}
	defer in.close()
	imgs, err := in.parse(ctx, j, true, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		for _, img := range imgs {
			img.Close()
		}
	}()
	var m arena
	l, err := rtdyld.New(rtdyld.Config{Memory: &m, Workers: j, TLS: newStaticTLS(triple.X86_64), Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x7f00_0000_0000 + uint64(len(name)), Kind: rtdyld.Func}, true
	})})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(ctx, imgs...)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(m.mem)
}

// arena is memory whose target addresses begin at a fixed one.
type arena struct {
	mem    []byte
	blocks []rtdyld.Block
}

const arenaAddr = 0x7f00_1000_0000

func (m *arena) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	if m.mem != nil {
		panic("one batch is one allocation")
	}
	var at []uint64
	size := uint64(0)
	for _, r := range reqs {
		size = (size + r.Align - 1) &^ (r.Align - 1)
		at = append(at, size)
		size += r.Size
	}
	m.mem = make([]byte, size)
	for i, r := range reqs {
		m.blocks = append(m.blocks, rtdyld.Block{Mem: m.mem[at[i] : at[i]+r.Size], Addr: arenaAddr + at[i]})
	}
	return m, nil
}

func (m *arena) Blocks() []rtdyld.Block         { return m.blocks }
func (m *arena) Finalize(context.Context) error { return nil }
func (m *arena) Release(context.Context) error  { return nil }

// TestDumpTools: what dump shows of an object is what readelf shows.
func TestDumpTools(t *testing.T) {
	citest.Need(t, "readelf")
	path := demoObject(t)
	out, err := exec.Command("readelf", "-rW", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) > 3 && strings.HasPrefix(f[2], "R_X86_64_") {
			want[f[2]]++
		}
	}
	got := map[string]int{}
	err = dumpFile(t.Context(), &inputs{}, path, func(d printed) error {
		for _, s := range d.(*objfmt.Dump).Sections {
			for _, r := range s.Relocs {
				got[r.Type]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || len(got) != len(want) {
		t.Errorf("relocations %v, readelf %v", got, want)
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%d %s, readelf has %d", got[name], name, n)
		}
	}
}
