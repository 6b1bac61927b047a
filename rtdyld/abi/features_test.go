package abi

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestFeatures: what the processor has is what Linux says, and the order is the table's. The kernel of a virtual machine may have been told of
// less than programs are: where it says nothing of a feature, gcc's library decides.
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
	var unlisted []string
	for _, f := range features("amd64") {
		name := f.name
		if n := names[name]; n != "" {
			name = n
		}
		switch listed := slices.Contains(linux, name); {
		case strings.HasPrefix(name, "x86-64-") || listed == f.has:
		case listed:
			t.Errorf("%s: false, Linux says otherwise", f.name)
		default:
			unlisted = append(unlisted, f.name)
		}
	}
	if len(unlisted) > 0 {
		for _, name := range gccLacks(t, unlisted) {
			t.Errorf("%s: true, Linux and gcc say otherwise", name)
		}
	}
}

// gccLacks lists those of some features that a processor does not have by gcc's __builtin_cpu_supports.
func gccLacks(t *testing.T, names []string) []string {
	if citest.Missing("gcc") != nil {
		t.Skipf("Linux does not say that there is %q", names)
	}
	var source strings.Builder
	source.WriteString("#include <stdio.h>\nint main(void) {\n")
	for _, name := range names {
		fmt.Fprintf(&source, "if (!__builtin_cpu_supports(%q)) puts(%q);\n", name, name)
	}
	source.WriteString("return 0; }\n")
	program := filepath.Join(t.TempDir(), "supports")
	compile := exec.Command("gcc", "-x", "c", "-", "-o", program)
	compile.Stdin = strings.NewReader(source.String())
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}
