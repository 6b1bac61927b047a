package abi

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestFeatures: what the processor has is what Linux says, and the order is the table's.
func TestFeatures(t *testing.T) {
	for _, arch := range []string{"amd64", "arm64"} {
		seen := map[string]bool{}
		for _, f := range features(arch) {
			if seen[f.name] || f.name == "" {
				t.Errorf("%s: %q is there twice", arch, f.name)
			}
			seen[f.name] = true
		}
		if len(seen) < 10 {
			t.Errorf("%s has %d features", arch, len(seen))
		}
	}
	have := Features()
	at := 0
	for _, f := range features(runtime.GOARCH) {
		if f.has {
			if at >= len(have) || have[at] != f.name {
				t.Fatalf("%q is not at %d of %q", f.name, at, have)
			}
			at++
		}
	}
	if at != len(have) || features("none") != nil {
		t.Errorf("%q has more than the table", have)
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil || runtime.GOARCH != "amd64" {
		t.Skip("no /proc/cpuinfo of amd64")
	}
	_, flags, _ := strings.Cut(string(info), "\nflags")
	flags, _, _ = strings.Cut(flags, "\n")
	linux := strings.Fields(flags)
	names := map[string]string{"avx512vnni": "avx512_vnni", "sse4.2": "sse4_2", "sse4.1": "sse4_1", "sse3": "pni", "bmi": "bmi1", "lzcnt": "abm", "pclmul": "pclmulqdq"}
	for _, f := range features("amd64") {
		name := f.name
		if n := names[name]; n != "" {
			name = n
		}
		if !strings.HasPrefix(name, "x86-64-") && slices.Contains(linux, name) != f.has {
			t.Errorf("%s: %v, Linux says otherwise", f.name, f.has)
		}
	}
}
