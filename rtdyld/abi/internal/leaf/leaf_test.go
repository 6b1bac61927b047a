package leaf

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// machines are what functions are assembled for.
var machines = []struct {
	name string
	m    Machine
}{{"x86_64", AMD64}, {"aarch64", ARM64}}

// assemble gives the bytes of functions.
func assemble(t *testing.T, arch string, sources []string) [][]byte {
	t.Helper()
	citest.Need(t, "llvm-mc-19")
	name := filepath.Join(t.TempDir(), "f.o")
	cmd := exec.Command("llvm-mc-19", "-triple="+arch+"-linux-gnu", "-mattr="+map[string]string{"x86_64": "+avx512f", "aarch64": "+all"}[arch], "-filetype=obj", "-o", name)
	var src strings.Builder
	if arch == "x86_64" {
		src.WriteString(".intel_syntax noprefix\n")
	}
	for i, s := range sources {
		fmt.Fprintf(&src, ".section .text.%d,\"ax\"\n%s\n", i, strings.ReplaceAll(s, "FUNC", fmt.Sprintf("func%d", i)))
	}
	cmd.Stdin = strings.NewReader(src.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, src.String())
	}
	f, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	codes := make([][]byte, len(sources))
	for i := range codes {
		if codes[i], err = f.Section(fmt.Sprintf(".text.%d", i)).Data(); err != nil {
			t.Fatal(err)
		}
	}
	return codes
}

// TestProve: what is proved of functions, or which instruction is the reason that nothing is.
func TestProve(t *testing.T) {
	tests := []struct {
		arch, name, src string
		depth           int
		refused         string // offset, text and reason
	}{
		{"x86_64", "nothing", "ret", 128, ""},
		{"x86_64", "registers saved", "push rbx; push r14; sub rsp, 40; mov [rsp], rdi; add rsp, 40; pop r14; pop rbx; ret", 16 + 40 + 128, ""},
		{"x86_64", "frame pointer", "push rbp; mov rbp, rsp; and rsp, -64; sub rsp, 256; vmovaps [rsp], zmm0; leave; ret", 8 + 63 + 256 + 128, ""},
		{"x86_64", "frame pointer, restored by lea", "push rbp; mov rbp, rsp; push rbx; sub rsp, 24; lea rsp, [rbp-8]; pop rbx; pop rbp; ret", 40 + 128, ""},
		{"x86_64", "below the red zone", "mov [rsp-1000], rax; ret", 1000, ""},
		{"x86_64", "loop", "1: dec rdi; jne 1b; ret", 128, ""},
		{"x86_64", "two ways to the end", "test edi, edi; je 1f; push rax; mov eax, 1; pop rcx; ret; 1: xor eax, eax; ret", 8 + 128, ""},
		{"x86_64", "trap", "test edi, edi; je 1f; ret; 1: ud2", 128, ""},
		{"x86_64", "landing pad", "endbr64; ret", 128, ""},
		{"x86_64", "call", "FUNC=.; nop; call FUNC+7", 0, "1: call 0x1007: is a call"},
		{"x86_64", "indirect call", "call [rax+8]", 0, "0: call [rax+0x8]: is a call"},
		{"x86_64", "table of jumps", "notrack jmp rax", 0, "0: jmp rax: goes to an address in a register or in memory"},
		{"x86_64", "tail call", "FUNC=.; jmp FUNC+0x100", 0, "0: jmp 0x1100: jumps out of the function"},
		{"x86_64", "jump before the function", "FUNC=.; je FUNC-8; ret", 0, "0: jcc 0xff8: jumps out of the function"},
		{"x86_64", "system call", "mov eax, 1; syscall; ret", 0, "5: syscall: is for the system"},
		{"x86_64", "breakpoint", "int3; ret", 0, "0: int3: is for the system"},
		{"x86_64", "halt", "hlt", 0, "0: hlt: is for the system"},
		{"x86_64", "direction", "std; ret", 0, "0: std: is for the system"},
		{"x86_64", "thread's registers", "wrfsbase rax; ret", 0, "0: instruction: saves or restores what belongs to the system"},
		{"x86_64", "array of any length", "sub rsp, rdi; ret", 0, "0: instruction that writes rsp: sets the stack pointer to what is not known"},
		{"x86_64", "another stack", "mov rsp, rdi; ret", 0, "0: mov to rsp: sets the stack pointer to what is not known"},
		{"x86_64", "half of the stack pointer", "sub esp, 8; ret", 0, "0: instruction that writes rsp: sets the stack pointer to what is not known"},
		{"x86_64", "exchanged", "xchg rax, rsp; ret", 0, "0: instruction that writes rsp: sets the stack pointer to what is not known"},
		{"x86_64", "loop of pushes", "1: push rax; dec rdi; jne 1b; ret", 0, "0: instruction: is reached with different depths of the stack"},
		{"x86_64", "one push too many", "push rax; ret", 0, "1: ret: returns with a stack pointer other than the one at entry"},
		{"x86_64", "aligned for ever", "and rsp, -16; ret", 0, "4: ret: returns with a stack pointer other than the one at entry"},
		{"x86_64", "frame pointer of another", "mov rsp, rbp; ret", 0, "0: mov to rsp: sets the stack pointer to what is not known"},
		{"x86_64", "frame pointer by one way alone", "mov rbp, rsp; test edi, edi; je 1f; mov rbp, rdi; 1: mov rsp, rbp; ret", 0, "a: mov to rsp: sets the stack pointer to what is not known"},
		{"x86_64", "no end", "nop", 0, "0: instruction: is the last instruction, and control goes on behind it"},
		{"x86_64", "cut off", ".byte 0x48, 0x8b", 0, "0: instruction: is cut off by the function's end"},
		{"x86_64", "not known", ".byte 0x0f, 0xff, 0xc0", 0, "0: instruction: is none that is known"},

		{"aarch64", "nothing", "ret", 0, ""},
		{"aarch64", "registers saved", "stp x29, x30, [sp, #-48]!; mov x29, sp; str x19, [sp, #16]; sub sp, sp, #0x1, lsl #12; ldr x19, [x29, #16]; mov sp, x29; ldp x29, x30, [sp], #48; ret", 48 + 4096, ""},
		{"aarch64", "single", "str x19, [sp, #-16]!; ldr x19, [sp], #16; ret", 16, ""},
		{"aarch64", "loop", "1: subs x0, x0, #1; b.ne 1b; cbz x1, 2f; tbnz x1, #3, 1b; 2: ret", 0, ""},
		{"aarch64", "authenticated", "paciasp; sub sp, sp, #32; add sp, sp, #32; autiasp; ret", 32, ""},
		{"aarch64", "call", "nop; bl .+8; ret", 0, "4: bl 0x100c: is a call"},
		{"aarch64", "table of jumps", "br x1", 0, "0: br x1: goes to an address in a register"},
		{"aarch64", "tail call", "b .+0x100", 0, "0: b 0x1100: jumps out of the function"},
		{"aarch64", "system call", "svc #0; ret", 0, "0: svc: is a call of the system, or a trap"},
		{"aarch64", "trap", "brk #1", 0, "0: brk: is a call of the system, or a trap"},
		{"aarch64", "halt", "hlt #1", 0, "0: hlt: is a call of the system, or a trap"},
		{"aarch64", "goroutine", "mov x28, x0; ret", 0, "0: instruction that writes x28: changes the register in which Go has the goroutine"},
		{"aarch64", "goroutine, restored", "stp x27, x28, [sp, #-16]!; ldp x27, x28, [sp], #16; ret", 0, "4: instruction that writes x28: changes the register in which Go has the goroutine"},
		{"aarch64", "thread's register", "msr tpidr_el0, x0; ret", 0, "0: system instruction: changes what belongs to the system"},
		{"aarch64", "array of any length", "sub sp, sp, x0; ret", 0, "0: instruction that writes sp: sets the stack pointer to what is not known"},
		{"aarch64", "vectors of any length", "addvl sp, sp, #-1; ret", 0, "0: instruction that writes sp: sets the stack pointer to what is not known"},
		{"aarch64", "streaming", "smstart; ret", 0, "0: system instruction: changes what belongs to the system"},
		{"aarch64", "returns elsewhere", "ret x1", 0, "0: br x1: goes to an address in a register"},
		{"aarch64", "one too many", "sub sp, sp, #16; ret", 0, "4: ret: returns with a stack pointer other than the one at entry"},
	}
	codes := map[string][][]byte{}
	for _, m := range machines {
		var sources []string
		for _, test := range tests {
			if test.arch == m.name {
				sources = append(sources, test.src)
			}
		}
		codes[m.name] = assemble(t, m.name, sources)
	}
	for _, test := range tests {
		code := codes[test.arch][0]
		codes[test.arch] = codes[test.arch][1:]
		t.Run(test.arch+"/"+test.name, func(t *testing.T) {
			m := AMD64
			if test.arch == "aarch64" {
				m = ARM64
			}
			depth, refused := Prove(m, code, 0x1000)
			switch got := show(refused); {
			case !strings.HasPrefix(got, test.refused), test.refused == "" && got != "":
				t.Errorf("%s, want %s", got, test.refused)
			case depth != test.depth:
				t.Errorf("depth %d, want %d", depth, test.depth)
			}
		})
	}
}

func show(r *Refusal) string {
	if r == nil {
		return ""
	}
	return strings.Join([]string{strconv.FormatInt(int64(r.At), 16), r.Text, r.Why}, ": ")
}

// kernels are functions as people write them to be called often.
const kernels = `
typedef unsigned char u8; typedef unsigned u32; typedef unsigned long u64;
u64 sum(const u64 *p, u64 n) { u64 s = 0; for (u64 i = 0; i < n; i++) s += p[i]; return s; }
float dot(const float *restrict a, const float *restrict b, u64 n) { float s = 0; for (u64 i = 0; i < n; i++) s += a[i] * b[i]; return s; }
u32 crc(u32 c, const u8 *p, u64 n) { for (u64 i = 0; i < n; i++) { c ^= p[i]; for (int k = 0; k < 8; k++) c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0); } return ~c; }
void blend(u8 *restrict d, const u8 *restrict a, const u8 *restrict b, u64 n) { for (u64 i = 0; i < n; i++) d[i] = (a[i] * 3 + b[i]) >> 2; }
u64 histogram(const u8 *p, u64 n) { u32 h[16] = {0}; for (u64 i = 0; i < n; i++) h[p[i] & 15]++; u64 m = 0; for (int i = 0; i < 16; i++) m = h[i] > m ? h[i] : m; return m; }
void matrix(double *restrict c, const double *restrict a, const double *restrict b) {
	for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) { double s = 0; for (int k = 0; k < 4; k++) s += a[4*i+k] * b[4*k+j]; c[4*i+j] = s; } }
u64 hash(const u8 *p, u64 n) { u64 a[8] = {1,2,3,4,5,6,7,8}; for (u64 i = 0; i + 64 <= n; i += 64) for (int k = 0; k < 8; k++) a[k] = (a[k] ^ *(const u64 *)(p + i + 8*k)) * 0x9e3779b97f4a7c15; u64 s = 0; for (int k = 0; k < 8; k++) s ^= a[k] + s * 31; return s; }
`

// TestKernels: what compilers make of small loops, for whatever processor, is proved; of functions that call others it is not.
func TestKernels(t *testing.T) {
	clang := []string{"clang-19", "clang-14"}
	for _, cc := range []struct {
		m       Machine
		command []string
		flags   []string
	}{
		{AMD64, []string{"gcc"}, []string{"-O0", "-O2", "-O3 -mavx2 -mfma", "-O3 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512"}},
		{AMD64, clang, []string{"-O0", "-O2", "-O3 -march=x86-64-v3", "-O3 -march=x86-64-v4 -mprefer-vector-width=512"}},
		{ARM64, []string{"aarch64-linux-gnu-gcc"}, []string{"-O0", "-O2", "-O3 -march=armv8.2-a+sve", "-O2 -mbranch-protection=standard"}},
		{ARM64, clang, []string{"--target=aarch64-linux-gnu -O0", "--target=aarch64-linux-gnu -O2", "--target=aarch64-linux-gnu -O3 -march=armv8.2-a+sve"}},
	} {
		command := ""
		for _, c := range cc.command {
			if citest.Missing(c) == nil {
				command = c
				break
			}
		}
		if command == "" {
			citest.Need(t, cc.command...)
		}
		for _, flags := range cc.flags {
			t.Run(command+" "+flags, func(t *testing.T) {
				dir := t.TempDir()
				src := filepath.Join(dir, "k.c")
				if err := os.WriteFile(src, []byte(kernels), 0o600); err != nil {
					t.Fatal(err)
				}
				args := append(strings.Fields(flags), "-fno-stack-protector", "-ffreestanding", "-fno-jump-tables", "-c", "-o", src+".o", src)
				if out, err := exec.Command(command, args...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				for name, code := range functions(t, src+".o") {
					depth, refused := Prove(cc.m, code, 0)
					if refused != nil && !(strings.HasSuffix(refused.Why, "is a call") && (name == "histogram" || name == "hash")) { // of memset, memcpy
						t.Errorf("%s: %s", name, show(refused))
					}
					if depth > 4096 {
						t.Errorf("%s: %d bytes of stack", name, depth)
					}
				}
			})
		}
	}
}

// functions gives the code of each function of a file.
func functions(t *testing.T, name string) map[string][]byte {
	t.Helper()
	f, err := elf.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	for _, s := range syms {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC {
			b, err := f.Sections[s.Section].Data()
			if err != nil {
				t.Fatal(err)
			}
			found[s.Name] = b[s.Value : s.Value+s.Size]
		}
	}
	if len(found) != strings.Count(kernels, "u64 n)")+1 {
		t.Fatalf("%d functions", len(found))
	}
	return found
}

// FuzzProve: any bytes are proved or refused, and the reason is in them.
func FuzzProve(f *testing.F) {
	f.Add([]byte{0xc3}, false)
	f.Add([]byte{0x62, 0xf1, 0x7c, 0x48, 0x28, 0xc1, 0x75, 0xf8, 0xc3}, false)
	f.Add([]byte{0xff, 0xc3, 0x00, 0xd1, 0xc0, 0x03, 0x5f, 0xd6}, true)
	f.Fuzz(func(t *testing.T, code []byte, arm bool) {
		m := AMD64
		if arm {
			m = ARM64
		}
		depth, refused := Prove(m, code, 0x4000)
		switch {
		case refused == nil && (depth < 0 || depth > 2*maxDepth):
			t.Errorf("depth %d", depth)
		case refused != nil && (refused.Why == "" || refused.Text == "" || refused.At < 0 || refused.At+refused.Size > len(code)):
			t.Errorf("%+v", refused)
		}
	})
}

// What is refused whatever its operands are has a name.
func TestRefusedNamed(t *testing.T) {
	named := 0
	for table, ops := range x86Ops() {
		for op, flags := range ops {
			if flags&x86No == 0 {
				continue
			}
			named++
			if key := []int{op, 0x0f00 | op}[min(table, 1)]; table > map0F || x86Refused[key] == "" {
				t.Errorf("map %d, opcode %#x: no name", table, op)
			}
		}
	}
	if named != len(x86Refused) {
		t.Errorf("%d opcodes are refused, %d have names", named, len(x86Refused))
	}
}
