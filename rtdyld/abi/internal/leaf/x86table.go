package leaf

import (
	"strings"
	"sync"
)

// What is known of an opcode, by the opcode maps of Intel's manual (volume 2, appendix A; VEX and EVEX there and in chapter 2): one letter
// each.
//
//	m  a ModRM byte
//	b  an immediate of one byte
//	z  an immediate of two or four bytes, by the operand's size
//	r  writes the general register in ModRM.reg
//	e  writes the general register in ModRM.rm, or memory
//	v  writes the general register in vvvv
//	8  its registers are bytes
//	a  writes rax
//	d  writes rdx, and rax
//	s  moves strings: writes rsi, rdi and rcx
//	*  has a case of its own in code
//	!  is refused: what it is stands in x86Refused
//
// An opcode without an entry is refused as one that is not known.

// x86Op is an opcode's letters as bits.
type x86Op uint16

const (
	x86ModRM x86Op = 1 << iota
	x86Byte
	x86Word
	x86Reg
	x86RM
	x86V
	x86Narrow
	x86A
	x86D
	x86String
	x86Own
	x86No
	x86Known
)

const x86Letters = "mbzrev8ads*!"

// Maps of opcodes.
const (
	mapOne = iota
	map0F
	map38
	map3A
	mapVEX0F
	mapVEX38
	mapVEX3A
	mapEVEX0F
	mapEVEX38
	mapEVEX3A
	mapEVEX5
	mapEVEX6
	numMaps
)

// x86Text has the opcodes: ranges of hexadecimal numbers, and letters.
var x86Text = [numMaps]string{
	mapOne: `00:me8 01:me 02:mr8 03:mr 04:ba 05:za 08:me8 09:me 0a:mr8 0b:mr 0c:ba 0d:za
		10:me8 11:me 12:mr8 13:mr 14:ba 15:za 18:me8 19:me 1a:mr8 1b:mr 1c:ba 1d:za
		20:me8 21:me* 22:mr8 23:mr 24:ba 25:za 28:me8 29:me* 2a:mr8 2b:mr 2c:ba 2d:za
		30:me8 31:me 32:mr8 33:mr 34:ba 35:za 38-3b:m 3c:b 3d:z
		50-5f:* 63:mr 68:* 69:mrz 6a:* 6b:mrb 6c-6f:! 70-7f:*
		80:meb8* 81:mez* 83:meb* 84-85:m 86:mer8 87:mer 88:me8 89:me* 8a:mr8 8b:mr* 8c:me 8d:m* 8e:! 8f:m*
		90-97:* 98:a 99:d 9b: 9c-9d:! 9e-9f:a a0-a3:a* a4-a7:s a8:b a9:z aa-ab:s ac-ad:sa ae-af:s
		b0-bf:* c0:meb8 c1:meb c2:! c3:* c6:meb8* c7:mez* c8:! c9:* ca-cf:! d0:me8 d1:me d2:me8 d3:me d7:a d8-de:m df:ma
		e0-e3:* e4-e7:! e8-e9:* ea:! eb:* ec-ef:! f1:! f4:! f5: f6-f7:m* f8-f9: fa-fb:! fc: fd:! fe:me8* ff:m*`,
	map0F: `01:m* 05:! 07:! 0b:* 0d:m 10-1d:m 1e:m* 1f:m 28-2b:m 2c-2d:mr 2e-2f:m 30:! 31:d 32-35:! 37:! 40-4f:mr 50:mr 51-6f:m
		70:mb 71-73:mb 74-76:m 77: 7c-7d:m 7e:m* 7f:m 80-8f:* 90-9f:me8 a0-a1:! a2:* a3:m a4:meb a5:me a8-aa:!
		ab:me ac:meb ad:me ae:m* af:mr b0:mea8 b1:mea b3:me b6-b7:mr b8:mr ba:meb bb:me bc-bf:mr c0:mer8 c1:mer
		c2:mb c3:m c4:mb c5:mrb c6:mb c7:m* c8-cf:* d0-d6:m d7:mr d8-fe:m`,
	map38:     `00-0b:m 10:m 14-15:m 17:m 1c-1e:m 20-25:m 28-2b:m 30-41:m c8-cd:m cf:m db-df:m f0:mr f1:mr f6:mr* f8-f9:m`,
	map3A:     `08-0f:mb 14-17:meb 20-22:mb 40-42:mb 44:mb 60-63:mb cc:mb ce-cf:mb df:mb`,
	mapVEX0F:  `10-17:m 28-29:m 2a-2b:m 2c-2d:mr 2e-2f:m 41-42:m 44-47:m 4a-4b:m 50:mr 51-6f:m 70-73:mb 74-76:m 77: 7c-7d:m 7e:m* 7f:m 90-92:m 93:mr 98-99:m ae:m* c2:mb c4:mb c5:mrb c6:mb d0-d6:m d7:mr d8-fe:m`,
	mapVEX38:  `00-0f:m 13:m 16-1a:m 1c-1e:m 20-47:m 50-53:m 58-5a:m 72:m 78-79:m 8c:m 8e:m 90-93:m 96-9f:m a6-bf:m cb-cd:m cf:m d2-d3:m da-df:m f2:mr f3:mv f5:mr f6:mrv f7:mr`,
	mapVEX3A:  `00-0f:mb 14-17:meb 18-19:mb 1d:mb 20-22:mb 30-33:mb 38-39:mb 40-42:mb 44:mb 46:mb 48-4c:mb 5c-63:mb 68-6f:mb 78-7f:mb ce-cf:mb de-df:mb f0:mrb`,
	mapEVEX0F: `10-17:m 28-2b:m 2c-2d:mr 2e-2f:m 51-6f:m 70-73:mb 74-76:m 78-79:mr 7a-7b:m 7e:m* 7f:m c2:mb c4:mb c5:mrb c6:mb d0-d6:m d8-fe:m`,
	mapEVEX38: `00-0d:m 10-2f:m 30-4f:m 50-55:m 58-5b:m 62-66:m 68:m 70-73:m 75-7f:m 83:m 88-8b:m 8d:m 8f:m 90-93:m 96-9b:m 9c-9f:m a0-a3:m a6-bf:m c4:m c6-c8:m ca-cd:m cf:m dc-df:m`,
	mapEVEX3A: `00-01:mb 03-05:mb 08-0b:mb 0f:mb 14-17:meb 18-1b:mb 1d-23:mb 25-27:mb 38-3b:mb 3e-3f:mb 42-44:mb 50-51:mb 54-57:mb 66-67:mb 70-73:mb c2:mb ce-cf:mb`,
	mapEVEX5:  `10-11:m 1d:m 2a:m 2c-2d:mr 2e-2f:m 51:m 58-5f:m 6e:m 78-79:mr 7a-7d:m 7e:me`,
	mapEVEX6:  `13:m 2c-2d:m 42-43:m 4c-4f:m 56-57:m 96-9f:m a6-af:m b6-bf:m d6-d7:m`,
}

// x86Ops is x86Text as a table, made when the first function is looked at: most programs look at none.
var x86Ops = sync.OnceValue(func() *[numMaps][256]x86Op {
	ops := new([numMaps][256]x86Op)
	number := func(text string) (n int) {
		for _, c := range text {
			n = n<<4 | strings.IndexRune("0123456789abcdef", c)
		}
		return n
	}
	for m, text := range x86Text {
		for _, row := range strings.Fields(text) {
			codes, letters, _ := strings.Cut(row, ":")
			lo, hi, more := strings.Cut(codes, "-")
			if !more {
				hi = lo
			}
			op := x86Known
			for _, c := range letters {
				op |= 1 << strings.IndexRune(x86Letters, c)
			}
			for n := number(lo); n <= number(hi); n++ {
				ops[m][n] = op
			}
		}
	}
	return ops
})

// x86Refused names what is refused whatever its operands are.
var x86Refused = map[int]string{
	0x6c: "ins", 0x6d: "ins", 0x6e: "outs", 0x6f: "outs", 0x8e: "mov to a segment register", 0x9c: "pushf", 0x9d: "popf",
	0xc2: "ret with an operand", 0xc8: "enter", 0xca: "retf", 0xcb: "retf", 0xcc: "int3", 0xcd: "int", 0xce: "into", 0xcf: "iret",
	0xe4: "in", 0xe5: "in", 0xe6: "out", 0xe7: "out", 0xea: "jmp far", 0xec: "in", 0xed: "in", 0xee: "out", 0xef: "out",
	0xf1: "int1", 0xf4: "hlt", 0xfa: "cli", 0xfb: "sti", 0xfd: "std",
	0x0f05: "syscall", 0x0f07: "sysret", 0x0f30: "wrmsr", 0x0f32: "rdmsr", 0x0f33: "rdpmc", 0x0f34: "sysenter", 0x0f35: "sysexit", 0x0f37: "getsec",
	0x0fa0: "push fs", 0x0fa1: "pop fs", 0x0fa8: "push gs", 0x0fa9: "pop gs", 0x0faa: "rsm",
}
