package main

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestStart: every start of the command pays for what packages do before main. Of ours each allocates little then:
// tables and regular expressions are made when they are needed. What allocates more is here, with a reason.
func TestStart(t *testing.T) {
	const limit = 6 << 10
	more := map[string]uint64{
		"rtdyld/remote/wire": 80 << 10, // what protoc-gen-go generates registers its messages
		"reloc/mips":         40 << 10, // rows of three ABIs, made of one
		"reloc/ppc":          24 << 10, // rows of two ABIs, made of one, and functions that save registers
		"reloc/loong64":      12 << 10, // rows for 32 bits, made of those for 64
		"reloc/riscv":        9 << 10,  // so are they there
		"rtdyld/check":       9 << 10,  // fields of instructions that are functions made of their bits
	}
	const module = "github.com/go-rtdyld/rtdyld/"
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen := map[string]uint64{}
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) bytes, \d+ allocs$`).FindAllStringSubmatch(string(out), -1) {
		if name, ours := strings.CutPrefix(m[1], module); ours {
			seen[name], err = strconv.ParseUint(m[2], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	delete(seen, "cmd/rtdyld") // with its tests
	for name, bytes := range seen {
		if most := max(limit, more[name]); bytes > most {
			t.Errorf("package %s allocates %d bytes before main, at most %d are meant to be", name, bytes, most)
		}
	}
	for name := range more {
		if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" && seen[name] <= limit {
			t.Errorf("package %s allocates %d bytes before main: it needs no row here", name, seen[name])
		}
	}
}
