package check

import (
	"strconv"
	"strings"

	"golang.org/x/arch/ppc64/ppc64asm"
	"golang.org/x/arch/x86/x86asm"
)

// TextAt returns the text of the instruction that code begins with, which runs at addr, and its size in bytes: at least 1, unless there is no code. target
// is where it leads, or the address that it computes from its own, as the text has it; 0: none is known. What a decoder does not know is its bytes, as many as its
// shortest instruction has.
func TextAt(d Decoder, code []byte, addr uint64, thumb bool) (text string, size int, target uint64) {
	if len(code) == 0 {
		return "", 0, 0
	}
	inst, ok := d.Decode(code, thumb)
	if size = inst.Len; !ok || size == 0 || size > len(code) {
		if size = shortest(d, code, thumb); size > len(code) { // it is cut
			return byteText(code), len(code), 0
		}
	}
	switch d := d.(type) {
	case x86:
		in, err := x86asm.Decode(code, 32+32*d.mode)
		if err == nil && (!ok || in.Len == size) && in.Len <= len(code) {
			return x86asm.GNUSyntax(in, addr, nil), in.Len, x86Target(&in, addr+uint64(in.Len))
		}
	case ppc:
		if in, err := ppc64asm.Decode(code[:size], d.order); err == nil {
			for _, arg := range in.Args {
				if distance, ok := arg.(ppc64asm.PCRel); ok {
					target = addr + uint64(int64(distance))
				}
			}
			return ppc64asm.GNUSyntax(in, addr), size, target
		}
	}
	text, target = absolute(d.Text(code[:size], thumb), addr)
	return text, size, target
}

// x86Target is where an instruction leads, or the address of its operand in memory, if that counts from next, the address behind it.
func x86Target(in *x86asm.Inst, next uint64) uint64 {
	for _, arg := range in.Args {
		switch a := arg.(type) {
		case x86asm.Rel:
			return next + uint64(int64(a))
		case x86asm.Mem:
			if a.Base == x86asm.RIP {
				return next + uint64(a.Disp)
			}
		}
	}
	return 0
}

// shortest is the size of an instruction that a decoder does not know.
func shortest(d Decoder, code []byte, thumb bool) int {
	switch d := d.(type) {
	case x86:
		return 1
	case arm:
		if thumb || d.thumb {
			return 2
		}
	case riscv:
		if code[0]&3 != 3 {
			return 2
		}
	case s390x:
		return [...]int{2, 4, 4, 6}[code[0]>>6]
	}
	return 4
}

// absolute replaces a distance ".+0x10" in a text by an address; one of ADRP counts from the page of the instruction.
func absolute(text string, addr uint64) (absolute string, target uint64) {
	at := max(strings.LastIndex(text, ".+0x"), strings.LastIndex(text, ".-0x"))
	if at < 0 {
		return text, 0
	}
	end := at + 4
	for end < len(text) && strings.IndexByte("0123456789abcdef", text[end]) >= 0 {
		end++
	}
	v, err := strconv.ParseUint(text[at+4:end], 16, 64)
	if err != nil {
		return text, 0
	}
	if text[at+1] == '-' {
		v = -v
	}
	if strings.HasPrefix(text, "adrp") {
		addr &^= 0xfff
	}
	return text[:at] + "0x" + strconv.FormatUint(addr+v, 16) + text[end:], addr + v
}
