package rtdyld_test

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// linkedAlone links an object by itself, names from outside at addresses of their own, and returns
// its sections by address. Branches of arm are left out: clang 19 drops the -8 or -4 of their
// addends from compact relocations, and ld.lld links what is left, as we do.
func linkedAlone(t *testing.T, name string, file []byte) map[uint64][]byte {
	t.Helper()
	img, err := elf.Parse(objfmt.NewBuffer(name, file))
	if err != nil {
		t.Fatal(err)
	}
	next := uint64(0x11000000)
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &anyTLS{}, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		next += 0x40
		return rtdyld.Symbol{Addr: next, Kind: rtdyld.Func}, true
	})})
	objs, err := r.Load(t.Context(), img)
	if err == nil {
		err = r.Finalize(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	mem := map[uint64][]byte{}
	for _, s := range objs[0].Sections() {
		b := slices.Clone(s.Mem)
		mem[s.Addr] = b
		if !img.Triple.Arch.IsARM() && !img.Triple.Arch.IsThumb() || s.Name[0] == '<' {
			continue
		}
		for r, err := range img.Relocs(s.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if name := rtdyld.Relocations(img).Name(r.Type); strings.Contains(name, "CALL") || strings.Contains(name, "JUMP") {
				clear(b[r.Offset : r.Offset+4])
			}
		}
	}
	return mem
}

// TestCrel: what clang compiles with compact relocations (SHT_CREL) has the same bytes in
// memory as what it compiles with plain ones. In these, those of i386 and arm keep their
// addends in the fields; compact ones have addends on every processor.
func TestCrel(t *testing.T) {
	citest.Need(t, "clang-19")
	sources := []string{"../testdata/run/exec.c", "../testdata/run/other.c", "../testdata/demo/scene.c"}
	flags := []string{"-O0", "-O2 -fPIC -ffunction-sections -fdata-sections", "-Os -fno-pic -g"}
	for i, target := range []string{"x86_64-linux-gnu", "i386-linux-gnu", "aarch64-linux-gnu", "aarch64_be-linux-gnu", "armv7-linux-gnueabihf", "thumbv7-linux-gnueabihf", "x86_64-linux-gnux32", "riscv64-linux-gnu", "riscv32-linux-gnu", "loongarch64-linux-gnu", "loongarch32-linux-gnu", "s390x-linux-gnu", "sparc64-linux-gnu", "powerpc64le-linux-gnu", "powerpc64-linux-gnu", "powerpc64-linux-gnu -mabi=elfv2", "powerpc-linux-gnu", "powerpcle-linux-gnu"} {
		t.Run(target, func(t *testing.T) {
			size, n := 0, len(sources)
			switch target {
			case "x86_64-linux-gnux32", "riscv32-linux-gnu", "powerpc64-linux-gnu -mabi=elfv2":
				n = 2 // Debian has no headers of C's library for them
			}
			if citest.Sample() {
				n = 1
			}
			for k, flag := range flags {
				if citest.Sample() && k != i%3 {
					continue
				}
				for _, source := range sources[:n] {
					compile := func(more ...string) map[uint64][]byte {
						args := append(strings.Fields(flag), more...)
						out, err := exec.Command("clang-19", append(append(args, strings.Fields("--target="+target)...), "-w", "-c", "-o", "-", source)...).Output()
						if err != nil {
							t.Fatal(source, flag, err)
						}
						if bytes.Contains(out, []byte(".crel.text")) != (len(more) > 0) {
							t.Fatalf("%s %s %s: which relocations?", source, flag, more)
						}
						return linkedAlone(t, source, out)
					}
					want, got := compile(), compile("-Wa,--crel,--allow-experimental-crel")
					for a, b := range want {
						size += len(b)
						if !bytes.Equal(b, got[a]) {
							t.Errorf("%s %s, at %#x:\n%.200x\ncompact:\n%.200x", source, flag, a, b, got[a])
						}
					}
					if len(want) != len(got) {
						t.Errorf("%s %s: %d sections, compact %d", source, flag, len(want), len(got))
					}
				}
			}
			t.Logf("%d bytes", size)
			if size < 5000 {
				t.Errorf("%d bytes", size)
			}
		})
	}
}
