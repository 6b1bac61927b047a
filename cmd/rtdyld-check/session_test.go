package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
)

// laterTool is the llvm-jitlink whose words these are.
const laterTool = "llvm-jitlink-19"

// sessionFiles are sources; the last part of a name's first word is its triple.
var sessionFiles = map[string]string{
	"r.elf": ".globl main, data\n.type main,@function\nmain:\tretq\n.data\ndata:\t.short X\n\t.long X\n",
	"e.elf": `	.globl main, x, y, far
	.text
main:	callq far
	leaq x(%rip), %rax
	retq
	.size main, .-main
	.data
x:	.quad y+8
	.size x, 8
y:	.quad 0
	.size y, 8
`,
	"w.macho": `	.section __TEXT,__text,regular,pure_instructions
	.weak_definition _weak
_weak:	retq
	.globl _main
_main:	callq _weak
	movq _value(%rip), %rax
	jmp _weak
	.section __DATA,__data
	.globl _value
_value:	.quad _weak
	.subsections_via_symbols
`,
	"h.macho": `# jitlink-check: *{8}_seen = _inner
	.globl _main, _inner, _seen
_main:	callq _outer
	retq
_inner:	retq
	.subsections_via_symbols
`,
	"i.macho": `	.globl _outer, _seen
_inner:	retq
_outer:	jmp _inner
	.section __DATA,__data
_seen:	.quad _inner
	.subsections_via_symbols
`,
	"i.coff": ".globl main\nmain:\tretq\n.section .drectve,\"yn\"\n.ascii \"/include:foo\"\n",
	"g.coff": `	.globl main, other, value
main:	callq other
	retq
other:	retq
	.section .mine,"dw"
value:	.quad 7
`,
	"f.coff": ".globl foo\nfoo:\tretq\n",
	"d.elf":  ".globl fun\nfun:\tmovl $9, %eax\n\tretq\n",
	"u.elf":  ".globl main\nmain:\tcallq fun\n\tretq\n",
	"c.elf": `# jitlink-check: *{4}made = 0x696a2023
# jitlink-check: *{8}pointer = behind
# jitlink-check: behind = made + 4
	.globl main, pointer
main:	leaq made(%rip), %rax
	retq
	.data
pointer: .quad behind
`,
	"t.arm": ".syntax unified\n.globl main\n.thumb_func\n.type main,%function\nmain:\tbx lr\n",
}

var sessionTriples = map[string]string{".elf": "x86_64-linux-gnu", ".macho": "x86_64-apple-macosx10.9", ".coff": "x86_64-pc-windows-msvc", ".arm": "thumbv7-linux-gnueabi"}

// sessionObjects assembles them in a new folder, which it enters.
func sessionObjects(t *testing.T) {
	t.Helper()
	citest.Need(t, "llvm-mc-14", "llvm-ar-14")
	t.Chdir(t.TempDir())
	for name, text := range sessionFiles {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("llvm-mc-14", "-triple="+sessionTriples[filepath.Ext(name)], "-arm-add-build-attributes", "-filetype=obj", name, "-o", name+".o").CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	if out, err := exec.Command("llvm-ar-14", "rcs", "libd.a", "d.elf.o").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

const slab = " -slab-allocate 100Kb -slab-address 0x10000000 -slab-page-size 4096"

// TestJITLinkWords: what command lines print and return, which llvm-jitlink-19 prints and returns, too. "!" before a text: it is not there.
func TestJITLinkWords(t *testing.T) {
	sessionObjects(t)
	theirs := citest.Missing(laterTool) == nil
	for _, c := range []struct {
		args   string
		status int
		said   []string
	}{
		{"-noexec -abs X=0x1234 r.elf.o", 0, nil},
		{"-noexec -abs X=0x12345 r.elf.o", 1, []string{`llvm-jitlink error: In graph r.elf.o, section .data: relocation target "X" at`, "is out of range of Pointer16 fixup at"}},
		{"-noexec u.elf.o", 1, []string{"llvm-jitlink error: Symbols not found: [ fun ]"}},
		{"-noexec u.elf.o d.elf.o d.elf.o", 1, []string{"Duplicate definition of symbol 'fun'", "!llvm-jitlink error"}},
		{"-noexec -L. -hidden-ld u.elf.o", 0, nil},
		{"-noexec -L. -ld u.elf.o", 0, nil},
		{"-noexec i.coff.o", 1, []string{"llvm-jitlink error: Symbols not found: [ foo ]"}},
		{"-noexec i.coff.o f.coff.o", 0, nil},
		{"-noexec -phony-externals i.coff.o", 0, nil},
		{"-noexec -abs foo=1 i.coff.o", 0, nil},
		{"-noexec -show-entry-es -abs X=0x1234 r.elf.o" + slab, 0, []string{"JITDylib \"Process\"", "JITDylib \"main\"", "    \"X\": 0x1234 [Data] Ready\n    \"data\": 0x10000000 [Data] Ready\n    \"main\": 0x10001000 [Callable] Ready"}},
		{"-noexec -show-entry-es t.arm.o" + slab, 0, []string{"\"main\": 0x10000001 [Callable] Ready"}},
		{"-noexec -show-graphs=nothing -abs X=1 r.elf.o", 0, []string{"!graph"}},
		{"-noexec -sectcreate __data,c.elf@made=0,behind=4 -check=c.elf c.elf.o", 0, nil},
		{"-noexec -sectcreate=__data,c.elf@made=0,main=4 c.elf.o", 1, []string{"Duplicate definition of symbol 'main'"}},
		{"-noexec -sectcreate __data c.elf.o", 1, []string{"-sectcreate"}},
		{"-noexec -sectcreate __data,nofile c.elf.o", 1, []string{"'nofile': No such file or directory"}},
		{"-noexec -entry=_main -check=h.macho i.macho.o -harness h.macho.o", 0, nil},
	} {
		for _, ours := range []bool{true, false} {
			var got outcome
			if args := strings.Fields(c.args); ours {
				got = jitLink(args...)
			} else if theirs {
				got = runTool(t, laterTool, args...)
			} else {
				continue
			}
			if got.status != c.status {
				t.Errorf("%s: ours %v: status %d\n%s", c.args, ours, got.status, got.errOut)
			}
			for _, s := range c.said {
				if s, not := strings.CutPrefix(s, "!"); strings.Contains(got.out+got.errOut, s) == not {
					t.Errorf("%s: ours %v: %q\n%s%s", c.args, ours, s, got.out, got.errOut)
				}
			}
		}
	}
}

// TestJITLinkGraphs: blocks, symbols and edges are those of llvm-jitlink-19, where it names them.
func TestJITLinkGraphs(t *testing.T) {
	sessionObjects(t)
	words := regexp.MustCompile(`^ +(block 0x|.* live  -   [^<]|no edges|edges:|.*, kind = )`)
	lines := func(o outcome) (all []string) {
		text, _, _ := strings.Cut(o.out, "section $__STUBS")
		text, _, _ = strings.Cut(text, "section <stubs>") // which both have in their own way
		for line := range strings.Lines(text) {
			if words.MatchString(line) {
				all = append(all, line)
			}
		}
		return all
	}
	for _, c := range []struct {
		args string
		has  string // of ours
	}{
		{"w.macho.o", "linkage: weak, scope: local, live  -   _weak"},
		{"-abs far=0x10005000 e.elf.o", "kind = BranchPCRel32, target = far"},
		{"g.coff.o", ", scope: default, live  -   value"},
	} {
		args := strings.Fields("-noexec -show-graphs=.* " + c.args + slab)
		us := jitLink(args...)
		if mine := lines(us); us.status != 0 || len(mine) < 5 || !strings.Contains(strings.Join(mine, ""), c.has) {
			t.Errorf("%s: status %d, %d lines\n%s%s", c.args, us.status, len(mine), us.out, us.errOut)
		}
		args[1] = "-show-graph"
		if again := jitLink(args...); again.out != us.out {
			t.Errorf("%s: another graph by -show-graph\n%s", c.args, again.out)
		}
		args[1] = "-show-graphs=.*"
		if citest.Missing(laterTool) != nil {
			continue
		}
		if them := runTool(t, laterTool, args...); !slices.Equal(lines(us), lines(them)) {
			t.Errorf("%s\n%s\n%s\n%s%s", c.args, laterTool, us.out, them.out, them.errOut)
		}
	}
}

// TestJITLinkWatched: perf and debuggers are told of code that runs.
func TestJITLinkWatched(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("objects of this test run on linux/amd64")
	}
	sessionObjects(t)
	dir := t.TempDir()
	t.Setenv("JITDUMPDIR", dir)
	if got := jitLink("-perf-support", "u.elf.o", "d.elf.o"); got.status != 9 {
		t.Fatalf("status %d\n%s", got.status, got.errOut)
	}
	if got := jitLink("-debugger-support", "u.elf.o", "d.elf.o"); got.status != 9 && !strings.Contains(got.errOut, gdbjit.ErrStripped.Error()) { // as go test links
		t.Errorf("status %d\n%s", got.status, got.errOut)
	}
	found, err := filepath.Glob(filepath.Join(dir, ".debug/jit/llvm-IR-jit-*/jit-*.dump"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if dump, err := os.ReadFile(found[0]); err != nil || !strings.Contains(string(dump), "fun\x00") {
		t.Errorf("%d bytes without fun, %v", len(dump), err)
	}
}

// TestGraphErrors: what is wrong with objects, in LLVM's words.
func TestGraphErrors(t *testing.T) {
	for _, c := range []struct{ what, msg, want string }{
		{"section 2, call frame record", "its CIE is outside the section", "No CIE found at address"},
		{"section 2, call frame record", "no section has the address that it points to", "No symbol or block covering address"},
		{"symbol 7", "has no name (string table index 0), but N_EXT bit", "Symbol at index 7 has no name (string table index 0), but N_EXT bit is set"},
		{"symbol 7", "something else", "a.o: offset 0x10: symbol 7: something else"},
	} {
		err := graphError(&objfmt.FormatError{File: "a.o", Offset: 16, What: c.what, Msg: c.msg})
		if f := (*failure)(nil); !errors.As(err, &f) || f.shape != shapeSession || !strings.HasPrefix(f.msg, c.want) {
			t.Errorf("%s: %s: %v", c.what, c.msg, err)
		}
	}
}
