package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// staticLink has a static linker put the sections of objects where ours has them
// and returns the sections of its output by address. names are addresses of names
// outside.
func staticLink(t *testing.T, ld []string, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object, names map[string]uint64) map[uint64][]byte {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	args := append(ld[1:], "-o", filepath.Join(dir, "out"), "-T", filepath.Join(dir, "script"), "--no-check-sections", "-z", "norelro", "-z", "max-page-size=4096", "--entry=0")
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
			if s.Name[0] == '<' || s.Name == ".eh_frame" || len(s.Mem) == 0 {
				continue
			}
			fmt.Fprintf(&script, "  .s%d_%d %#x : { KEEP(*%s(%s)) }\n", i, s.ID, s.Addr, file, s.Name)
		}
	}
	script.WriteString("  .got 0x18000000 : { *(.got) *(.got.plt) }\n  .plt 0x18800000 : { *(.plt) *(.plt.got) *(.iplt) }\n  .eh_frame 0x19000000 : { *(.eh_frame) }\n  .bss 0x1a000000 : { *(COMMON) }\n  /DISCARD/ : { *(.note.gnu.property) *(.comment) }\n}\n")
	if err := os.WriteFile(filepath.Join(dir, "script"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(ld[0], args...).CombinedOutput(); err != nil {
		if len(out) > 4000 {
			out = out[:4000]
		}
		t.Fatalf("%s: %v\n%s", ld[0], err, out)
	}
	f, err := elf.Open(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := map[uint64][]byte{}
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".s") && strings.Contains(s.Name, "_") && s.Type != elf.SHT_NOBITS {
			b, err := s.Data()
			if err != nil {
				t.Fatal(err)
			}
			got[s.Addr] = b
		}
	}
	return got
}

// throughSlot reports whether what a relocation writes depends on where the slots
// are, which is each linker's own affair: a load that we keep, or that other
// linkers rewrite in more ways than we do.
func throughSlot(typ string, relaxed bool, code []byte, off uint64) bool {
	if relaxed && (typ == "R_X86_64_GOTPCRELX" || typ == "R_X86_64_REX_GOTPCRELX") {
		op, modrm := code[off-2], code[off-1]
		return !(op == 0x8b || op == 0xff && (modrm == 0x15 || modrm == 0x25))
	}
	return strings.Contains(typ, "GOT")
}

// compareStatic compares all bytes of all sections, except fields that depend on
// where the slots are. It returns how many bytes and relocations it compared.
//
// A name outside, in names, is absolute for the static linker, which keeps loads of
// such.
func compareStatic(t *testing.T, objs []*rtdyld.Object, relaxed bool, names map[string]uint64, want map[uint64][]byte) (size, relocs, skipped int) {
	t.Helper()
	wrong := 0
	for _, o := range objs {
		table := rtdyld.Relocations(o.Image())
		for _, s := range o.Sections() {
			if s.Name[0] == '<' || s.Name == ".eh_frame" || len(s.Mem) == 0 || o.Image().Sections[s.ID].Data == nil {
				continue
			}
			ref, ok := want[s.Addr]
			if !ok || len(ref) < len(s.Mem) {
				t.Errorf("%s: the static linker's %s has %d bytes, ours %d", o.Name(), s.Name, len(ref), len(s.Mem))
				continue
			}
			got, ref := bytes.Clone(s.Mem), bytes.Clone(ref[:len(s.Mem)])
			code := o.Image().Sections[s.ID].Data
			for r, err := range o.Image().Relocs(s.ID) {
				if err != nil {
					t.Fatal(err)
				}
				name := o.Image().SymbolName(r.Sym)
				_, outside := names[name]
				if typ := table.Name(r.Type); name == "__dso_handle" || throughSlot(typ, relaxed && !outside, code, r.Offset) {
					clear(got[max(r.Offset, 3)-3 : r.Offset+4])
					clear(ref[max(r.Offset, 3)-3 : r.Offset+4])
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

// TestStaticRows compares every type that a static linker takes with two of them.
func TestStaticRows(t *testing.T) {
	names := map[string]uint64{"fun": 0x20001000, "low": 0x30000000, "tiny": 0x50, "dat": 0x20002000}
	for _, ld := range [][]string{{"ld.bfd", "--no-relax"}, {"ld.lld", "-O0"}} {
		t.Run(ld[0], func(t *testing.T) {
			citest.Need(t, ld[0])
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, Resolver: rtdyld.ResolverFunc(func(n string) (rtdyld.Symbol, bool) {
				a, ok := names[n]
				return rtdyld.Symbol{Addr: a, Kind: rtdyld.Func}, ok
			}), NoRelax: ld[0] == "ld.bfd"})
			files := []string{"rows", "direct", "base", "user", "call", "relax", "abs32", "init", "call_ext"}
			imgs := images(t, files...)
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			size, relocs, skipped := compareStatic(t, objs, ld[0] == "ld.lld", names, staticLink(t, ld, imgs, objs, names))
			t.Logf("%d bytes, %d relocations the same; %d through slots or of the linker's own not compared", size, relocs, skipped)
			if relocs < 30 {
				t.Errorf("only %d relocations", relocs)
			}
		})
	}
}

// TestStatic links whole Debian archives and compares every byte with ld.lld.
func TestStatic(t *testing.T) {
	const lib, llvm = "/usr/lib/x86_64-linux-gnu/", "/usr/lib/llvm-14/lib/"
	for _, archive := range []string{lib + "liblua5.4.a", lib + "libsqlite3.a", lib + "libz.a", llvm + "libLLVMOption.a", llvm + "libLLVMRemarks.a"} {
		t.Run(filepath.Base(archive), func(t *testing.T) {
			if err := citest.Missing(archive); err != nil && strings.HasPrefix(archive, llvm) {
				t.Skip(err) // C++ for those who have it
			}
			citest.Need(t, "ld.lld", archive)
			a, err := ar.Open(archive)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			imgs, err := rtdyld.CollectAll(t.Context(), nil, []*ar.Archive{a})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				for _, img := range imgs {
					img.Close()
				}
			}()
			names := map[string]uint64{}
			next := uint64(0x30000000)
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
				for i, ref := range refs {
					if ref.Weak {
						continue
					}
					next += 0x40
					names[ref.Name] = next
					out[i] = rtdyld.Symbol{Addr: next, Kind: rtdyld.Func, Found: true}
				}
				return nil
			})})
			objs, err := r.Load(context.Background(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			size, relocs, skipped := compareStatic(t, objs, true, names, staticLink(t, []string{"ld.lld", "-O0"}, imgs, objs, names))
			t.Logf("%d objects: %d bytes, %d relocations the same; %d through slots or of the linker's own not compared", len(objs), size, relocs, skipped)
			if relocs < 500 {
				t.Errorf("only %d relocations", relocs)
			}
		})
	}
}
