package check

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/triple"
)

// relocated has the instructions that relocations are in, by target: bytes, length,
// and the operand that holds the field. A T before the bytes is Thumb.
var relocated = map[string][]struct {
	code  string
	index int
	want  int64
}{
	"x86_64-linux-gnu": {
		{"e8 04 03 02 81", 0, -0x7efdfcfc},                       // call
		{"e9 04 03 02 01", 0, 0x01020304},                        // jmp
		{"0f 84 04 03 02 01", 0, 0x01020304},                     // je
		{"0f 84 04 03 02 01", 1, 4},                              //
		{"eb fe", 0, -2},                                         //
		{"48 8b 05 04 03 02 01", 4, 0x01020304},                  // mov sym(%rip), %rax
		{"48 8d 05 04 03 02 01", 4, 0x01020304},                  // lea
		{"48 89 05 04 03 02 01", 3, 0x01020304},                  // mov %rax, sym(%rip)
		{"ff 15 04 03 02 01", 3, 0x01020304},                     // call *sym(%rip)
		{"ff 25 04 03 02 01", 3, 0x01020304},                     // jmp *sym(%rip)
		{"c7 05 04 03 02 01 08 07 06 05", 3, 0x01020304},         // movl $imm, sym(%rip)
		{"c7 05 04 03 02 01 08 07 06 05", 5, 0x05060708},         //
		{"b8 04 03 02 81", 1, 0x81020304},                        // mov $sym, %eax
		{"48 c7 c0 04 03 02 81", 1, -0x7efdfcfc},                 // mov $sym, %rax
		{"48 b8 08 07 06 05 04 03 02 01", 1, 0x0102030405060708}, // movabs
		{"48 81 c0 04 03 02 81", 2, -0x7efdfcfc},                 // add $sym, %rax
		{"48 3b 05 04 03 02 01", 4, 0x01020304},                  // cmp sym(%rip), %rax
		{"64 48 8b 04 25 04 03 02 01", 4, 0x01020304},            // mov %fs:sym, %rax
		{"66 48 8d 3d 04 03 02 01", 4, 0x01020304},               // lea of the general dynamic sequence
		{"66 66 48 e8 04 03 02 01", 0, 0x01020304},               // call of the same
		{"f2 0f 10 05 04 03 02 01", 4, 0x01020304},               // movsd
		{"66 0f 2e 05 04 03 02 01", 4, 0x01020304},               // ucomisd
		{"c5 fb 10 05 04 03 02 01", 4, 0x01020304},               // vmovsd
		{"c5 f4 58 05 04 03 02 01", 5, 0x01020304},               // vaddps
		{"62 f1 7c 48 28 05 04 03 02 01", 4, 0x01020304},         // vmovaps, 512 bits
		{"68 04 03 02 81", 0, -0x7efdfcfc},                       // push $sym
	},
	"i386-linux-gnu": {
		{"e8 04 03 02 81", 0, -0x7efdfcfc},   // call
		{"a1 04 03 02 81", 0, 0x81020304},    // mov sym, %eax
		{"a3 04 03 02 81", 0, 0x81020304},    // mov %eax, sym
		{"68 04 03 02 81", 0, 0x81020304},    // push $sym
		{"8b 0d 04 03 02 01", 4, 0x01020304}, // mov sym, %ecx
		{"8d 83 04 03 02 01", 4, 0x01020304}, // lea sym@GOTOFF(%ebx), %eax
		{"ff a3 04 03 02 01", 3, 0x01020304}, // jmp *sym@GOT(%ebx)
		{"b8 04 03 02 81", 1, 0x81020304},    // mov $sym, %eax
		{"0f 85 04 03 02 01", 0, 0x01020304}, // jne
	},
	"aarch64-linux-gnu": {
		{"01 00 00 94", 0, 1},      // bl
		{"ff ff ff 17", 0, -1},     // b
		{"40 00 00 54", 1, 2},      // b.eq
		{"e0 ff ff b0", 1, -3},     // adrp
		{"20 00 00 30", 1, 5},      // adr
		{"20 10 40 91", 2, 4},      // add ..., lsl 12
		{"20 10 40 91", 3, 12},     //
		{"20 08 40 f9", 2, 2},      // ldr, scaled
		{"20 08 c0 3d", 2, 2},      // ldr q
		{"20 00 00 58", 1, 1},      // ldr, literal
		{"e0 ff ff b4", 1, -1},     // cbz
		{"20 00 28 37", 1, 5},      // tbnz
		{"20 00 28 37", 2, 1},      //
		{"80 46 a2 d2", 1, 0x1234}, // movz ..., lsl 16
		{"80 46 a2 d2", 2, 16},     //
		{"80 46 a2 f2", 2, 0x1234}, // movk
		{"80 46 a2 f2", 3, 16},     //
		{"80 46 82 92", 1, 0x1234}, // movn
	},
	"riscv64-linux-gnu": {
		{"97 e0 cd ab", 1, 0xabcde}, // auipc
		{"b7 e0 cd ab", 1, 0xabcde}, // lui
		{"e7 80 40 ff", 2, -12},     // jalr
		{"ef f0 df ff", 1, -4},      // jal
		{"e3 0e b5 fe", 2, -4},      // beq
		{"03 35 85 ff", 2, -8},      // ld
		{"23 3c a5 fe", 2, -8},      // sd
		{"13 05 15 80", 2, -0x7ff},  // addi
		{"f5 bf", 0, -4},            // c.j
		{"75 dd", 1, -4},            // c.beqz
	},
	"loongarch64-linux-gnu": {
		{"64 ff ff 1b", 1, -5}, // pcalau12i
		{"64 ff ff 15", 1, -5}, // lu12i.w
		{"64 ff ff 17", 2, -5}, // lu32i.d
		{"a4 ec 3f 03", 2, -5}, // lu52i.d
		{"a4 14 80 03", 2, 5},  // ori
		{"a4 ec ff 28", 2, -5}, // ld.d
		{"ff fb ff 53", 0, -8}, // b
		{"85 f8 ff 5b", 2, -8}, // beq
		{"9f f8 ff 43", 1, -8}, // beqz
		{"81 f8 ff 4f", 2, -8}, // jirl
	},
	"s390x-linux-gnu": {
		{"c0 10 ff ff ff ff", 1, -2},              // larl
		{"c0 e5 00 00 00 10", 1, 32},              // brasl
		{"c0 f4 80 00 00 00", 0, -1 << 32},        // jg
		{"c4 18 7f ff ff ff", 1, 1<<32 - 2},       // lgrl
		{"a7 74 80 00", 0, -1 << 16},              // jne
		{"c5 18 00 7f ff ff", 1, -1 << 12},        // bprp
		{"c5 18 00 7f ff ff", 2, 1<<24 - 2},       //
		{"58 12 3f ff", 2, 0xfff},                 // l
		{"e3 12 33 45 82 04", 2, 0x82345 - 1<<20}, // lg
		{"a7 19 ff f0", 1, -16},                   // lghi
		{"c0 11 80 00 00 00", 1, -1 << 31},        // lgfi
	},
	"powerpc64le-linux-gnu": {
		{"fd ff ff 4b", 0, -1},                  // b, call bit
		{"f4 ff ff 4b", 0, -3},                  // b
		{"08 00 82 41", 2, 2},                   // beq
		{"34 12 60 3c", 1, 0x1234},              // lis
		{"fb ff 64 3c", 2, -5},                  // addis
		{"f8 ff 64 e8", 1, -8},                  // ld
		{"21 00 65 f4", 1, 32},                  // lxv
		{"45 23 a1 4c", 1, 0x2343},              // addpcis
		{"ff ff 03 06 fb ff 64 38", 2, -5},      // paddi
		{"00 00 10 04 05 00 60 e4", 1, 5},       // pld, relative
		{"01 00 00 06 05 00 64 80", 1, 0x10005}, // plwz
	},
	"powerpc64-linux-gnu": {
		{"e8 64 ff f8", 1, -8},             // ld
		{"06 03 ff ff 38 64 ff fb", 2, -5}, // paddi
	},
	"sparc64-linux-gnu": {
		{"7f ff ff fe", 0, 1<<32 - 8}, // call
		{"11 3f ff ff", 1, 0x3fffff},  // sethi
		{"90 12 3f fb", 2, -5},        // or
		{"10 bf ff fe", 0, 1<<22 - 2}, // ba
		{"12 bf ff fe", 0, 1<<22 - 2}, // bne
		{"12 6f ff fe", 0, 1<<19 - 2}, // bne %xcc
		{"02 fa 3f fe", 0, 1<<16 - 2}, // brz
		{"d2 5a 3f fb", 2, 1<<13 - 5}, // ldx
		{"d2 72 3f fb", 1, 1<<13 - 5}, // stx
	},
	"mips-linux-gnu": {
		{"0c 00 00 40", 0, 0x100},  // jal
		{"04 11 ff fe", 1, -4},     // bal
		{"3c 04 81 23", 1, 0x8123}, // lui
		{"24 84 81 23", 2, -32477}, // addiu
		{"8c a4 ff fc", 2, -4},     // lw
		{"14 85 ff fe", 2, -4},     // bne
	},
	"mips64el-linux-gnuabi64": {
		{"fc ff 84 64", 2, -4}, // daddiu
		{"10 00 84 df", 2, 16}, // ld
		{"f8 ff 99 ff", 2, -8}, // sd
	},
	"mipsisa64r6-linux-gnuabi64": {
		{"d8 9f ff fe", 1, -4},     // beqzc
		{"f8 9f ff fe", 1, -4},     // bnezc
		{"eb ff ff fe", 0, -4},     // balc
		{"ec 87 ff ff", 1, -4},     // addiupc
		{"ec 8f ff ff", 1, -4},     // lwpc
		{"ec 9b ff ff", 1, -8},     // ldpc
		{"ec 9f 81 23", 1, -32477}, // aluipc
		{"3c 04 81 23", 2, 0x8123}, // lui
	},
	"armv7-linux-gnueabi": {
		{"fe ff ff eb", 0, -8},      // bl
		{"01 00 00 ea", 0, 4},       // b
		{"01 00 00 0a", 1, 0},       // beq
		{"01 00 00 fb", 0, 6},       // blx
		{"34 02 01 e3", 1, 0x1234},  // movw
		{"34 02 41 e3", 2, 0x1234},  // movt
		{"34 02 91 e5", 2, 0x234},   // ldr
		{"T41 f2 34 20", 1, 0x1234}, // movw
		{"Tc1 f2 34 20", 2, 0x1234}, // movt
		{"Tff f7 fe ff", 2, -4},     // bl
		{"Tff f7 fe ef", 2, -4},     // blx
		{"T00 f0 01 b8", 0, 2},      // b.w
		{"T00 f0 01 80", 0, 2},      // beq.w
		{"Tdf f8 04 10", 1, 4},      // ldr, literal
		{"T01 48", 1, 4},            // ldr, literal
		{"Tfe e7", 0, -4},           // b
	},
}

// TestRelocatedOperands needs no tool.
func TestRelocatedOperands(t *testing.T) {
	for name, rows := range relocated {
		tr, err := triple.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewDecoder(tr)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			text, thumb := strings.CutPrefix(r.code, "T")
			code, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
			if err != nil {
				t.Fatal(err)
			}
			in, ok := d.Decode(append(code, 0x90, 0x90), thumb)
			if !ok || in.Len != len(code) || r.index >= len(in.Operands()) || in.Operands()[r.index] != (Operand{Imm, r.want}) {
				t.Errorf("%s %s: %v, %d bytes, %s; operand %d is to be %d", name, r.code, ok, in.Len, show(in.Operands()), r.index, r.want)
			}
			for n := range code {
				if in, ok := d.Decode(code[:n], thumb); ok && code[0] != 0xf3 {
					t.Errorf("%s %s: the first %d bytes are %s", name, r.code, n, show(in.Operands()))
				}
			}
		}
	}
}

// TestNewDecoder: what is not there is an error, Thumb by triple or by symbol.
func TestNewDecoder(t *testing.T) {
	for name, thumb := range map[string]bool{"armv7-none-eabi": false, "thumbv7-none-eabi": true, "armebv7-none-eabi": false, "thumbebv7-none-eabi": true} {
		tr, err := triple.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewDecoder(tr)
		if err != nil {
			t.Fatal(err)
		}
		code := []byte{0xeb, 0, 0, 1} // BL, big-endian
		want := 4
		if thumb {
			code, want = []byte{0xbf, 0, 0, 1}, 2 // NOP
		}
		if !tr.IsBigEndian() {
			code[0], code[1], code[2], code[3] = code[3], code[2], code[1], code[0]
			if thumb {
				code[0], code[1] = 0, 0xbf
			}
		}
		if in, ok := d.Decode(code, false); !ok || in.Len != want {
			t.Errorf("%s: % x: %v, %d bytes", name, code, ok, in.Len)
		}
		if bias := d.Bias(false); bias != map[bool]uint64{true: 0, false: 4}[thumb] {
			t.Errorf("%s: next_pc has %d more", name, bias)
		}
	}
	tr, err := triple.Parse("m68k-unknown-linux-gnu")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewDecoder(tr); !errors.Is(err, ErrNoDecoder) {
		t.Errorf("%v is no ErrNoDecoder", err)
	}
}

// TestTableParses: no row of the table is lost, none has more operands than an Inst
// has room for.
func TestTableParses(t *testing.T) {
	n := 0
	for line := range strings.Lines(x86Tab) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		n++
		r, ok := parseX86Row(line)
		if !ok || r.String() != line {
			t.Errorf("%q reads as %q", line, r.String())
		}
		ops := 0
		for _, w := range r.words {
			if ops++; w.word == wordMem {
				ops += 4
			}
		}
		if ops > len(Inst{}.ops) {
			t.Errorf("%q: %d operands", line, ops)
		}
	}
	if n < 5000 {
		t.Errorf("only %d rows", n)
	}
}
