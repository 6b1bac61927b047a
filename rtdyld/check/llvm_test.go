package check

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"debug/elf"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// source is an object without relocations but the one that needs a stub.
const source = `
	.text
	.globl foo, bar, zero
foo:	movq 0x1234(%rip), %rax
	nop
	movl $0x12345678, 4(%rbx)
	ret
here:	callq ext@PLT
	.data
bar:	.quad 0x123456789abcdef0, 0x1122334455667788
	.long 0x80, 9
	.bss
	.skip 8
zero:	.skip 8
`

// rules have the same verdict, values and messages here and in llvm-rtdyld.
const rules = `
foo = 0x1
1|2+1 = 5
1<<2+1 = 6
foo-1&0xff = 0
(1+(2-3)) = 1
2-3 = 1
1-2>>60 = 0
0777 = 1
18446744073709551615 = 0
bar[15:0] = 1
foo+bar[3:0] = 0
(foo+bar)[3:0] = 1
1[0:0] = 0
*{1}bar = 1
*{2}bar = 1
*{4}bar = 1
*{8}bar = 1
*{ 8}bar = 1
*{4}bar + 4 = 1
*{4}(bar + 4) = 1
(*{4}bar) + 4 = 1
(*{4}bar)[15:8] = 1
*{4}bar + 16 = 1
*{8}zero = 1
*{4}ext = 1
*{4}section_addr(t.o, .data) = 1
*{1}stub_addr(t.o/.text, ext) = 0
*{1}next_pc(foo) = 0
section_addr(t.o, .text) = 0
section_addr(t.o , .data ) = 0
next_pc(foo) = 0
next_pc( foo ) = 0
decode_operand(foo, 1) = 0
decode_operand(foo, 3) = 0
decode_operand(foo,4) = 0
decode_operand(foo + 7, 4) = 0
decode_operand(foo + 8, 5) = 0
decode_operand(foo +8,3) = 0
decode_operand(foo + 15, 0) = 0
decode_operand(foo 0) = 1
decode_operand foo = 1
decode_operand(foo - 1, 0) = 1
decode_operand(foo, x) = 1
decode_operand(foo, 1 = 1
decode_operand(foo, 1]) = 1
decode_operand(zero, 99) = 1
decode_operand(ext, 0) = 1
next_pc(foo = 1
next_pc foo) = 1
next_pc(foo, 1) = 1
stub_addr(t.o/.text, ext) = 0
stub_addr(t.o/.text, foo) = 0
stub_addr(t.o/.data, foo) = 0
stub_addr(t.o/.text ext) = 1
stub_addr(t.o/.text, ext = 1
stub_addr(t.o/.text, ext ext) = 1
stub_addr ext = 1
section_addr(t.o) = 1
section_addr(t.o, .text = 1
section_addr(t.o, .xx) = 1
section_addr(u.o, .xx) = 1
section_addr = 1
1 == 1
 = 1
1 =
(1 = 1
(1] = 1
1[1 = 1
foo[1 = 1
1[1:x] = 1
1[a:1] = 1
1[1:1 = 1
foo[3:0][1:0] = 0
*4 = 1
*{9}foo = 1
*{0}foo = 1
*{x}foo = 1
*{4 = 1
*{4} = 1
1+ = 1
1<2 = 1
1<<<2 = 1
foo << << = 1
?foo = 1
foo bar = 1
0b11 = 0
0X11 = 0
- 1 = 0
foo
foo +
foo = bar = 1
foo[31:0 = 1
next_pc(foo)-foo = 8
decode_operand(foo, 4) = 4660
bar&0xf|1<<4 = 16
`

// build assembles source and returns the object and the memory of its link as
// llvm-rtdyld makes it.
func build(t *testing.T) (object string, mem *Table) {
	t.Helper()
	citest.Need(t, mcTool, "llvm-rtdyld-14")
	object = filepath.Join(t.TempDir(), "t.o")
	cmd := exec.Command(mcTool, "-triple=x86_64-linux-gnu", "-filetype=obj", "-o", object)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := elf.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	mem = NewTable(binary.LittleEndian)
	mem.AddAbsolute("ext", 0x10000)
	refs := map[int]SectionRef{}
	for i, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		var data []byte
		if s.Type != elf.SHT_NOBITS {
			if data, err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
		size := s.Size
		if s.Name == ".text" {
			size += 64 // stubs
		}
		refs[i] = mem.AddSection("t.o", s.Name, ask(t, object, "section_addr(t.o, "+s.Name+")"), data, size)
	}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range syms {
		if ref, ok := refs[int(s.Section)]; ok && s.Name != "" {
			mem.AddSymbol(s.Name, ref, s.Value, false)
		}
	}
	text, _ := mem.Section("t.o", ".text")
	stub := ask(t, object, "stub_addr(t.o/.text, ext)") - text.Addr
	sec := &mem.sections[refs[1]]
	sec.data = append(sec.data, make([]byte, stub+1-uint64(len(sec.data)))...)
	sec.data[stub] = byte(ask(t, object, "*{1}stub_addr(t.o/.text, ext)"))
	mem.AddStub("t.o/.text", "ext", "", refs[1], stub)
	return object, mem
}

var falseRule = regexp.MustCompile(` is false: 0x([0-9a-f]+) != `)

// ask returns the value of an expression.
func ask(t *testing.T, object, expr string) uint64 {
	t.Helper()
	out, ok := rtdyldCheck(t, object, PrefixRTDyld+" "+expr+" = 0x5a5a5a5a5a5a5a5a\n")
	m := falseRule.FindStringSubmatch(out)
	if ok || m == nil {
		t.Fatalf("%s: %s", expr, out)
	}
	v, err := strconv.ParseUint(m[1], 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// rtdyldCheck runs llvm-rtdyld with rules; what it says of itself is cut off.
func rtdyldCheck(t *testing.T, object, text string) (out string, ok bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rules")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	b, err := exec.Command("llvm-rtdyld-14", "-triple=x86_64-linux-gnu", "-dummy-extern=ext=0x10000", "-verify", "-check="+file, object).CombinedOutput()
	out, _, _ = strings.Cut(string(b), "llvm-rtdyld-14: error: some checks in ")
	return out, err == nil
}

var printedInst = regexp.MustCompile(`(?s)Instruction is:\n.*`)

// TestLLVM compares verdicts, values and messages with llvm-rtdyld.
func TestLLVM(t *testing.T) {
	object, mem := build(t)
	for rule := range strings.Lines(strings.TrimPrefix(rules, "\n")) {
		text := PrefixRTDyld + " " + rule
		want, wantOK := rtdyldCheck(t, object, text)
		r, err := File("rules", []byte(text), PrefixRTDyld, mem, x86{1})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range r.Failures {
			got += f.Message() + "\n"
		}
		// An instruction is printed in another language.
		got, want = printedInst.ReplaceAllString(got, ""), printedInst.ReplaceAllString(want, "")
		if got != want || r.OK() != wantOK {
			t.Errorf("%s\tgot  %v %q\n\twant %v %q", rule, r.OK(), got, wantOK, want)
		}
	}
}

// TestLLVMLines compares which lines are rules, and continued ones.
func TestLLVMLines(t *testing.T) {
	object, mem := build(t)
	for _, text := range []string{
		"", "\n\n", "# rtdyld-check:", "# rtdyld-check: ", "# rtdyld-check: \n# rtdyld-check: foo = foo",
		"## rtdyld-check: foo = 1", "// rtdyld-check: foo = 1", "# TODO # rtdyld-check: foo = 1", "x # rtdyld-check: foo = 1",
		"# rtdyld-check:foo = foo", "  \t# rtdyld-check: foo = foo", "\r\n\f\v# rtdyld-check: foo = 1\r\n# rtdyld-check: foo = 2\r",
		"# rtdyld-check: foo = \\\n# rtdyld-check: 1", "# rtdyld-check: foo = \\\n# rtdyld-check: foo",
		"# rtdyld-check: foo = \\\n# rtdyld-check: \\\n# rtdyld-check: foo + 1", "# rtdyld-check: foo = \\ \n# rtdyld-check: foo",
		"# rtdyld-check: foo = 1+ \\\nx\n# rtdyld-check: foo = 2", "# rtdyld-check: foo = 3 \\\nx\n# rtdyld-check: 2 = foo",
		"# rtdyld-check:\\\n# rtdyld-check: foo = 7", "# rtdyld-check:\\\nfoo\n# rtdyld-check: foo = 7",
		"# rtdyld-check: foo = foo\n\x00# rtdyld-check: foo = 1", "# rtdyld-check: foo = foo\n# rtdyld-check: bar = foo\n",
		"#rtdyld-check: foo = 1", "# rtdyld-check : foo = 1", "# RTDYLD-CHECK: foo = 1",
	} {
		want, wantOK := rtdyldCheck(t, object, text)
		r, err := File("rules", []byte(text), PrefixRTDyld, mem, x86{1})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range r.Failures {
			got += f.Message() + "\n"
		}
		if got != want || r.OK() != wantOK {
			t.Errorf("%q\n\tgot  %v %q\n\twant %v %q", text, r.OK(), got, wantOK, want)
		}
	}
}

// TestEveryRuleCanFail changes each side of a rule that holds by one, in both
// directions.
func TestEveryRuleCanFail(t *testing.T) {
	object, mem := build(t)
	for _, expr := range []string{
		"foo", "bar[15:0]", "*{8}bar", "*{2}(bar + 1)", "next_pc(foo)", "decode_operand(foo, 4)", "decode_operand(foo + 8, 5)",
		"stub_addr(t.o/.text, ext)", "section_addr(t.o, .data)", "foo - bar & 0xfff|1<<3", "zero",
	} {
		v := ask(t, object, "("+expr+")")
		for _, d := range []uint64{0, 1, ^uint64(0)} {
			for _, rule := range []string{fmt.Sprintf("%s = %d", expr, v+d), fmt.Sprintf("%d = (%s)", v+d, expr)} {
				f := Eval(Rule{Text: rule}, mem, x86{1})
				if (f == nil) != (d == 0) {
					t.Errorf("%s: %v", rule, f)
				}
				if f != nil && (f.Err != nil || !strings.Contains(f.Detail(), fmt.Sprintf("%#x", v))) {
					t.Errorf("%s: %s", rule, f.Detail())
				}
			}
		}
	}
}
