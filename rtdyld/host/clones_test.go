//go:build linux && amd64

package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

const clonesSource = `
#define MANY __attribute__((target_clones("avx512f", "avx2", "default")))
MANY int total(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
MANY double dot(const double *a, const double *b, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
int twice(const int *p, int n) { return 2 * total(p, n); }
int (*pointer)(const int *, int) = total;
`

// TestTargetClones: functions of which gcc and clang make a variant for each processor are bound and called, by their names, from
// other functions and by pointers.
func TestTargetClones(t *testing.T) {
	for _, cc := range []string{"gcc", "clang-19"} {
		t.Run(cc, func(t *testing.T) {
			citest.Need(t, cc)
			dir := t.TempDir()
			src, obj := filepath.Join(dir, "clones.c"), filepath.Join(dir, "clones.o")
			if err := os.WriteFile(src, []byte(clonesSource), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(cc, "-O3", "-c", "-o", obj, src).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			p, err := host.Load(t.Context(), host.File(obj), host.Library("libgcc_s.so.1"))
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			var total, twice func(p []int32, n int32) int32
			var dot func(a, b []float64, n int32) float64
			for name, fn := range map[string]any{"total": &total, "twice": &twice, "dot": &dot} {
				if err := p.Bind(name, fn); err != nil {
					t.Fatal(err)
				}
			}
			ints := make([]int32, 1000)
			floats := make([]float64, 1000)
			for i := range ints {
				ints[i], floats[i] = int32(i), float64(i)
			}
			if got := total(ints, 1000); got != 499500 {
				t.Errorf("total: %d", got)
			}
			if got := twice(ints, 1000); got != 999000 {
				t.Errorf("twice: %d", got)
			}
			if got := dot(floats, floats, 1000); got != 332833500 {
				t.Errorf("dot: %v", got)
			}
			pointer, err := p.Lookup("pointer")
			if err != nil {
				t.Fatal(err)
			}
			at := pointer.Object.Sections()
			for _, s := range at {
				if off := pointer.Addr - s.Addr; off < uint64(len(s.Mem)) {
					addr := uint64(0)
					for k := range 8 {
						addr |= uint64(s.Mem[off+uint64(k)]) << (8 * k)
					}
					f, err := abi.Func2[unsafe.Pointer, int32, int32](p.Caller(), addr)
					if err != nil || f(unsafe.Pointer(&ints[0]), 10) != 45 {
						t.Errorf("by a pointer: %v", err)
					}
				}
			}
		})
	}
}
