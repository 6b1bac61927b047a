package check

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// mcInst is an instruction as llvm-mc decodes it.
type mcInst struct {
	name string
	ops  []Operand
	text string
}

// mcTarget is how llvm-mc is asked for a target's instructions.
type mcTarget struct {
	triple string
	attrs  string
	mark   []byte // an instruction that stands between those in question
	value  int64  // its immediate, which no other has
	name   string // its name, if that is needed
}

var (
	mcX64     = mcTarget{"x86_64-linux-gnu", "", []byte{0xb8, 0x1e, 0xab, 0x57, 0x7e}, 0x7e57ab1e, ""}
	mcI386    = mcTarget{"i386-linux-gnu", "", []byte{0xb8, 0x1e, 0xab, 0x57, 0x7e}, 0x7e57ab1e, ""}
	mcA64     = mcTarget{"aarch64-linux-gnu", "", []byte{0xa0, 0x79, 0x35, 0xd4}, 0xabcd, "BRK"}
	mcARM     = mcTarget{"armv7-linux-gnueabi", "", []byte{0x1e, 0xcd, 0xab, 0xef}, 0xabcd1e, "SVC"}
	mcThumb   = mcTarget{"thumbv7-linux-gnueabi", "", []byte{0x4a, 0xf6, 0xcd, 0x37}, 0xabcd, "t2MOVi16"}
	mcA64BE   = mcTarget{"aarch64_be-linux-gnu", "", mcA64.mark, mcA64.value, mcA64.name}
	mcRISCV   = mcTarget{"riscv64-linux-gnu", "+m,+a,+f,+d,+c", []byte{0x37, 0xee, 0xcd, 0xab}, 0xabcde, "LUI"}
	mcRISCV32 = mcTarget{"riscv32-linux-gnu", mcRISCV.attrs, mcRISCV.mark, mcRISCV.value, mcRISCV.name}
	mcS390X   = mcTarget{"s390x-linux-gnu", "+execution-hint", []byte{0xc0, 0x11, 0x7e, 0x57, 0xab, 0x1e}, 0x7e57ab1e, "LGFI"}
	mcLoong   = mcTarget{"loongarch64-linux-gnu", "+d", []byte{0xd4, 0x9b, 0x57, 0x15}, -344866, "LU12I_W"}
	mcLoong32 = mcTarget{"loongarch32-linux-gnu", "+d", mcLoong.mark, mcLoong.value, mcLoong.name}
	mcPPC     = mcTarget{"powerpc64le-linux-gnu", "+prefix-instrs,+pcrelative-memops,+power9-vector,+isa-v30-instructions", []byte{0xcd, 0xab, 0x00, 0x60}, 0xabcd, "ORI"}
	mcPPCBE   = mcTarget{"powerpc64-linux-gnu", mcPPC.attrs, []byte{0x60, 0x00, 0xab, 0xcd}, 0xabcd, "ORI"}
	mcMIPS    = mcTarget{"mips-linux-gnu", "+mips32r2,+fp64", []byte{0x34, 0x42, 0xab, 0xcd}, 0xabcd, "ORi"}
	mcMIPSEL  = mcTarget{"mipsel-linux-gnu", mcMIPS.attrs, []byte{0xcd, 0xab, 0x42, 0x34}, 0xabcd, "ORi"}
	mcMIPS64  = mcTarget{"mips64el-linux-gnuabi64", "+mips64r2", mcMIPSEL.mark, 0xabcd, "ORi"}
	mcMIPS6   = mcTarget{"mips-linux-gnu", "+mips32r6", mcMIPS.mark, 0xabcd, "ORi"}
	mcMIPS646 = mcTarget{"mips64-linux-gnuabi64", "+mips64r6", mcMIPS.mark, 0xabcd, "ORi"}
	mcSPARC   = mcTarget{"sparcv9-linux-gnu", "", []byte{0x90, 0x10, 0x2a, 0xbc}, 0xabc, "ORri"}
	mcBPF     = mcTarget{"bpfel", "+alu32", []byte{0xb7, 0x07, 0x00, 0x00, 0x1e, 0xab, 0x57, 0x7e}, 0x7e57ab1e, "MOV_ri"}
	mcBPFBE   = mcTarget{"bpfeb", "+alu32", []byte{0xb7, 0x70, 0x00, 0x00, 0x7e, 0x57, 0xab, 0x1e}, 0x7e57ab1e, "MOV_ri"}
	mcTool    = "llvm-mc-14"
	mcBatch   = 50000
)

// tool is the llvm-mc that knows the target.
func (m *mcTarget) tool() string {
	if m.triple == mcLoong.triple || m.triple == mcLoong32.triple || m.triple == mcSPARC.triple { // 14 has no signed immediates of the latter
		return "llvm-mc-19"
	}
	return mcTool
}

// mcDecode asks llvm-mc what each of codes is: nil if it is not exactly one
// instruction.
func mcDecode(t testing.TB, target mcTarget, codes [][]byte) []*mcInst {
	t.Helper()
	citest.Need(t, target.tool())
	out := make([]*mcInst, 0, len(codes))
	for len(codes) > 0 {
		n := min(len(codes), mcBatch)
		out = append(out, mcRun(t, target, codes[:n])...)
		codes = codes[n:]
	}
	return out
}

func mcRun(t testing.TB, target mcTarget, codes [][]byte) []*mcInst {
	t.Helper()
	var in bytes.Buffer
	for _, c := range codes {
		if len(c) > 0 {
			in.WriteByte('[')
			for i, b := range c {
				if i > 0 {
					in.WriteByte(' ')
				}
				fmt.Fprintf(&in, "0x%02x", b)
			}
			in.WriteByte(']')
		}
		fmt.Fprintf(&in, "[% #x]\n", target.mark)
	}
	args := []string{"-disassemble", "-show-inst", "-triple=" + target.triple}
	if target.attrs != "" {
		args = append(args, "-mattr="+target.attrs)
	}
	cmd := exec.Command(target.tool(), args...)
	cmd.Stdin = &in
	var warnings bytes.Buffer
	cmd.Stderr = &warnings
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := make([]*mcInst, 0, len(codes))
	var insts []*mcInst // since the last mark
	mark := func() bool {
		l := insts[len(insts)-1]
		return (target.name == "" || l.name == target.name) && slices.ContainsFunc(l.ops, func(o Operand) bool { return o.Value == target.value })
	}
	flush := func() { // insts ends in a mark
		if len(insts) == 2 {
			out = append(out, insts[0])
		} else {
			out = append(out, nil)
		}
		insts = insts[:0]
	}
	sc := bufio.NewScanner(pipe)
	for sc.Scan() {
		line := sc.Text()
		i := strings.Index(line, "<MC")
		if i < 0 {
			continue
		}
		body, end := strings.CutSuffix(strings.TrimRight(line[i:], " "), ">")
		switch {
		case strings.HasPrefix(body, "<MCInst #"):
			f := strings.Fields(body)
			insts = append(insts, &mcInst{name: strings.TrimSuffix(f[2], ">"), text: strings.Trim(line[:i], " \t#/@")})
			end = end && strings.Count(line[i:], ">") == 1
		case strings.HasPrefix(body, "<MCOperand "):
			kind, val, _ := strings.Cut(strings.TrimRight(body[len("<MCOperand "):], ">"), ":")
			o := Operand{Kind: Reg}
			if kind == "Imm" {
				o.Kind = Imm
				if o.Value, err = strconv.ParseInt(val, 10, 64); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			} else if kind != "Reg" {
				o.Kind = None
			}
			insts[len(insts)-1].ops = append(insts[len(insts)-1].ops, o)
			end = strings.HasSuffix(line, ">>")
		}
		if end && mark() {
			flush()
		}
	}
	_ = cmd.Wait() // 1 if anything was no instruction
	if len(out) != len(codes) {
		t.Fatalf("%s: %d answers for %d questions", cmd, len(out), len(codes))
	}
	// What is decoded with a doubt is not taken by LLVM's checker.
	for line := range bytes.Lines(warnings.Bytes()) {
		if bytes.Contains(line, []byte("potentially undefined")) {
			var n int
			if _, err := fmt.Sscanf(string(line), "<stdin>:%d:", &n); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			out[n-1] = nil
		}
	}
	return out
}

// sameOps compares operands; registers are all alike.
func sameOps(a, b []Operand) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// show prints operands for a message.
func show(ops []Operand) string {
	var s []string
	for _, o := range ops {
		switch o.Kind {
		case Imm:
			s = append(s, strconv.FormatInt(o.Value, 10))
		case Reg:
			s = append(s, "r")
		default:
			s = append(s, "?")
		}
	}
	return strings.Join(s, ",")
}
