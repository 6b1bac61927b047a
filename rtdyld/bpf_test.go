package rtdyld_test

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// bpfSource refers to what is in it and outside, by code, data and debug information.
const bpfSource = `extern int ext, h(int); int g = 5; static int l[4] = {1, 2, 3, 4}; int *p = &l[2], *q = &ext;
static __attribute__((noinline)) int s(int x) { return x * 3 + l[x & 3]; }
int __attribute__((section("other"))) o(int x) { return s(x) + h(x) + ext; }
int f(int x) { return s(x) + g + h(x) + o(x); }`

// TestBPFCrel: what clang compiles for eBPF with compact relocations has the same bytes in memory as what it
// compiles with plain ones, in both byte orders.
func TestBPFCrel(t *testing.T) {
	citest.Need(t, "clang-19")
	for _, target := range []string{"bpfel", "bpfeb"} {
		compile := func(more ...string) map[uint64][]byte {
			cmd := exec.Command("clang-19", append(more, "--target="+target, "-O2", "-g", "-xc", "-c", "-o", "-", "-")...)
			cmd.Stdin = bytes.NewReader([]byte(bpfSource))
			out, err := cmd.Output()
			if err != nil || bytes.Contains(out, []byte(".crel.text")) != (len(more) > 0) {
				t.Fatal(target, more, err)
			}
			return linkedAlone(t, target+".o", out)
		}
		want, got := compile(), compile("-Wa,--crel,--allow-experimental-crel")
		if len(want) < 3 || len(want) != len(got) {
			t.Errorf("%s: %d sections, compact %d", target, len(want), len(got))
		}
		for a, b := range want {
			if !bytes.Equal(b, got[a]) {
				t.Errorf("%s, at %#x:\n%x\ncompact:\n%x", target, a, b, got[a])
			}
		}
	}
}

// TestBPFFar: BPF has no stubs, so that a function that a 32-bit field does not reach is an error, with its place, and nothing stands in for it.
func TestBPFFar(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		for i := range refs {
			out[i] = rtdyld.Symbol{Addr: 0x7f00_1234_5678, Kind: rtdyld.Func, Found: true}
		}
		return nil
	})})
	if _, err := r.Load(t.Context(), images(t, "data=../elf-bpf/data")...); err != nil {
		t.Fatal(err)
	}
	e := wantErr[*reloc.RangeError](t, r.Resolve(t.Context()), nil)
	if e.Type != "R_BPF_64_ABS32" || e.Section != ".data" || e.Symbol == "" {
		t.Errorf("error is %v", e)
	}
}
