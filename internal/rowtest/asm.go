package rowtest

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// assembler is the one whose bytes are the same everywhere.
const assembler = "llvm-mc-14"

// Object returns what an assembler makes of lines, with the target and options in args.
func Object(t testing.TB, args []string, lines ...string) *elf.File {
	t.Helper()
	citest.Need(t, assembler)
	cmd := exec.Command(assembler, append(slices.Clone(args), "-filetype=obj", "-o", "-")...)
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	obj, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", assembler, err, errs.Bytes())
	}
	f, err := elf.NewFile(bytes.NewReader(obj))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Assemble returns the .text of lines.
func Assemble(t testing.TB, args []string, lines ...string) []byte {
	t.Helper()
	b, err := Object(t, args, lines...).Section(".text").Data()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Code is an instruction or datum with the bytes that a case has for it.
type Code struct {
	Type string // of the case
	Mode string // a directive before it, such as .thumb; may be empty
	Text string
	Hex  string
}

// Assembled asks the assembler for the bytes of code, none of which is longer than 16.
func Assembled(t *testing.T, args []string, code []Code) {
	t.Helper()
	var lines []string
	for _, c := range code {
		lines = append(lines, ".balign 16", c.Mode, c.Text)
	}
	b := Assemble(t, args, lines...)
	for i, c := range code {
		if got := hex.EncodeToString(b[16*i:][:len(c.Hex)/2]); got != c.Hex {
			t.Errorf("%s: %s is %s, the case has %s", c.Type, c.Text, got, c.Hex)
		}
	}
}
