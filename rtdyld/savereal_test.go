package rtdyld_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/tally"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// otherSaveBase is the base to which images of real objects are relocated.
const otherSaveBase = 0x1234_5670_0000

// savedLibraries are real objects for images: all members of an archive or, with roots, those that some names need.
var savedLibraries = []struct {
	name     string
	archives []string
	roots    []string
	least    int // objects
	step     int // but for the long form: one of so many objects; 0: all of them
	level    int // 0: always; 1: not with -short, nor the race detector; 2: in the long form alone
}{
	{name: "lua", archives: []string{"/usr/lib/x86_64-linux-gnu/liblua5.4.a"}, least: 30},
	{name: "sqlite", archives: []string{"/usr/lib/x86_64-linux-gnu/libsqlite3.a"}, least: 1, level: 1},
	{name: "zlib", archives: []string{"/usr/lib/x86_64-linux-gnu/libz.a"}, least: 15},
	{name: "crypto", archives: []string{"/usr/lib/x86_64-linux-gnu/libcrypto.a"}, least: 800, step: 20, level: 1},
	{name: "libstdc++", archives: []string{"/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a"}, least: 150, step: 10, level: 1},
	{name: "llvm small", archives: llvmArchives("Support", "Demangle"), roots: []string{"_ZN4llvm4json5parseENS_9StringRefE"}, least: 40, level: 1},
	{name: "llvm", archives: llvmArchives("Core", "Support", "BinaryFormat", "Demangle", "Remarks", "BitstreamReader", "BitReader", "BitWriter", "Analysis", "ProfileData", "Object",
		"MC", "MCParser", "TextAPI", "DebugInfoDWARF", "DebugInfoCodeView", "DebugInfoMSF"), roots: []string{"LLVMWriteBitcodeToFile"}, least: 300, level: 2},
	{name: "arm64 lua", archives: []string{"/usr/lib/aarch64-linux-gnu/liblua5.4.a"}, least: 30},
	{name: "arm64 sqlite", archives: []string{"/usr/lib/aarch64-linux-gnu/libsqlite3.a"}, least: 1, level: 2},
	{name: "arm64 crypto", archives: []string{"/usr/lib/aarch64-linux-gnu/libcrypto.a"}, least: 800, step: 20, level: 1},
	{name: "arm64 libstdc++", archives: []string{"/usr/lib/gcc-cross/aarch64-linux-gnu/12/libstdc++.a"}, least: 150, step: 10, level: 1},
}

// llvmArchives are archives of LLVM; those of a set have all hidden names that its roots need.
func llvmArchives(names ...string) (list []string) {
	for _, name := range names {
		list = append(list, "/usr/lib/llvm-14/lib/libLLVM"+name+".a")
	}
	return list
}

// savedObjects are the members of archives that names need; without names all are.
func savedObjects(t testing.TB, archives []string, roots ...string) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	citest.Need(t, archives...)
	if len(roots) == 0 {
		for _, path := range archives {
			imgs = append(imgs, members(t, path)...)
		}
		return imgs
	}
	var open []*ar.Archive
	for _, path := range archives {
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		open = append(open, a)
	}
	imgs, err := rtdyld.Collect(t.Context(), nil, open, nil, roots...)
	for _, img := range imgs {
		t.Cleanup(func() { img.Close() })
	}
	if err != nil {
		t.Fatal(err)
	}
	return imgs
}

// outsideData are sizes of data that code may refer to directly, bytes.
var outsideData = map[string]uint64{"stdin": 8, "stdout": 8, "stderr": 8, "OPENSSL_ia32cap_P": 16}

// outsideNames knows all names, some of them as data, each at an address of its own but for those that are told.
type outsideNames struct {
	anyNames
	told map[string]uint64
}

func newOutsideNames() *outsideNames {
	return &outsideNames{anyNames: anyNames{map[string]uint64{}}}
}

func (n *outsideNames) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if err := n.anyNames.Resolve(ctx, refs, out); err != nil {
		return err
	}
	for i, r := range refs {
		if size := outsideData[r.Name]; size > 0 {
			out[i].Kind, out[i].Size = rtdyld.Data, size
		}
		if at, ok := n.told[r.Name]; ok {
			out[i].Addr = at
		}
	}
	return nil
}

// imageThreads has the thread-locals of an image, or of its objects, in a module of its own.
type imageThreads struct {
	anyTLS
	offsets map[string]uint64 // by object
}

type imageThreadsBlock struct {
	anyBlock
	off uint64
}

func (p *imageThreads) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	b, err := p.anyTLS.Define(ctx, req)
	if err != nil {
		return nil, err
	}
	return imageThreadsBlock{b.(anyBlock), p.offsets[req.Object]}, nil
}
func (b imageThreadsBlock) DTPOffset() uint64 { return b.off }
func (b imageThreadsBlock) TPOffset() int64   { return b.anyBlock.TPOffset() + int64(b.off) }

// mappedSaved is an image in memory, at otherSaveBase.
type mappedSaved struct {
	*imageRig
	o *rtdyld.Object
}

func mapSaved(t testing.TB, data []byte, names rtdyld.Resolver, cfg rtdyld.MapConfig) *mappedSaved {
	t.Helper()
	m := &mappedSaved{imageRig: newImageRig(t, func(_ *imageRig, cfg *rtdyld.Config) {
		cfg.Resolver = names
		cfg.TLS = &imageThreads{}
		cfg.ReadMemory = func(context.Context, uint64, []byte) error { return nil }
	})}
	m.mapper.away, m.mapper.room = otherSaveBase, 1<<28
	img, err := rtdyld.ReadImage(objfmt.NewBuffer("saved", data), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	if m.o, err = m.MapImage(t.Context(), img, cfg); err != nil {
		t.Fatal(err)
	}
	if at := m.o.Blocks()[0].Addr; at != otherSaveBase {
		t.Fatalf("the image is at %#x", at)
	}
	return m
}

// at is the memory from an address on.
func (m *mappedSaved) at(addr uint64) []byte {
	for _, b := range m.o.Blocks() {
		if addr-b.Addr < uint64(len(b.Mem)) {
			return b.Mem[addr-b.Addr:]
		}
	}
	return nil
}

// TestSaveLibraries: an image of real libraries that is mapped at another base than the one that it was saved for has the bytes of one that was saved for that base, of
// what the gABI says is there, and of a link of the objects that puts their sections there.
func TestSaveLibraries(t *testing.T) {
	for _, lib := range savedLibraries {
		t.Run(lib.name, func(t *testing.T) {
			if citest.Sample() && lib.level > 1 || (testing.Short() || raceEnabled) && lib.level > 0 {
				t.Skip("sample")
			}
			imgs := savedObjects(t, lib.archives, lib.roots...)
			if len(imgs) < lib.least {
				t.Fatalf("%d objects, fewer than %d", len(imgs), lib.least)
			}
			if citest.Sample() && lib.step > 0 {
				all := imgs
				imgs = nil
				for i := range citest.OneOf(len(all), lib.step, 20) {
					imgs = append(imgs, all[i])
				}
			}
			names := newOutsideNames()
			here, err := savedWith(t, names, rtdyld.SaveConfig{}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			there, err := savedWith(t, names, rtdyld.SaveConfig{Base: otherSaveBase}, imgs...)
			if err != nil {
				t.Fatal(err)
			}
			sameElsewhere(t, here, there)
			moved := mapSaved(t, here, names, rtdyld.MapConfig{Elsewhere: true})
			sameMapped(t, readImage(t, there), moved, mapSaved(t, there, names, rtdyld.MapConfig{}))
			sameLinked(t, moved, names, imgs)
		})
	}
}

// TestSaveTwice: what records tell beforehand of libraries is true, so that Save links none of them more than twice.
func TestSaveTwice(t *testing.T) {
	for _, lib := range savedLibraries {
		t.Run(lib.name, func(t *testing.T) {
			if citest.Sample() && lib.level > 1 || (testing.Short() || raceEnabled) && lib.level > 0 {
				t.Skip("sample")
			}
			linkedTwice(t, savedObjects(t, lib.archives, lib.roots...))
		})
	}
	for _, model := range []string{"initial-exec", "global-dynamic", "local-dynamic"} {
		t.Run(model, func(t *testing.T) {
			var source strings.Builder
			for i := range 500 {
				fmt.Fprintf(&source, "__thread int mine%d = 1; static __thread int own%d; int *at%d(int x) { return x ? &mine%d : &own%d; }\n", i, i, i, i, i)
				if model != "local-dynamic" {
					fmt.Fprintf(&source, "extern __thread int theirs%d; int *there%d(void) { return &theirs%d; }\n", i, i, i)
				}
			}
			linkedTwice(t, compileSave(t, []string{source.String()}, "-target", "x86_64-linux-gnu", "-fPIC", "-ftls-model="+model))
		})
	}
}

// linkedTwice checks that Save links objects twice.
func linkedTwice(t *testing.T, imgs []*objfmt.ObjectImage) {
	t.Helper()
	l := newRig(t, rtdyld.Config{Memory: &memory{}, TLS: &anyTLS{}, Image: true, Resolver: newOutsideNames()})
	records := func(f func() error) uint64 {
		before := tally.Now()
		if err := f(); err != nil {
			t.Fatal(err)
		}
		return tally.Now().Since(before).Records
	}
	once := records(func() error {
		_, err := l.Load(t.Context(), imgs...)
		return err
	})
	save := records(func() error { return l.Save(t.Context(), io.Discard, rtdyld.SaveConfig{}) })
	if once == 0 || save < 2*once || save > 3*once {
		t.Errorf("%d records were decoded, where Load decodes %d", save, once)
	}
}

// sameMapped compares an image that was moved when it was mapped with one that was not.
func sameMapped(t *testing.T, file *image, moved, stays *mappedSaved) {
	t.Helper()
	dynamic := file.Section(".dynamic")
	for i, b := range moved.o.Blocks() {
		if i == 0 {
			continue // tables, which loaders count from the base
		}
		got, want := bytes.Clone(b.Mem), bytes.Clone(stays.o.Blocks()[i].Mem)
		if off := dynamic.Addr - b.Addr; off < uint64(len(got)) {
			clear(got[off:][:dynamic.Size])
			clear(want[off:][:dynamic.Size])
		}
		if !bytes.Equal(got, want) {
			t.Errorf("segment %d is not that of an image for %#x", i, b.Addr)
		}
	}
	if !slices.Equal(moved.ran, stays.ran) {
		t.Error("other constructors ran")
	}
}

// sameLinked compares an image in memory with a link of its objects at the same addresses.
func sameLinked(t *testing.T, m *mappedSaved, names *outsideNames, imgs []*objfmt.ObjectImage) {
	t.Helper()
	ctx := t.Context()
	save := newRig(t, rtdyld.Config{Memory: &memory{}, TLS: &anyTLS{}, Image: true, Resolver: names})
	objs, err := save.Load(ctx, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	places, err := save.ImagePlaces(ctx, rtdyld.SaveConfig{Base: otherSaveBase}, objs...)
	if err != nil {
		t.Fatal(err)
	}
	handle := m.o.DSOHandle()
	fresh := newRig(t, rtdyld.Config{
		Memory: &memory{}, TLS: &imageThreads{offsets: places.Threads}, Image: true, Resolver: &outsideNames{anyNames{maps.Clone(names.names)}, places.Direct},
		Fixed: func(name string) (uint64, bool) { return handle, name == "__dso_handle" },
	})
	if objs, err = fresh.Load(ctx, imgs...); err != nil {
		t.Fatal(err)
	}
	places.Move(objs)
	if err := fresh.Resolve(ctx, objs...); err != nil {
		t.Fatal(err)
	}
	sections, size := 0, 0
	places.Each(func(o *rtdyld.Object, id objfmt.SectionID, section string, addr uint64, mem []byte) {
		got := m.at(addr)
		if len(got) < len(mem) {
			t.Fatalf("%s: %s is not in the image", o.Name(), section)
		}
		if got = got[:len(mem)]; !bytes.Equal(got, mem) {
			i := 0
			for got[i] == mem[i] {
				i++
			}
			i &^= 7
			t.Errorf("%s: %s+%#x is % x, linked % x", filepath.Base(o.Name()), section, i, got[i:min(i+8, len(got))], mem[i:min(i+8, len(got))])
		}
		sections, size = sections+1, size+len(mem)
	})
	if all := len(bytes.Join(blocksOf(m.o)[1:], nil)); sections < len(imgs) || size < all/3 {
		t.Errorf("only %d sections of %d of %d bytes were compared", sections, size, all)
	}
}

func blocksOf(o *rtdyld.Object) (list [][]byte) {
	for _, b := range o.Blocks() {
		list = append(list, b.Mem)
	}
	return list
}
