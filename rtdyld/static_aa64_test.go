package rtdyld_test

import (
	"bytes"
	"cmp"
	"context"
	"debug/elf"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// aa64Threads gives each object's thread-locals a block above the thread pointer, as
// AArch64 has them.
type aa64Threads struct{ end uint64 }

func (p *aa64Threads) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	at := (max(p.end, 16) + req.Align - 1) &^ (req.Align - 1)
	p.end = at + req.Size
	return aa64Block(at), nil
}

type aa64Block uint64

func (aa64Block) Module() uint64                           { return 1 }
func (b aa64Block) DTPOffset() uint64                      { return uint64(b) }
func (b aa64Block) TPOffset() int64                        { return int64(b) }
func (aa64Block) Initialize(context.Context, []byte) error { return nil }
func (aa64Block) Release(context.Context) error            { return nil }

// aa64Outside gives every name that is asked for an address of its own, within
// reach of a branch, and remembers it. Names in threads are thread-locals.
func aa64Outside(names map[string]uint64, threads map[string]bool) rtdyld.Resolver {
	next := uint64(0x14000000)
	return resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		for i, ref := range refs {
			if ref.Weak {
				continue
			}
			next += 0x40
			if threads[ref.Name] {
				out[i] = rtdyld.Symbol{Addr: next & 0xffff, Kind: rtdyld.TLS, Found: true}
				continue
			}
			names[ref.Name] = next
			out[i] = rtdyld.Symbol{Addr: next, Kind: rtdyld.Func, Found: true}
		}
		return nil
	})
}

// aa64Own reports whether what a relocation writes is each linker's own affair: where
// slots, thread-locals and indirect functions are.
func aa64Own(typ string, img *objfmt.ObjectImage, sym objfmt.SymbolID, indirect map[string]bool) bool {
	name := img.SymbolName(sym)
	return indirect[name] || strings.Contains(typ, "GOT") || strings.Contains(typ, "TLS") || name == "__dso_handle" || name == "_GLOBAL_OFFSET_TABLE_"
}

// linkAA64 has ld.lld put the sections of objects where ours has them, thread-locals
// aside, and returns the sections of its output by address. names are addresses of names
// outside.
func linkAA64(t *testing.T, emulation string, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object, names map[string]uint64) map[uint64][]byte {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	args := []string{
		"-m", emulation, "-O0", "--no-relax", "-o", filepath.Join(dir, "out"), "-T", filepath.Join(dir, "script"), "--no-check-sections",
		"-z", "norelro", "-z", "max-page-size=4096", "--entry=0", "--unresolved-symbols=ignore-all",
	}
	for n, a := range names {
		fmt.Fprintf(&script, "\"%s\" = %#x;\n", n, a)
	}
	script.WriteString("SECTIONS {\n")
	for i, o := range objs {
		file := fmt.Sprintf("m%05d.o", i)
		if err := os.WriteFile(filepath.Join(dir, file), imgs[i].Buffer.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, file))
		for _, s := range o.Sections() {
			if s.Name[0] == '<' || s.Name == ".eh_frame" || len(s.Mem) == 0 || imgs[i].Sections[s.ID].Flags&objfmt.SecTLS != 0 {
				continue
			}
			fmt.Fprintf(&script, "  .s%d_%d %#x : { KEEP(*%s(%s)) }\n", i, s.ID, s.Addr, file, s.Name)
		}
	}
	script.WriteString("  .got 0x18000000 : { *(.got) *(.got.plt) }\n  .plt 0x18800000 : { *(.plt) *(.iplt) }\n  .eh_frame 0x19000000 : { *(.eh_frame) }\n" +
		"  .tdata 0x1a000000 : { *(.tdata) }\n  .tbss : { *(.tbss) }\n  .bss 0x1b000000 : { *(COMMON) }\n  /DISCARD/ : { *(.comment) }\n}\n")
	if err := os.WriteFile(filepath.Join(dir, "script"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("ld.lld", args...).CombinedOutput(); err != nil {
		t.Fatalf("ld.lld: %v\n%s", err, out[:min(len(out), 4000)])
	}
	f, err := elf.Open(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := map[uint64][]byte{}
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".s") && strings.Contains(s.Name, "_") && s.Type != elf.SHT_NOBITS {
			if got[s.Addr], err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return got
}

// compareAA64 compares all bytes of all sections, except fields that are each
// linker's own. It returns how many bytes and relocations it compared.
func compareAA64(t *testing.T, objs []*rtdyld.Object, want map[uint64][]byte) (size, relocs, skipped int) {
	t.Helper()
	indirect := map[string]bool{}
	for _, o := range objs {
		for i, s := range o.Image().Symbols {
			if s.Type == objfmt.SymIFunc {
				indirect[o.Image().SymbolName(objfmt.SymbolID(i))] = true
			}
		}
	}
	wrong := 0
	for _, o := range objs {
		img := o.Image()
		table := rtdyld.Relocations(img)
		for _, s := range o.Sections() {
			if s.Name[0] == '<' || s.Name == ".eh_frame" || len(s.Mem) == 0 || int(s.ID) >= len(img.Sections) || img.Sections[s.ID].Data == nil ||
				img.Sections[s.ID].Flags&objfmt.SecTLS != 0 {
				continue
			}
			ref, ok := want[s.Addr]
			if !ok || len(ref) < len(s.Mem) {
				t.Errorf("%s: the static linker's %s has %d bytes, ours %d", o.Name(), s.Name, len(ref), len(s.Mem))
				continue
			}
			got, ref := bytes.Clone(s.Mem), bytes.Clone(ref[:len(s.Mem)])
			for r, err := range img.Relocs(s.ID) {
				if err != nil {
					t.Fatal(err)
				}
				if aa64Own(table.Name(r.Type), img, r.Sym, indirect) {
					w := uint64(table.Width(table.Rows[r.Type].Field))
					if w == 0 {
						w = 4 // a mark on an instruction that others relax
					}
					clear(got[r.Offset : r.Offset+w])
					clear(ref[r.Offset : r.Offset+w])
					skipped++
				} else {
					relocs++
				}
			}
			size += len(got)
			for i := range got {
				if got[i] != ref[i] {
					if wrong++; wrong <= 10 {
						lo, hi := max(i-8, 0), min(i+8, len(got))
						t.Errorf("%s: %s+%#x at %#x:\n got % x\nwant % x", o.Name(), s.Name, i, s.Addr+uint64(i), got[lo:hi], ref[lo:hi])
					}
					break
				}
			}
		}
	}
	if wrong > 10 {
		t.Errorf("%d sections differ", wrong)
	}
	return size, relocs, skipped
}

// aa64Archives are Debian's cross archives for AArch64, with how many relocations
// they have at least.
var aa64Archives = []struct {
	path   string
	relocs int
}{
	{"/usr/aarch64-linux-gnu/lib/libm.a", 10000}, {"/usr/aarch64-linux-gnu/lib/libc.a", 20000},
	{"/usr/lib/gcc-cross/aarch64-linux-gnu/12/libstdc++.a", 25000}, {"/usr/lib/gcc-cross/aarch64-linux-gnu/12/libgcc.a", 500},
}

// aa64Images opens all members of an archive. threads has the thread-locals that
// they want from outside.
func aa64Images(t *testing.T, archive string) (imgs []*objfmt.ObjectImage, threads map[string]bool) {
	t.Helper()
	a, err := ar.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if imgs, err = rtdyld.CollectAll(t.Context(), nil, []*ar.Archive{a}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, img := range imgs {
			img.Close()
		}
	})
	threads = map[string]bool{}
	for _, img := range imgs {
		for i := range img.Symbols {
			if s := &img.Symbols[i]; s.Type == objfmt.SymTLS {
				threads[strings.Clone(img.SymbolName(objfmt.SymbolID(i)))] = true
			}
		}
	}
	return imgs, threads
}

// TestLoadAA64 loads all members of Debian's archives in both layouts.
func TestLoadAA64(t *testing.T) {
	for _, c := range aa64Archives {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			citest.Need(t, c.path)
			imgs, threads := aa64Images(t, c.path)
			for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
				r := newRig(t, rtdyld.Config{
					Memory: &memory{next: 0x10000000}, TLS: &aa64Threads{}, Resolver: aa64Outside(map[string]uint64{}, threads), Layout: layout,
				})
				objs, err := r.Load(t.Context(), imgs...)
				if err != nil {
					t.Fatal(err)
				}
				r.finalize()
				t.Logf("%v: %d objects", layout, len(objs))
			}
		})
	}
}

// TestStaticAA64 loads the members of the same archives and compares every byte with
// ld.lld at the same addresses.
func TestStaticAA64(t *testing.T) {
	for _, c := range aa64Archives {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			citest.Need(t, "ld.lld", c.path)
			imgs, threads := aa64Images(t, c.path)
			names := map[string]uint64{}
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &aa64Threads{}, Resolver: aa64Outside(names, threads)})
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			want := linkAA64(t, "aarch64linux", imgs, objs, names)
			size, relocs, skipped := compareAA64(t, objs, want)
			t.Logf("%d objects: %d bytes, %d relocations the same; %d of each linker's own not compared", len(objs), size, relocs, skipped)
			if relocs < c.relocs {
				t.Errorf("only %d relocations", relocs)
			}
		})
	}
}

// aa64Unknown are the types that ld.lld 14 does not know, or makes something else of:
// those of thread-locals relative to slots become relative to the thread pointer, and
// PLT32 wants a stub where a B would not reach.
var aa64Unknown = []string{
	"PLT32",
	"GOTOFF", "GOTREL", "GOT_LD_PREL19", "GOTPCREL32", "MOVW_PREL_G3", "TLS", "COPY", "GLOB_DAT", "JUMP_SLOT", "RELATIVE",
}

// TestStaticAA64Rows compares the types that ld.lld knows with it, at the addresses
// and with the addends of testdata's cases, slots included.
func TestStaticAA64Rows(t *testing.T) {
	citest.Need(t, "ld.lld")
	const folder = "../testdata/elf-arm64/"
	sources, err := filepath.Glob(folder + "*.o")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, path := range sources {
		name := strings.TrimSuffix(filepath.Base(path), ".o")
		src, err := os.ReadFile(folder + name + ".s")
		if err != nil || !bytes.Contains(src, []byte("-check=")) || bytes.Contains(src, []byte("layout:")) {
			continue // it shows an error, or stubs
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		img := parse(t, name+".o", data)
		types := map[string]bool{}
		for i := range img.Sections {
			for r, err := range img.Relocs(objfmt.SectionID(i)) {
				if err != nil {
					t.Fatal(err)
				}
				types[rtdyld.Relocations(img).Name(r.Type)] = true
			}
		}
		unknown := func(s string) bool {
			return slices.ContainsFunc(aa64Unknown, func(u string) bool { return strings.Contains(s, u) })
		}
		if len(types) == 0 || slices.ContainsFunc(slices.Collect(maps.Keys(types)), unknown) {
			continue
		}
		t.Run(name, func(t *testing.T) { staticAA64Row(t, img, data, src) })
		maps.Copy(tried, types)
	}
	if len(tried) < 39 {
		t.Errorf("only %d types: %v", len(tried), slices.Sorted(maps.Keys(tried)))
	}
}

// staticAA64Row links one case both ways. The addresses are those of its first RUN
// line.
func staticAA64Row(t *testing.T, img *objfmt.ObjectImage, data, src []byte) {
	dir := t.TempDir()
	var script strings.Builder
	names, addrs := map[string]uint64{}, map[string]uint64{}
	run := strings.ReplaceAll(string(src), "\\\n# RUN:", "")
	_, run, _ = strings.Cut(run, "# RUN: ")
	run, _, _ = strings.Cut(run, "\n")
	for w := range strings.FieldsSeq(run) {
		key, value, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		what, addr, ok := strings.Cut(value, "=")
		if !ok {
			continue
		}
		v, err := strconv.ParseUint(addr, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		switch key {
		case "dummy-extern":
			names[what] = v
			fmt.Fprintf(&script, "%s = %#x;\n", what, v)
		case "map-section":
			_, sec, _ := strings.Cut(what, ",")
			addrs[sec] = v
		}
	}
	script.WriteString("SECTIONS {\n")
	for _, sec := range slices.SortedFunc(maps.Keys(addrs), func(a, b string) int { return cmp.Compare(addrs[a], addrs[b]) }) {
		fmt.Fprintf(&script, "  %s %#x : { *(%s) }\n", sec, addrs[sec], sec)
	}
	script.WriteString("}\n")
	for file, b := range map[string][]byte{"script": []byte(script.String()), "case.o": data} {
		if err := os.WriteFile(filepath.Join(dir, file), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out")
	ld := exec.Command("ld.lld", "-m", "aarch64linux", "-O0", "--no-relax", "--no-check-sections", "-z", "norelro", "--entry=0",
		"-o", out, "-T", filepath.Join(dir, "script"), filepath.Join(dir, "case.o"))
	if msg, err := ld.CombinedOutput(); err != nil {
		t.Fatalf("ld.lld: %v\n%s", err, msg)
	}
	f, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	// This layout's slots are a section that can be placed.
	r := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld, Resolver: rtdyld.ResolverFunc(func(n string) (rtdyld.Symbol, bool) {
		v, ok := names[n]
		return rtdyld.Symbol{Addr: v}, ok
	})})
	objs, err := r.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range objs[0].Sections() {
		if v, ok := addrs[s.Name]; ok {
			if err := objs[0].MapSectionAddress(s.ID, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.resolve()
	for _, s := range objs[0].Sections() {
		if s.Name != ".text" && s.Name != ".got" {
			continue
		}
		want, err := f.Section(s.Name).Data()
		if err != nil {
			t.Fatal(err)
		}
		got := s.Mem[:min(len(want), len(s.Mem))] // room for stubs follows
		if !bytes.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s:\n got % x\nwant % x", s.Name, got, want)
		}
	}
}

// TestWeakAA64: what refers to a weak name that nobody defines has the bytes that ld.lld writes, wherever stubs lie.
func TestWeakAA64(t *testing.T) {
	for name, cfg := range map[string]rtdyld.Config{
		"behind sections": {},
		"by address":      {Stubs: rtdyld.StubsByAddress},
	} {
		t.Run(name, func(t *testing.T) { weakAA64(t, cfg) })
	}
}

func weakAA64(t *testing.T, cfg rtdyld.Config) {
	const file = "../testdata/elf-arm64/weak_nowhere.o"
	citest.Need(t, "ld.lld")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	imgs := []*objfmt.ObjectImage{parse(t, "weak_nowhere.o", data)}
	cfg.Memory = &memory{next: 0x5_1234_5000, place: firstWithin()}
	r := newRig(t, cfg)
	objs, err := r.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	if n := len(objs[0].Islands()); n != 0 {
		t.Errorf("%d islands for branches that go on behind themselves", n)
	}
	want := linkAA64(t, "aarch64linux", imgs, objs, nil)
	for _, s := range objs[0].Sections() {
		ref := want[s.Addr]
		if int(s.ID) >= len(imgs[0].Sections) {
			continue
		}
		for rel, err := range objs[0].Image().Relocs(s.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if name := rtdyld.Relocations(imgs[0]).Name(rel.Type); strings.Contains(name, "MOVW_PREL") {
				copy(ref[rel.Offset:rel.Offset+4], s.Mem[rel.Offset:]) // ld.lld has no value of its own for them
			}
		}
		if len(ref) > 0 && !bytes.Equal(ref, s.Mem) {
			t.Errorf("%s\n got % x\nwant % x", s.Name, s.Mem, ref)
		}
	}
	if len(want) < 2 {
		t.Errorf("%d sections", len(want))
	}
}
