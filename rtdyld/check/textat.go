package check

import (
	"strconv"
	"strings"

	"golang.org/x/arch/ppc64/ppc64asm"
	"golang.org/x/arch/x86/x86asm"
)

// TextAt returns the text of the instruction that code begins with, which runs at addr, and its size in bytes: at least 1, unless there is no code. Where
// branches lead is an address. What a decoder does not know is its bytes, as many as its shortest instruction has.
func TextAt(d Decoder, code []byte, addr uint64, thumb bool) (text string, size int) {
	if len(code) == 0 {
		return "", 0
	}
	inst, ok := d.Decode(code, thumb)
	if size = inst.Len; !ok || size == 0 || size > len(code) {
		if size = shortest(d, code, thumb); size > len(code) { // it is cut
			return byteText(code), len(code)
		}
	}
	switch d := d.(type) {
	case x86:
		in, err := x86asm.Decode(code, 32+32*d.mode)
		if err == nil && (!ok || in.Len == size) && in.Len <= len(code) {
			return x86asm.GNUSyntax(in, addr, nil), in.Len
		}
	case ppc:
		if in, err := ppc64asm.Decode(code[:size], d.order); err == nil {
			return ppc64asm.GNUSyntax(in, addr), size
		}
	}
	return absolute(d.Text(code[:size], thumb), addr), size
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
func absolute(text string, addr uint64) string {
	at := max(strings.LastIndex(text, ".+0x"), strings.LastIndex(text, ".-0x"))
	if at < 0 {
		return text
	}
	end := at + 4
	for end < len(text) && strings.IndexByte("0123456789abcdef", text[end]) >= 0 {
		end++
	}
	v, err := strconv.ParseUint(text[at+4:end], 16, 64)
	if err != nil {
		return text
	}
	if text[at+1] == '-' {
		v = -v
	}
	if strings.HasPrefix(text, "adrp") {
		addr &^= 0xfff
	}
	return text[:at] + "0x" + strconv.FormatUint(addr+v, 16) + text[end:]
}
