package leaf

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// listed is an instruction as llvm-objdump shows it.
type listed struct {
	addr uint64
	code []byte
	text string
}

// barePrefix are prefixes that have a line of their own.
var barePrefix = map[string]bool{"lock": true, "rep": true, "repne": true, "notrack": true, "bnd": true, "data16": true, "rex64": true, "xacquire": true, "xrelease": true, "addr32": true}

// list disassembles a file, function by function.
func list(t *testing.T, file string, options ...string) [][]listed {
	t.Helper()
	cmd := exec.Command("llvm-objdump-19", append(append([]string{"-d", "--x86-asm-syntax=intel"}, options...), file)...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var funcs [][]listed
	s := bufio.NewScanner(bytes.NewReader(out))
	for s.Scan() {
		line := s.Text()
		if strings.HasSuffix(line, ">:") {
			funcs = append(funcs, nil)
			continue
		}
		at, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || len(funcs) == 0 {
			continue
		}
		addr, err := strconv.ParseUint(at, 16, 64)
		if err != nil {
			continue
		}
		raw, text, _ := strings.Cut(rest, "\t")
		raw = strings.ReplaceAll(raw, " ", "")
		code, err := hex.DecodeString(raw)
		if err != nil {
			continue
		}
		last := &funcs[len(funcs)-1]
		if n := len(*last); n > 0 && barePrefix[(*last)[n-1].text] {
			before := (*last)[n-1]
			addr, code, text = before.addr, append(before.code, code...), before.text+" "+text
			*last = (*last)[:n-1]
		}
		*last = append(*last, listed{addr, code, strings.TrimSpace(text)})
	}
	return funcs
}

// stackWriteX86 is the first operand of an instruction that writes rsp or a part of it.
var stackWriteX86 = regexp.MustCompile(`^(\S+)\s+(rsp|esp|sp|spl)\b`)

var prefixes = regexp.MustCompile(`^((lock|rep|repne|notrack|bnd|data16)\s+)+`)

// reads are mnemonics that do not write their first operand.
var reads = regexp.MustCompile(`^(cmp|test|push|call|jmp|bt|prefetch|nop|v?p?comis|mul|div|idiv|imul\s+\w+$|lgdt|verr|verw|ltr)`)

// decode does one instruction whose function goes on with the bytes behind it.
func decode(m Machine, code []byte) (outcome, state) {
	s := state{}
	for r := range s.regs {
		s.regs[r] = unknown
	}
	step := stepAMD64
	if m == ARM64 {
		step = stepARM64
	}
	return step(&walker{code: code}, 0, &s), s
}

// writesStack tells whether LLVM's text is of an instruction that writes the stack pointer by its first operand.
func writesStack(text string) bool {
	text = prefixes.ReplaceAllString(text, "")
	return stackWriteX86.MatchString(text) && text != "mov\trsp, rsp" && !strings.HasPrefix(text, "movdir64b") && !reads.MatchString(text)
}

// TestRealAMD64: instructions of libraries are as long as LLVM says, those that it shows to write the stack pointer are known to,
// and nothing is refused but for a reason.
func TestRealAMD64(t *testing.T) {
	libs := []string{"/usr/lib/x86_64-linux-gnu/libmvec.a"}
	if !citest.Sample() {
		libs = append(libs, "/usr/lib/x86_64-linux-gnu/libc.a", "/usr/lib/x86_64-linux-gnu/libcrypto.a", "/usr/lib/x86_64-linux-gnu/libm-2.36.a")
	}
	citest.Need(t, append([]string{"llvm-objdump-19"}, libs...)...)
	for _, lib := range libs {
		refused := map[string]int{}
		n := 0
		for _, f := range list(t, lib) {
			var rest []byte
			for _, in := range f {
				rest = append(rest, in.code...)
			}
			rest = append(rest, make([]byte, 16)...)
			for _, in := range f {
				code := rest
				rest = rest[len(in.code):]
				if strings.Contains(in.text, "<unknown>") || in.text == "" || strings.HasSuffix(in.text, "lock") {
					continue // data among code
				}
				n++
				o, s := decode(AMD64, code)
				if o.kind == refuse {
					refused[strings.Fields(o.text)[0]+": "+in.text]++
					continue
				}
				if o.size != len(in.code) {
					t.Errorf("%x %s: %d bytes, want %d", in.code, in.text, o.size, len(in.code))
				}
				if writesStack(in.text) && s.sp == 0 {
					t.Errorf("%x %s: the stack pointer is as it was", in.code, in.text)
				}
			}
		}
		unknown := 0
		for text, times := range refused {
			if strings.HasPrefix(text, "instruction: ") {
				unknown += times
				if testing.Verbose() {
					t.Log(text)
				}
			}
		}
		if n < 1000 || unknown*2000 > n {
			t.Errorf("%s: %d instructions of %d are not known", lib, unknown, n)
		}
	}
}

// object assembles a file of numbers.
func object(t *testing.T, arch, directive string, lines []string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "random.o")
	cmd := exec.Command("llvm-mc-19", "-triple="+arch+"-linux-gnu", "-filetype=obj", "-o", name)
	var src strings.Builder
	src.WriteString(".text\nf:\n")
	for _, l := range lines {
		src.WriteString(directive + " " + l + "\n")
	}
	cmd.Stdin = strings.NewReader(src.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}

// amount is how many random instructions are tried.
func amount() int {
	if citest.Sample() {
		return 4000
	}
	return 400000
}

// from is where random instructions begin.
var from = flag.Uint64("seed", 1, "of random instructions")

// TestRandomAMD64: whatever the bytes are, what is not refused is as long as LLVM says, and does not write the stack pointer
// unseen.
func TestRandomAMD64(t *testing.T) {
	citest.Need(t, "llvm-mc-19", "llvm-objdump-19")
	const slot = 32
	seed := *from
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(s string) byte { return s[r.IntN(len(s))] }
	var lines []string
	codes := make([][]byte, amount())
	for k := range codes {
		var c []byte
		switch r.IntN(8) {
		case 0, 1:
		case 2:
			c = append(c, 0x0f)
		case 3:
			c = append(c, 0x66, 0x0f)
		case 4:
			c = append(c, pick("\xf2\xf3"), 0x48|byte(r.IntN(8)), 0x0f)
		case 5:
			c = append(c, 0x0f, pick("\x38\x3a"))
		case 6:
			c = append(c, 0xc4, 0xe0|byte(1+r.IntN(3)), byte(r.IntN(256)))
		case 7:
			c = append(c, 0x62, 0xf0|pick("\x01\x02\x03\x05\x06"), byte(r.IntN(256))|4, byte(r.IntN(256))|8)
		}
		if len(c) == 0 && r.IntN(2) == 0 {
			c = append(c, 0x40|byte(r.IntN(16)))
		}
		c = append(c, byte(r.IntN(256)))
		if r.IntN(2) == 0 { // often a register, often rsp
			c = append(c, 0xc0|pick("\x04\x20\x24")|byte(r.IntN(64))&pick("\x00\x38\x07\x3f"))
		}
		for len(c) < 15 {
			c = append(c, byte(r.IntN(256)))
		}
		for len(c) < slot {
			c = append(c, 0x90)
		}
		codes[k] = c
		text := ""
		for _, b := range c {
			text += fmt.Sprintf(",%d", b)
		}
		lines = append(lines, text[1:])
	}
	compared := 0
	for _, in := range list(t, object(t, "x86_64", ".byte", lines), "--mattr=+fred,+ccmp,-egpr")[0] {
		if in.addr%slot != 0 || strings.Contains(in.text, "<unknown>") {
			continue
		}
		if strings.HasSuffix(in.text, "lock") {
			continue // prefixes of nothing
		}
		code := codes[in.addr/slot]
		o, s := decode(AMD64, code)
		if o.kind == refuse || barePrefix[in.text] {
			continue
		}
		compared++
		if o.size != len(in.code) {
			t.Errorf("%x %s: %d bytes, want %d", code[:15], in.text, o.size, len(in.code))
		}
		if writesStack(in.text) && s.sp == 0 {
			t.Errorf("%x %s: the stack pointer is as it was", in.code, in.text)
		}
	}
	if compared < amount()/10 {
		t.Errorf("only %d were compared", compared)
	}
}

// Texts of A64.
var (
	a64Base     = regexp.MustCompile(`\[(x28|sp)\](!|, )|\[(x28|sp)[^\]]*\]!`)
	a64Reads    = regexp.MustCompile(`^(st[^x]|stxv|prf|cm[pn]\b|cmpp|tst|ccm|b|cb|tb|fc?cmp|fccmp|msr|ret|nop|hint|dc|ic|at|tlbi|sys|sv|rmif|setf|cterm|ptest|wrffr|whil|hlt|dcps|smc|hvc|svc|udf|eret|drps|isb|dsb|dmb|tcommit|rprfm|gcs|trcit)`)
	a64Status   = regexp.MustCompile(`^(stl?x[rp]|st64bv)`)
	a64Two      = regexp.MustCompile(`^(ldn?p|ldpsw|ldi?app|ldax?p|ldxp|casp|ldtp|ldtnp)`)
	a64Second   = regexp.MustCompile(`^(ldadd|ldclr|ldeor|ldset|ldsmax|ldsmin|ldumax|ldumin|ldtadd|ldtclr|ldtset|swp|rcwclr|rcwset|rcwswp|rcws)`)
	a64Register = regexp.MustCompile(`^([xw]28|w?sp)$`)
	a64Copies   = regexp.MustCompile(`\b[xw]?28\]?!`)
)

// a64Writes tells whether LLVM's text writes Go's register, or the stack pointer.
func a64Writes(text string) (kept, stack bool) {
	name, rest, _ := strings.Cut(text, "\t")
	ops := strings.Split(rest, ", ")
	note := func(op string) {
		if a64Register.MatchString(op) {
			kept, stack = kept || !strings.HasSuffix(op, "sp"), stack || strings.HasSuffix(op, "sp")
		}
	}
	if m := a64Base.FindString(rest); m != "" {
		kept, stack = kept || !strings.Contains(m, "sp"), stack || strings.Contains(m, "sp")
	}
	if a64Copies.MatchString(rest) {
		kept = true
	}
	switch {
	case a64Second.MatchString(name):
		if len(ops) > 1 {
			note(ops[1])
		}
	case a64Two.MatchString(name):
		note(ops[0])
		if len(ops) > 1 {
			note(ops[1])
		}
	case a64Status.MatchString(name), !a64Reads.MatchString(name):
		note(ops[0])
	}
	return kept, stack
}

// TestRandomARM64: whatever the word is, what LLVM shows to write a register that is kept is refused, and what writes the stack pointer is
// seen.
func TestRandomARM64(t *testing.T) {
	citest.Need(t, "llvm-mc-19", "llvm-objdump-19")
	seed := *from
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	var lines []string
	for range 4 * amount() {
		w := r.Uint32()
		for range 1 + r.IntN(2) {
			at := []int{0, 0, 0, 5, 10, 16}[r.IntN(6)]
			w = w&^(31<<at) | []uint32{28, 31}[r.IntN(2)]<<at
		}
		lines = append(lines, fmt.Sprint(w))
	}
	compared, kepts, stacks := 0, 0, 0
	for _, in := range list(t, object(t, "aarch64", ".inst", lines), "--mattr=+all")[0] {
		if strings.Contains(in.text, "<unknown>") {
			continue
		}
		code := bytes.Clone(in.code)
		code[0], code[1], code[2], code[3] = code[3], code[2], code[1], code[0] // shown as a number
		o, s := decode(ARM64, code)
		compared++
		kept, stack := a64Writes(in.text)
		if o.kind == refuse {
			continue
		}
		if kept {
			kepts++
			t.Errorf("%x %s: writes a register that is kept", in.code, in.text)
		}
		if stack && s.sp == 0 && !strings.Contains(in.text, "#0x0") && !strings.Contains(in.text, "#0\n") {
			stacks++
			t.Errorf("%x %s: the stack pointer is as it was", in.code, in.text)
		}
	}
	t.Logf("%d compared", compared)
	if compared < amount()/2 {
		t.Errorf("only %d were compared", compared)
	}
}
