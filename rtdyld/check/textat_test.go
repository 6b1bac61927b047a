package check_test

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestTextAtAnyBytes: whatever the code is, there is a text and a size within it.
func TestTextAtAnyBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"x86_64", "i386", "aarch64", "armv7", "thumbv7", "armeb", "riscv64", "riscv32", "loongarch64", "s390x", "sparcv9", "powerpc64", "powerpc64le", "mips", "mips64el"} {
		tr, err := triple.Parse(name + "-unknown-linux-gnu")
		if err != nil {
			t.Fatal(err)
		}
		d, err := check.NewDecoder(tr)
		if err != nil {
			t.Fatal(err)
		}
		for range 3_000 {
			code := make([]byte, random.IntN(17))
			for i := range code {
				code[i] = byte(random.Uint32())
			}
			text, size, _ := check.TextAt(d, code, random.Uint64(), random.IntN(2) == 0)
			if len(code) > 0 && (size < 1 || size > len(code) || text == "") || len(code) == 0 && size != 0 {
				t.Fatalf("%s: % x: %q of %d bytes", name, code, text, size)
			}
		}
	}
}

// blanks are what texts of two disassemblers differ in, and comments.
var blanks = regexp.MustCompile(`\s*[<#;].*|\s+`)

// alike reports whether two texts are of one instruction, where either has or has not the suffix that tells the size of operands.
func alike(ours, theirs string) bool {
	a, x, _ := strings.Cut(ours, " ")
	b, y, _ := strings.Cut(strings.ReplaceAll(theirs, "\t", " "), " ")
	for _, suffix := range []string{"", "b", "w", "l", "q"} {
		if a == b+suffix || b == a+suffix || a == "cdqe" && b == "cltq" {
			return blanks.ReplaceAllString(x, "") == blanks.ReplaceAllString(y, "")
		}
	}
	return false
}

// TestTextAtLLVM: instructions begin where llvm-objdump says, and nearly all have the same text but for the words that LLVM has for suffixes and
// aliases.
func TestTextAtLLVM(t *testing.T) {
	for _, tt := range []struct {
		file string
		same float64 // of the lines
	}{
		{"demo/scene.o", 0.97},
		{"../examples/stencil/stencils/linux_arm64/fdiv.o", 0.9},
	} {
		t.Run(filepath.Base(tt.file), func(t *testing.T) { compareText(t, tt.file, tt.same) })
	}
}

func compareText(t *testing.T, file string, same float64) {
	citest.Need(t, "llvm-objdump-14")
	path := filepath.Join("../../testdata", file)
	img, err := objfile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	d, err := check.NewDecoder(img.Triple)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("llvm-objdump-14", "-d", "--print-imm-hex", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]map[uint64]string{}
	section := ""
	for line := range strings.SplitSeq(string(out), "\n") {
		if rest, ok := strings.CutPrefix(line, "Disassembly of section "); ok {
			section = strings.TrimSuffix(rest, ":")
			theirs[section] = map[uint64]string{}
		}
		at, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		addr, err := strconv.ParseUint(at, 16, 64)
		if _, text, two := strings.Cut(rest, "\t"); ok && two && err == nil {
			theirs[section][addr] = text
		}
	}
	lines, equal := 0, 0
	for id := range img.Sections {
		s := &img.Sections[id]
		if s.Kind != objfmt.KindCode || len(s.Data) == 0 {
			continue
		}
		of := theirs[img.SectionName(objfmt.SectionID(id))]
		for at := uint64(0); at < uint64(len(s.Data)); {
			text, size, _ := check.TextAt(d, s.Data[at:], at, false)
			want, ok := of[at]
			if !ok {
				t.Fatalf("%s+%#x: %s begins within an instruction", img.SectionName(objfmt.SectionID(id)), at, text)
			}
			if lines++; alike(text, want) {
				equal++
			} else {
				t.Logf("%q, LLVM has %q", text, want)
			}
			at += uint64(size)
		}
	}
	if t.Logf("%d of %d lines are the same", equal, lines); lines == 0 || float64(equal) < same*float64(lines) {
		t.Errorf("%d of %d lines are the same", equal, lines)
	}
}
