package check

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"
)

// small is a memory without any tool: a.o with .text at 0x1000 and .data at 0x2000, x86-64.
func small(order binary.ByteOrder) *Table {
	m := NewTable(order)
	text := m.AddSection("a.o", ".text", 0x1000, []byte{0x48, 0x8b, 0x05, 0xf9, 0x0f, 0, 0, 0xe8, 0xf4, 0xff, 0xff, 0xff, 0xf3, 0x90, 0xc3, 0x06}, 16)
	data := m.AddSection("a.o", "__DATA,__const (x)", 0x2000, []byte{1, 2, 3, 4, 5, 6, 7, 8, 0, 0x20, 0, 0, 0, 0, 0, 0}, 0x40)
	m.AddSymbol("foo", text, 0, false)
	m.AddSymbol("call", text, 7, false)
	m.AddSymbol("pause", text, 12, false)
	m.AddSymbol("bad", text, 15, false)
	m.AddSymbol("end", text, 16, false)
	m.AddSymbol("beyond", text, 17, false)
	m.AddSymbol("data", data, 0, false)
	m.AddSymbol("ptr", data, 8, false)
	m.AddAbsolute("ext", 0x7fff_0000)
	m.AddFile("empty.o")
	m.AddStub("a.o/.text", "ext", "", text, 12)
	m.AddStub("a.o", "ext", "arm", text, 12)
	m.AddStub("a.o", "ext", "thumb", text, 14)
	m.AddGOT("a.o", "ext", "", data, 8)
	return m
}

// TestLanguage has what is more than LLVM 14's language, and all builtins without any
// tool. An empty error means that the rule holds.
func TestLanguage(t *testing.T) {
	for rule, want := range map[string]string{
		"0 - 1 + 1 = 0":                                             "",
		"foo [15 : 12] = 1":                                         "",
		"(*{8}data)[63:0] = 0x0807060504030201":                     "",
		"(*{8}data)[63:63] = 0":                                     "",
		"*{3}data = 0x030201":                                       "",
		"*{5}(data+1) = 0x0605040302":                               "",
		"*{6}data = 0x060504030201":                                 "",
		"*{7}data = 0x07060504030201":                               "",
		"*{1}*{8}ptr = 1":                                           "", // a pointer's target
		"*{8}0x2008 = data":                                         "",
		"*{8}(data + 0x38) = 0":                                     "", // zero fill
		"1 << 64 = 0":                                               "",
		"1 << 63 >> 63 = 1":                                         "",
		"017 = 15":                                                  "",
		"00 = 0":                                                    "",
		"next_pc(foo + 7) = 0x100c":                                 "",
		"next_pc(call) = foo + 12":                                  "",
		"next_pc(pause) - pause = 2":                                "",
		"decode_operand(foo + 7, 0) = foo - next_pc(call)":          "",
		"decode_operand(foo, 4) = data - next_pc(foo)":              "",
		"stub_addr(a.o/.text, ext) = pause":                         "",
		"stub_addr(a.o, .text, ext) = pause":                        "", // before LLVM 9
		"stub_addr(a.o, ext, arm) = pause":                          "",
		"stub_addr(a.o, ext, thumb) = foo + 14":                     "",
		"stub_addr(a.o, ext) = foo + 14":                            "",
		"got_addr(a.o, ext) = ptr":                                  "",
		"*{8}got_addr(a.o, ext) = data":                             "",
		"section_addr(a.o, __DATA,__const (x)) = data":              "",
		"(section_addr(a.o, __DATA,__const (x)) + 1) = data + 1":    "",
		"section_addr(a.o, __DATA,__const (y)) = data":              "RTDyldChecker: No section named \"__DATA,__const (y\" in file a.o",
		"section_addr(a.o, .text) = foo":                            "",
		"ext = 0x7fff0000":                                          "",
		"*{8}ext = 0":                                               "",
		"09 = 0":                                                    "'09' is not a number of 64 bits in base 8",
		"0x = 0":                                                    "'0x' is not a number of 64 bits in base 16",
		"18446744073709551616 = 0":                                  "'18446744073709551616' is not a number of 64 bits in base 10",
		"0x1ffffffffffffffff = 0":                                   "'0x1ffffffffffffffff' is not a number of 64 bits in base 16",
		"foo[64:0] = 0":                                             "slice [64:0] is not of bits 63 to 0, high bit first",
		"foo[3:10] = 0":                                             "slice [3:10] is not of bits 63 to 0, high bit first",
		"decode_operand(foo + x, 0) = 0":                            "Encountered unexpected token 'x' while parsing subexpression 'x, 0)' expected number",
		"decode_operand(bad, 0) = 0":                                "Couldn't decode instruction at 'bad'",
		"decode_operand(end, 0) = 0":                                "Couldn't decode instruction at 'end'",
		"decode_operand(beyond, 0) = 0":                             "Couldn't decode instruction at 'beyond'",
		"decode_operand(ext, 0) = 0":                                "Couldn't decode instruction at 'ext'",
		"decode_operand(foo + 18446744073709551615, 0) = 0":         "Couldn't decode instruction at 'foo'",
		"next_pc(bad) = 0":                                          "Couldn't decode instruction at 'bad'",
		"decode_operand(foo, 6) = 0":                                "Invalid operand index '6' for instruction 'foo'. Instruction has only 6 operands.\nInstruction is:\n  mov 0xff9(%rip),%rax",
		"decode_operand(foo, 0) = 0":                                "Operand '0' of instruction 'foo' is not an immediate.\nInstruction is:\n  mov 0xff9(%rip),%rax",
		"decode_operand(foo, 18446744073709551615) = 0":             "Invalid operand index '18446744073709551615' for instruction 'foo'. Instruction has only 6 operands.\nInstruction is:\n  mov 0xff9(%rip),%rax",
		"decode_operand(nope, 0) = 0":                               "Cannot decode unknown symbol 'nope'",
		"nope = 0":                                                  "No known address for symbol 'nope'",
		"Lnope = 0":                                                 "No known address for symbol 'Lnope' (this appears to be an assembler local label -  perhaps drop the 'L'?)",
		"*{8}(data + 0x3c) = 0":                                     "*{8} reads 0x4c4f00000002003c, where memory has 4 bytes",
		"*{4}1 = 0":                                                 "*{4} reads 0x1, where memory has 0 bytes",
		"stub_addr(b.o, ext) = 0":                                   "RTDyldChecker: Stub container not found: b.o",
		"stub_addr(b.o, .text, ext) = 0":                            "RTDyldChecker: Stub container not found: b.o",
		"stub_addr(a.o, ext, mips) = 0":                             "RTDyldChecker: Symbol name ext in stub container a.o, kind mips",
		"got_addr(a.o, foo) = 0":                                    "RTDyldChecker: Symbol name foo in stub container a.o",
		"section_addr(empty.o, .text) = 0":                          "RTDyldChecker: No section named \".text\" in file empty.o",
		"section_addr(b.o, .text) = 0":                              "RTDyldChecker: No file named b.o",
		strings.Repeat("(", 2000) + "1" + strings.Repeat(")", 2000): "expression nests too deep",
		strings.Repeat("*{1}", 2000) + "foo = 1":                    "expression nests too deep",
	} {
		f := Eval(Rule{Text: rule}, small(binary.LittleEndian), x86{1})
		switch {
		case want == "" && f != nil:
			t.Errorf("%s: %v", rule, f.Detail())
		case want != "" && (f == nil || f.Err == nil || f.Err.Error() != want):
			t.Errorf("%.80s:\n\tgot  %v\n\twant %s", rule, f, want)
		}
	}
}

// TestBigEndian: bytes of a load are in the target's order.
func TestBigEndian(t *testing.T) {
	for _, rule := range []string{"*{2}data = 0x0102", "*{3}data = 0x010203", "*{8}data = 0x0102030405060708"} {
		if f := Eval(Rule{Text: rule}, small(binary.BigEndian), nil); f != nil {
			t.Error(f.Detail())
		}
	}
}

// TestFailures: what a failure tells.
func TestFailures(t *testing.T) {
	src := "x\n# jitlink-check: foo = data\n# jitlink-check: foo = foo\n\n  # jitlink-check: decode_operand(foo, 4) = \\\n# jitlink-check: *{4}data\n" +
		"# jitlink-check: stub_addr(a.o, nope) = 1\n# jitlink-check: foo = \\\n"
	r, err := File("dir/a.s", []byte(src), PrefixJITLink, small(binary.LittleEndian), x86{1})
	if err != nil {
		t.Fatal(err)
	}
	if r.Rules != 5 || len(r.Failures) != 4 || r.OK() {
		t.Fatalf("%+v", r)
	}
	for i, want := range []string{
		"dir/a.s:2: Expression 'foo = data' is false: 0x1000 != 0x2000\n\tleft  0x1000\n\tright 0x2000\n\tfoo at 0x1000\n\tdata at 0x2000",
		"dir/a.s:5: Expression 'decode_operand(foo, 4) =  *{4}data' is false: 0xff9 != 0x4030201\n\tleft  0xff9\n\tright 0x4030201\n" +
			"\tfoo at 0x1000: 48 8b 05 f9 0f 00 00  mov 0xff9(%rip),%rax\n\tdata at 0x2000\n\t*{4} at 0x4c4f000000020000: 01 02 03 04",
		"dir/a.s:7: Error evaluating expression 'stub_addr(a.o, nope) = 1': RTDyldChecker: Symbol name nope in stub container a.o",
		`dir/a.s:8: Error evaluating expression 'foo =': the rule ends in \ and no line follows`,
	} {
		if got := r.Failures[i].Detail(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	if !errors.Is(r.Err(), ErrNoStub) {
		t.Errorf("%v is no ErrNoStub", r.Err())
	}
	if msg := r.Failures[2].Message(); !strings.HasSuffix(msg, "a.o\n") {
		t.Errorf("%q: no newline of its own", msg)
	}
	r, err = File("e.s", []byte("# rtdyld-check: foo = foo"), PrefixJITLink, small(binary.LittleEndian), nil)
	if err != nil || r.OK() || !errors.Is(r.Err(), ErrNoRules) {
		t.Errorf("without rules: %+v, %v", r, err)
	}
	if _, err := File("e.s", nil, "", NewTable(binary.LittleEndian), nil); err == nil {
		t.Error("an empty prefix is accepted")
	}
	if _, err := File("e.s", nil, PrefixRTDyld, nil, nil); err == nil {
		t.Error("no memory is accepted")
	}
	f := Eval(Rule{Text: "next_pc(foo) = 1"}, small(binary.LittleEndian), nil)
	if f == nil || !errors.Is(f, ErrDecode) {
		t.Errorf("without a decoder: %v", f)
	}
}

// FuzzEval: no text panics, and what a rule says twice it says alike.
func FuzzEval(f *testing.F) {
	for rule := range strings.Lines(rules) {
		f.Add(rule)
	}
	mem := small(binary.LittleEndian)
	f.Fuzz(func(t *testing.T, text string) {
		a := Eval(Rule{Text: text}, mem, x86{1})
		b := Eval(Rule{Text: text}, mem, x86{1})
		if (a == nil) != (b == nil) || a != nil && a.Detail() != b.Detail() {
			t.Errorf("%q: %v, then %v", text, a, b)
		}
		if a != nil && a.Err == nil && a.Left == a.Right {
			t.Errorf("%q fails with equal sides", text)
		}
		for _, r := range Rules([]byte(PrefixRTDyld+text), PrefixRTDyld) {
			if len(r.Text) > len(text) || r.Line < 1 {
				t.Errorf("%q: %+v", text, r)
			}
		}
	})
}

// FuzzDecode: no bytes panic, and no instruction is longer than what there is.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0x66, 0x66, 0x48, 0xe8, 1, 2, 3, 4}, false)
	f.Add([]byte{0xbf}, false) // an immediate that is cut off once left an operand behind
	f.Add([]byte{0x62, 0xf1, 0x7c, 0x48, 0x58, 0x44, 0x8b, 1}, true)
	f.Fuzz(func(t *testing.T, code []byte, thumb bool) {
		for _, d := range allDecoders {
			in, ok := d.Decode(code, thumb)
			if ok && (in.Len < 1 || in.Len > len(code)) || !ok && (in.Len != 0 || len(in.Operands()) != 0) {
				t.Errorf("%T: % x: %v, %+v", d, code, ok, in)
			}
			if ok {
				_ = d.Text(code[:in.Len], thumb)
			}
		}
	})
}

var allDecoders = []Decoder{x86{0}, x86{1}, a64{}, arm{}}
