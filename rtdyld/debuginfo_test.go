package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// debugSources share an inline function, of which one copy is dropped.
var debugSources = [...]string{
	`template <int N> struct box { int v[N]; }; inline __attribute__((noinline)) int both(box<3> *b) { return b->v[1] * 3; }
	static int own(int x) { int y = x + 1; return y * y; } extern "C" int other(int);
	thread_local int tls; int one(box<3> *b, int n) { for (int i = 0; i < n; i++) n += own(b->v[i % 3]); return both(b) + other(n) + tls; }`,
	`template <int N> struct box { int v[N]; }; inline __attribute__((noinline)) int both(box<3> *b) { return b->v[1] * 3; }
	int table[4] = {1, 2, 3, 4}; extern "C" int other(int x) { box<3> b = {{x, 2, x}}; return both(&b) + table[x & 3]; }`,
}

// firstThread puts thread-locals at the start of their module, as a program's own are.
type firstThread struct{}

func (firstThread) Define(context.Context, rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return firstThread{}, nil
}
func (firstThread) Module() uint64                           { return 1 }
func (firstThread) DTPOffset() uint64                        { return 0 }
func (firstThread) TPOffset() int64                          { return 64 }
func (firstThread) Initialize(context.Context, []byte) error { return nil }
func (firstThread) Release(context.Context) error            { return nil }

// debugLink has ld.lld put the loaded sections of objects where ours has them and
// returns its sections of debug information, joined in the order of objs.
func debugLink(t *testing.T, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	args := []string{"-O0", "-o", filepath.Join(dir, "out"), "-T", filepath.Join(dir, "script"), "--no-check-sections", "--unresolved-symbols=ignore-all", "-z", "norelro", "--entry=0"}
	script := "SECTIONS {\n"
	for i, o := range objs {
		file := fmt.Sprintf("m%05d.o", i)
		if err := os.WriteFile(filepath.Join(dir, file), imgs[i].Buffer.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, file))
		for _, s := range o.Sections() {
			if s.Name[0] != '<' && len(s.Mem) != 0 && s.Name != ".eh_frame" && !strings.HasPrefix(s.Name, ".tbss") {
				script += fmt.Sprintf("  .s%d_%d %#x : { KEEP(*%s(%s)) }\n", i, s.ID, s.Addr, file, s.Name)
			}
		}
	}
	script += "  .got 0x18000000 : { *(.got) *(.got.plt) }\n  .eh_frame 0x19000000 : { *(.eh_frame) }\n  .tbss 0x1a000000 : { *(.tbss*) }\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "script"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("ld.lld", args...).CombinedOutput(); err != nil {
		t.Fatalf("ld.lld: %v\n%s", err, out)
	}
	f, err := elf.Open(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := map[string][]byte{}
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".debug_") {
			if got[s.Name], err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return got
}

// joined is the debug information of objects, each section behind that of the object
// before.
func joined(t *testing.T, objs []*rtdyld.Object) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, o := range objs {
		sections, err := o.DebugSections(func(name string) uint64 { return uint64(len(all[name])) })
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sections {
			if _, twice := all[s.Name]; !twice {
				all[s.Name] = []byte{}
			}
			all[s.Name] = append(all[s.Name], s.Data...)
		}
	}
	return all
}

// TestDebugSections compares debug information of two objects, one function dropped,
// with what a static linker makes of them at the same addresses, byte for byte.
func TestDebugSections(t *testing.T) {
	citest.Need(t, "clang", "gcc", "ld.lld")
	for _, c := range []string{
		"gcc -O2 -gdwarf-5", "gcc -O0 -gdwarf-4 -ffunction-sections -gz", "clang -O1 -gdwarf-5", "clang -O2 -gdwarf-4 -gz",
		"clang --target=aarch64-linux-gnu -O1 -gdwarf-5", "clang --target=arm-linux-gnueabihf -O1 -gdwarf-4", "clang --target=i386-linux-gnu -O1 -gdwarf-5 -gz",
		"clang --target=armv7-linux-gnueabihf -mthumb -O2 -gdwarf-5",
	} {
		t.Run(c, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, rtdyld.Config{TLS: firstThread{}, Memory: &memory{next: 0x10000000}, Resolver: outside{"__aeabi_read_tp": {Addr: 0x10800000}, "__aeabi_unwind_cpp_pr0": {Addr: 0x10800000}}})
			var imgs []*objfmt.ObjectImage
			for i, src := range debugSources {
				args := append(strings.Fields(c)[1:], "-c", "-x", "c++", "-ffreestanding", "-fno-pic", "-o-", "-")
				cmd := exec.Command(strings.Fields(c)[0], args...)
				if strings.HasPrefix(c, "gcc") {
					args[len(args)-2] = "-o" + filepath.Join(t.TempDir(), "out.o")
				}
				cmd.Args = append(cmd.Args[:1], args...)
				cmd.Stdin = strings.NewReader(src)
				b, err := cmd.Output()
				if err == nil && strings.HasPrefix(c, "gcc") {
					b, err = os.ReadFile(args[len(args)-2][2:])
				}
				if err != nil {
					t.Fatal(c, err)
				}
				imgs = append(imgs, parse(t, fmt.Sprintf("m%05d.o", i), b))
			}
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := objs[0].DebugSections(nil); err == nil {
				t.Error("debug information before relocation")
			}
			r.finalize()
			want, got := debugLink(t, imgs, objs), joined(t, objs)
			for name, ref := range want {
				b := got[name]
				if b == nil {
					b = got[".z"+name[1:]]
				}
				if len(b) == 0 {
					t.Errorf("no %s", name)
				}
				if name == ".debug_str" || name == ".debug_line_str" {
					ref = ref[:min(len(ref), len(b))] // its own producer's name follows
				}
				if !bytes.Equal(b, ref) {
					at := 0
					for at < len(b) && at < len(ref) && b[at] == ref[at] {
						at++
					}
					t.Errorf("%s: %d bytes, want %d; differ at %#x: % x, want % x", name, len(b), len(ref), at, b[at:min(at+16, len(b))], ref[at:min(at+16, len(ref))])
				}
			}
			if len(want) < 5 {
				t.Errorf("only %d sections", len(want))
			}
			if err := r.Unload(t.Context(), objs...); err != nil {
				t.Fatal(err)
			}
			if _, err := objs[0].DebugSections(nil); !errors.Is(err, rtdyld.ErrUnloaded) {
				t.Errorf("after unload: %v", err)
			}
		})
	}
}
