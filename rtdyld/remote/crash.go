package remote

import (
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/triple"
)

// maxCrash is how much of a crash's text is kept.
const maxCrash = 64 << 10

// endOf is the error of an executor that ended with a status or by a signal. text is what
// its Go runtime wrote when it died, if that was its end: the signal that the system tells
// of counts, whatever the text says.
func endOf(status int, sig Signal, text []byte, arch triple.Arch) error {
	var crash *CrashError
	if len(text) > 0 {
		crash = parseCrash(text, arch)
	}
	switch {
	case crash != nil && (sig == 0 || crash.Signal == sig):
		return crash
	case sig != 0:
		return &CrashError{Signal: sig, Output: string(text)}
	}
	return &ExitError{status}
}

// parseCrash reads what the executor's Go runtime wrote when it died. Where a signal
// came in loaded code it is
//
//	SIGSEGV: segmentation violation
//	PC=0x7f45fd000000 m=0 sigcode=1 addr=0x1234
//
// (addr for SIGSEGV and SIGBUS alone; sigcode is a word, so that -6 is as large as the
// word can be), and where it came in Go code
//
//	[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x47c50b]
//
// below the line that tells why the program ends. Anything else has no signal.
func parseCrash(text []byte, arch triple.Arch) *CrashError {
	c := &CrashError{Output: string(text[:min(len(text), maxCrash)])}
	first, rest, _ := strings.Cut(strings.TrimLeft(c.Output, "\n"), "\n")
	c.Text = first
	if name, _, ok := strings.Cut(first, ":"); ok {
		c.Signal = signalNamed(name)
	} else if n, ok := strings.CutPrefix(first, "Signal "); ok {
		v, _ := strconv.ParseUint(n, 10, 8)
		c.Signal = Signal(v)
	}
	line, _, _ := strings.Cut(rest, "\n")
	if c.Signal == 0 {
		_, after, ok := strings.Cut(rest, "[signal ")
		if !ok {
			return c
		}
		line, _, _ = strings.Cut(after, "]")
		name, _, _ := strings.Cut(line, ":")
		if c.Signal = signalNamed(name); c.Signal == 0 {
			return c
		}
	}
	hasAddr := false
	for word := range strings.FieldsSeq(line) {
		key, value, _ := strings.Cut(word, "=")
		n, err := strconv.ParseUint(value, 0, 64)
		if err != nil {
			continue
		}
		switch key {
		case "PC", "pc":
			c.PC, c.PCKnown = n, true
		case "sigcode", "code":
			c.Code = int32(n)
		case "addr":
			c.Addr, hasAddr = n, true
		}
	}
	c.settleAddr(hasAddr, arch)
	c.Stack = parseStack(rest)
	return c
}

// parseStack reads the frames that are no Go code's. In an executor nobody names them:
//
//	non-Go function
//		pc=0x7f45fd000000
//
// once for each, before the Go function that called them.
func parseStack(text string) (stack []Frame) {
	const head = "non-Go function\n\tpc="
	_, text, _ = strings.Cut(text, head)
	for more := text != ""; more; text, more = strings.CutPrefix(text, head) {
		var value string
		value, text, _ = strings.Cut(text, "\n")
		pc, err := strconv.ParseUint(value, 0, 64)
		if err != nil {
			break
		}
		stack = append(stack, Frame{PC: pc})
	}
	return stack
}

// siKernel is the si_code of a fault for which the processor told no address.
const siKernel = 128

// settleAddr decides whether the address is one. A signal that was sent, and a fault
// that the processor tells nothing of (on x86-64 an address that is no address), have
// none. qemu's user emulation tells none on 32-bit ARM, which looks like 0.
func (c *CrashError) settleAddr(hasAddr bool, arch triple.Arch) {
	fault := c.PCKnown && c.Code > 0 && c.Code != siKernel
	switch c.Signal {
	case sigsegv, sigbus:
		c.AddrKnown = fault && hasAddr && !(c.Addr == 0 && arch.Is32Bit() && (arch.IsARM() || arch.IsThumb()))
	case sigill, sigfpe, sigtrap:
		c.AddrKnown = fault
		c.Addr = c.PC
	}
	if !c.AddrKnown {
		c.Addr = 0
	}
}
