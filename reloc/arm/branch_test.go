package arm_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs/stubstest"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

// farAway is out of reach of every branch.
const farAway = 0x60000000

// branchCases are branches at fieldP: what becomes of them where the target is an
// ARM or a Thumb function, near or far. The text is the instruction as llvm-mc 14
// reads it; "stub" is a branch to the stub at stubAt, "none" an error.
var branchCases = []struct {
	name          string
	mode          mode
	insn          string
	op            string // with a displacement behind it
	arm, thumb    string // operation to near functions
	farARM, farTh string
}{
	{"R_ARM_CALL", inARM, "bl #-8", "bl", "bl", "blx", "bl stub", "bl stub"},
	{"R_ARM_CALL", inARM, "blx #-8", "blx", "bl", "blx", "bl stub", "bl stub"},
	{"R_ARM_JUMP24", inARM, "b #-8", "b", "b", "b stub", "b stub", "b stub"},
	{"R_ARM_JUMP24", inARM, "bne #-8", "bne", "bne", "bne stub", "bne stub", "bne stub"},
	{"R_ARM_JUMP24", inARM, "blgt #-8", "blgt", "blgt", "blgt stub", "blgt stub", "blgt stub"},
	{"R_ARM_PC24", inARM, "bl #-8", "bl", "bl", "bl stub", "bl stub", "bl stub"},
	{"R_ARM_JUMP24", inARM, "bl #-8", "bl", "bl", "bl stub", "bl stub", "bl stub"},
	{"R_ARM_PC24", inARM, "b #-8", "b", "b", "b stub", "b stub", "b stub"},
	{"R_ARM_PLT32", inARM, "b #-8", "b", "b", "b stub", "b stub", "b stub"},
	{"R_ARM_XPC25", inARM, "blx #-8", "blx", "bl", "blx", "bl stub", "bl stub"},
	{"R_ARM_THM_CALL", inThumb, "bl #-4", "bl", "blx", "bl", "bl stub", "bl stub"},
	{"R_ARM_THM_CALL", inThumb, "blx #-4", "blx", "blx", "bl", "bl stub", "bl stub"},
	{"R_ARM_THM_XPC22", inThumb, "blx #-4", "blx", "blx", "bl", "bl stub", "bl stub"},
	{"R_ARM_THM_JUMP24", inThumb, "b.w #-4", "b.w", "b.w stub", "b.w", "b.w stub", "b.w stub"},
	{"R_ARM_THM_JUMP19", inThumb, "bne.w #-4", "bne.w", "bne.w stub", "bne.w", "bne.w stub", "bne.w stub"},
	{"R_ARM_THM_JUMP11", inThumb, "b.n #-4", "b.n", "b.n stub", "b.n", "b.n stub", "b.n stub"},
	{"R_ARM_THM_JUMP8", inThumb, "beq.n #-4", "beq.n", "none", "beq.n", "none", "none"},
	{"R_ARM_THM_JUMP6", inThumb, ".short 0xbbf5", "cbnz r5,", "none", "cbnz r5,", "none", "none"},
}

// branchText is the instruction that goes from p to target: in ARM state from 8
// behind p, in Thumb from 4, in Thumb BLX from a multiple of 4.
func branchText(m mode, op string, p, target uint64) string {
	from := p + 8
	if m == inThumb {
		if from = p + 4; strings.HasPrefix(op, "blx") {
			from &^= 3
		}
	}
	return fmt.Sprintf("%s #%d", op, int64(target&^1-from))
}

// TestInterworking goes from either instruction set to either, near and far, by every
// kind of branch, from both halves of a word, in an object that defines the target
// and in one that does not, and once more when the target has moved.
func TestInterworking(t *testing.T) {
	type trial struct {
		what  string
		r     reloc.Reloc
		local bool
		p     uint64
		steps []uint64 // S, one after another
		want  []int    // index of the instruction in lines, -1: error
	}
	var lines []string
	add := func(m mode, text string) int {
		lines = append(lines, string(m), text, ".arm\n.balign 8, 0")
		return len(lines)/3 - 1
	}
	var trials []trial
	var files []int
	for _, c := range branchCases {
		for _, p := range []uint64{fieldP, fieldP + 2} {
			if p&2 != 0 && c.mode == inARM {
				continue
			}
			near := p + 0x68
			want := func(how string, target uint64) int {
				if how == "none" {
					return -1
				}
				op, stub := strings.CutSuffix(how, " stub")
				if target = target &^ 1; stub {
					if target = stubAt; c.mode == inARM {
						target += 4
					}
				}
				return add(c.mode, branchText(c.mode, op, p, target))
			}
			nearARM, nearThumb := near&^3, near|1
			armWant, thumbWant := want(c.arm, nearARM), want(c.thumb, nearThumb)
			farARM, farThumb := want(c.farARM, farAway), want(c.farTh, farAway+1)
			for _, local := range []bool{false, true} {
				tr := trial{
					what: fmt.Sprintf("%s %s at %#x local %v", c.name, c.insn, p, local), r: elfRows.Reloc(t, c.name, 0), local: local, p: p,
					steps: []uint64{nearARM, nearThumb, nearARM, farAway, nearThumb, farAway + 1, nearARM},
					want:  []int{armWant, thumbWant, armWant, farARM, thumbWant, farThumb, armWant},
				}
				trials = append(trials, tr)
				files = append(files, add(c.mode, c.insn))
			}
		}
	}
	code := rowtest.Assemble(t, assembler, lines...)
	for i, tr := range trials {
		width := arm.ELF.Width(arm.ELF.Rows[tr.r.Type].Field)
		text := func(k int) string { return hex.EncodeToString(code[8*k : 8*k+width]) }
		for first := range tr.steps { // the first step decides about stubs of the object's own functions
			w := branchWorld(t, tr.r, text(files[i]), tr.local, tr.steps[first])
			w.Contents.Addr = tr.p - at
			for k := first; k < len(tr.steps); k++ {
				s := tr.steps[k]
				if tr.local && (s >= farAway || (s^tr.steps[first])&1 != 0) {
					continue // an object's own functions stay near and what they are
				}
				w.Env.Addr[1] = s
				n, v, why := w.Env.Apply(&w.Contents, []reloc.Reloc{tr.r})
				if n2, _, why2 := w.Env.Apply(&w.Contents, []reloc.Reloc{tr.r}); n2 != n || why2 != why {
					t.Errorf("%s: to %#x: once %v, then %v", tr.what, s, why, why2)
				}
				got := hex.EncodeToString(w.Contents.Mem[at : at+width])
				switch {
				case tr.want[k] < 0 && why == reloc.OK:
					t.Errorf("%s: to %#x gives %s, want an error", tr.what, s, got)
				case tr.want[k] >= 0 && why != reloc.OK:
					t.Errorf("%s: to %#x: fault %d with %#x", tr.what, s, why, v)
				case tr.want[k] >= 0 && got != text(tr.want[k]):
					t.Errorf("%s: to %#x gives %s, want %s (%s)", tr.what, s, got, text(tr.want[k]), lines[3*tr.want[k]+1])
				}
			}
		}
	}
}

// branchWorld is an object with a branch to a function of its own or of another.
func branchWorld(t testing.TB, r reloc.Reloc, field string, local bool, s uint64) *rowtest.World {
	t.Helper()
	syms := make([]objfmt.Symbol, 3)
	syms[1].Value = s & 1
	return elfRows.WorldOf(t, rowtest.Bytes(t, "", field), syms, !local, r)
}

// TestPlanStubs: functions of other objects have stubs, those of the object itself
// where a jump cannot change to their instruction set.
func TestPlanStubs(t *testing.T) {
	for _, c := range []struct {
		name  string
		value uint64
		typ   objfmt.SymbolType
		away  bool
		stubs uint64
	}{
		{"R_ARM_CALL", 0, objfmt.SymFunc, true, 1},
		{"R_ARM_CALL", 1, objfmt.SymFunc, false, 0},
		{"R_ARM_JUMP24", 1, objfmt.SymFunc, false, 1},
		{"R_ARM_JUMP24", 0, objfmt.SymFunc, false, 0},
		{"R_ARM_JUMP24", 0, objfmt.SymIFunc, false, 1},
		{"R_ARM_THM_CALL", 0, objfmt.SymFunc, false, 0},
		{"R_ARM_THM_JUMP24", 0, objfmt.SymFunc, false, 1},
		{"R_ARM_THM_JUMP24", 1, objfmt.SymFunc, false, 0},
		{"R_ARM_THM_JUMP24", 1, objfmt.SymIFunc, false, 1},
		{"R_ARM_THM_JUMP19", 1, objfmt.SymFunc, true, 1},
	} {
		syms := make([]objfmt.Symbol, 2)
		syms[1].Value, syms[1].Type = c.value, c.typ
		var sc stubstest.Scanner
		var p stubs.Plan
		sc.Begin(2)
		sc.Scan(arm.ELF, 8, []reloc.Reloc{{Type: rowtest.Type(t, arm.ELF, c.name), Sym: 1}})
		sc.End(arm.ELF, syms, func(objfmt.SymbolID) bool { return c.away }, make(reloc.Firsts, reloc.FirstsLen(2)), &p)
		if p.StubSize != 12*c.stubs || p.GOTSize != 0 {
			t.Errorf("%+v: %d bytes of stubs, %d of slots", c, p.StubSize, p.GOTSize)
		}
	}
}

// TestBranchUntyped: a symbol that is no function does not say its instruction set.
func TestBranchUntyped(t *testing.T) {
	for _, c := range []struct {
		name, file, want string
		s                uint64
	}{
		{"R_ARM_CALL", "feffffeb", "fa0300eb", 0x101000},
		{"R_ARM_CALL", "fefffffa", "fa0300fa", 0x101000},
		{"R_ARM_THM_CALL", "fff7feff", "00f0f6ff", 0x101000},
		{"R_ARM_THM_CALL", "fff7feef", "00f0f6ef", 0x101000},
		{"R_ARM_THM_JUMP24", "fff7febf", "00f0f6bf", 0x101000},
	} {
		r := elfRows.Reloc(t, c.name, 0)
		w := elfRows.World(t, rowtest.Bytes(t, "", c.file), false, r)
		w.Env.About = rowtest.About{}
		if got := w.Apply(c.s, r)[2*at : 2*at+8]; got != c.want {
			t.Errorf("%s of %s to %#x: %s, want %s", c.name, c.file, c.s, got, c.want)
		}
	}
}

// TestBranchWeak: a weak function that nobody defines is called through its stub,
// whose word is 0; where there is none, or the branch goes to a place behind the
// function, it is an error.
func TestBranchWeak(t *testing.T) {
	r := elfRows.Reloc(t, "R_ARM_THM_CALL", 0)
	w := elfRows.World(t, rowtest.Bytes(t, "", "fff7feff"), true, r)
	if got := w.Apply(0, r)[2*at : 2*at+8]; got != "00f0f6fb" {
		t.Errorf("calls %s", got)
	}
	w = elfRows.World(t, rowtest.Bytes(t, "", "fff700f8"), true, r)
	w.Env.Addr[1] = farAway
	if _, v, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r}); why != reloc.OutOfRange || v != farAway-fieldP-0x1000 {
		t.Errorf("a place behind a far function: fault %d with %#x", why, v)
	}
}

// TestBranchLimits puts calls at the last place that they reach, then one behind.
func TestBranchLimits(t *testing.T) {
	for _, c := range []struct {
		name, file string
		s          uint64
		fits       bool
		why        reloc.Fault
	}{
		{"R_ARM_CALL", "feffffeb", fieldP + 8 + 1<<25 - 4, true, 0},
		{"R_ARM_CALL", "feffffeb", fieldP + 8 + 1<<25, false, reloc.OutOfRange},
		{"R_ARM_CALL", "feffffeb", fieldP + 8 + 1<<25 - 1, true, 0}, // Thumb at +2
		{"R_ARM_CALL", "feffffeb", 1<<32 + fieldP + 8 - 1<<25, true, 0},
		{"R_ARM_CALL", "feffffeb", 1<<32 + fieldP + 4 - 1<<25, false, reloc.OutOfRange},
		{"R_ARM_CALL", "feffffeb", fieldP + 0x102, false, reloc.Misaligned},
		{"R_ARM_JUMP24", "feffffea", fieldP + 0x101, false, reloc.Misaligned},
		{"R_ARM_THM_CALL", "fff7feff", fieldP + 4 + 1<<24 - 1, true, 0},
		{"R_ARM_THM_CALL", "fff7feff", fieldP + 4 + 1<<24 + 1, false, reloc.OutOfRange},
		{"R_ARM_THM_CALL", "fff7feff", fieldP + 1<<24, true, 0}, // ARM
		{"R_ARM_THM_CALL", "fff7feff", fieldP + 4 + 1<<24, false, reloc.OutOfRange},
		{"R_ARM_THM_CALL", "fff7feff", 1<<32 + fieldP + 5 - 1<<24, true, 0},
		{"R_ARM_THM_CALL", "fff7feff", 1<<32 + fieldP + 3 - 1<<24, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP19", "3ff4feaf", fieldP + 4 + 1<<20 - 1, true, 0},
		{"R_ARM_THM_JUMP19", "3ff4feaf", fieldP + 4 + 1<<20 + 1, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP19", "3ff4feaf", fieldP + 5 - 1<<20, true, 0},
		{"R_ARM_THM_JUMP19", "3ff4feaf", fieldP + 3 - 1<<20, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP11", "fee7", fieldP + 4 + 1<<11 - 1, true, 0},
		{"R_ARM_THM_JUMP11", "fee7", fieldP + 4 + 1<<11 + 1, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP8", "fed0", fieldP + 5 - 1<<8, true, 0},
		{"R_ARM_THM_JUMP8", "fed0", fieldP + 3 - 1<<8, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP6", "f5bb", fieldP + 4 + 1, true, 0},
		{"R_ARM_THM_JUMP6", "f5bb", fieldP + 4 + 0x7f, true, 0},
		{"R_ARM_THM_JUMP6", "f5bb", fieldP + 3, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP6", "f5bb", fieldP + 4 + 0x81, false, reloc.OutOfRange},
		{"R_ARM_THM_JUMP24", "fff7febf", fieldP + 0x100, false, reloc.Misaligned}, // ARM
	} {
		r := elfRows.Reloc(t, c.name, 0)
		w := elfRows.World(t, rowtest.Bytes(t, "", c.file), false, r)
		w.Plan = stubs.Plan{} // no stub
		w.Env.Addr[1] = c.s & 0xffffffff
		n, v, why := w.Env.Apply(&w.Contents, []reloc.Reloc{r})
		if (n == 1) != c.fits || why != c.why {
			t.Errorf("%s to %#x: %d applied, fault %d with %#x, want fault %d", c.name, c.s, n, why, int64(v), c.why)
		}
	}
}

// TestStub reads a stub's code with a disassembler, from both entries.
func TestStub(t *testing.T) {
	citest.Need(t, "llvm-mc-14")
	const target = 0x12345679
	stub := make([]byte, arm.ELF.Arch.StubSize)
	if !arm.ELF.Arch.WriteStub(stub, bin.Order{}, 0x8000, target) {
		t.Fatal("not written")
	}
	if arm.ELF.Arch.WriteStub(make([]byte, len(stub)), bin.Order{}, 0x8000, 1<<32) {
		t.Error("a target above 4 GiB")
	}
	if got := binary.LittleEndian.Uint32(stub[8:]); got != target {
		t.Errorf("the word is %#x", got)
	}
	// The program counter reads 4 behind a Thumb instruction, 8 behind an ARM one.
	if got := disassemble(t, "thumbv7", stub[:4]); got != "ldr.w pc, [pc, #4]" {
		t.Errorf("Thumb: %s", got)
	}
	if got := disassemble(t, "armv7", stub[4:8]); got != "ldr pc, [pc, #-4]" {
		t.Errorf("ARM: %s", got)
	}
	var code [64]byte
	arch := arm.ELF.Arch
	arch.WriteIFunc(code[:arch.IFuncThunk], bin.Order{}, true, 0x8000, 0)
	want := "push {r0, r1, r2, r3, r12, lr}; mov r0, #0; ldr r12, [r12, #4]; blx r12; ldr r12, [sp, #16]; str r0, [r12]; pop {r0, r1, r2, r3, r12, lr}; ldr pc, [r12]"
	if got := disassemble(t, "armv7", code[:32]); got != want {
		t.Errorf("first call of an indirect function:\n got %s\nwant %s", got, want)
	}
	arch.WriteIFunc(code[:arch.IFuncSize], bin.Order{}, false, 0x8030, 0x12340)
	if got := disassemble(t, "armv7", code[:8]); got != "ldr r12, [pc]; ldr pc, [r12]" || binary.LittleEndian.Uint32(code[8:]) != 0x12340 {
		t.Errorf("indirect function: %s, then % x", got, code[8:12])
	}
}

// disassemble returns instructions as llvm-mc 14 writes them.
func disassemble(t testing.TB, arch string, code []byte) string {
	t.Helper()
	cmd := exec.Command("llvm-mc-14", "-triple="+arch+"-linux-gnueabihf", "-disassemble")
	var text strings.Builder
	for _, b := range code {
		fmt.Fprintf(&text, "%#x ", b)
	}
	cmd.Stdin = strings.NewReader(text.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, line := range strings.Split(string(out), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '.' {
			list = append(list, strings.Join(strings.Fields(line), " "))
		}
	}
	return strings.Join(list, "; ")
}
