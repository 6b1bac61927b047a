package remote

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/triple"
)

// TestParseCrash: texts as Go 1.26's runtime writes them.
func TestParseCrash(t *testing.T) {
	const cgo = "signal arrived during cgo execution\n\ngoroutine 1 gp=0x1dc89fbac1e0 m=0 mp=0x7a4e00 [syscall]:\n"
	for _, c := range []struct {
		name, text string
		arch       triple.Arch
		want       CrashError
	}{
		{
			"segv", "SIGSEGV: segmentation violation\nPC=0x7f45fd000000 m=0 sigcode=1 addr=0x1234\n" + cgo, triple.X86_64,
			CrashError{Signal: 11, Code: 1, Addr: 0x1234, AddrKnown: true, PC: 0x7f45fd000000, PCKnown: true},
		},
		{
			"null", "SIGSEGV: segmentation violation\nPC=0x7f45fd000000 m=0 sigcode=1 addr=0x0\n" + cgo, triple.X86_64,
			CrashError{Signal: 11, Code: 1, AddrKnown: true, PC: 0x7f45fd000000, PCKnown: true},
		},
		{
			// An address that is none: the processor does not tell it.
			"not canonical", "SIGSEGV: segmentation violation\nPC=0x7f2d3200001a m=0 sigcode=128 addr=0x0\n" + cgo, triple.X86_64,
			CrashError{Signal: 11, Code: 128, PC: 0x7f2d3200001a, PCKnown: true},
		},
		{
			"ill", "SIGILL: illegal instruction\nPC=0x7f579b800030 m=0 sigcode=2\nsignal arrived during cgo execution\ninstruction bytes: 0xf 0xb\n", triple.X86_64,
			CrashError{Signal: 4, Code: 2, Addr: 0x7f579b800030, AddrKnown: true, PC: 0x7f579b800030, PCKnown: true},
		},
		{
			"fpe", "SIGFPE: floating-point exception\nPC=0x7fd05f40004d m=0 sigcode=1\n" + cgo, triple.X86_64,
			CrashError{Signal: 8, Code: 1, Addr: 0x7fd05f40004d, AddrKnown: true, PC: 0x7fd05f40004d, PCKnown: true},
		},
		{
			"abort", "SIGABRT: abort\nPC=0x7fc7b1db5eec m=0 sigcode=18446744073709551610\n" + cgo, triple.X86_64,
			CrashError{Signal: 6, Code: -6, PC: 0x7fc7b1db5eec, PCKnown: true},
		},
		{
			"abort on 32 bits", "SIGABRT: abort\nPC=0xf7f045e9 m=0 sigcode=4294967290\n" + cgo, triple.X86,
			CrashError{Signal: 6, Code: -6, PC: 0xf7f045e9, PCKnown: true},
		},
		{
			// A process that raises SIGBUS gives its number in the place of an address.
			"bus, raised", "SIGBUS: bus error\nPC=0x7f74dd651eec m=0 sigcode=18446744073709551610 addr=0x4db7\n" + cgo, triple.X86_64,
			CrashError{Signal: 7, Code: -6, PC: 0x7f74dd651eec, PCKnown: true},
		},
		{
			"trap", "SIGTRAP: trace trap\nPC=0x54d000002c m=0 sigcode=1\n" + cgo, triple.AArch64,
			CrashError{Signal: 5, Code: 1, Addr: 0x54d000002c, AddrKnown: true, PC: 0x54d000002c, PCKnown: true},
		},
		{
			// qemu-arm tells no address, or the address was 0.
			"arm", "SIGSEGV: segmentation violation\nPC=0x40a00008 m=0 sigcode=1 addr=0x0\n" + cgo, triple.ARM,
			CrashError{Signal: 11, Code: 1, PC: 0x40a00008, PCKnown: true},
		},
		{
			"arm with an address", "SIGSEGV: segmentation violation\nPC=0x40a00008 m=0 sigcode=1 addr=0x10\n" + cgo, triple.ARM,
			CrashError{Signal: 11, Code: 1, Addr: 0x10, AddrKnown: true, PC: 0x40a00008, PCKnown: true},
		},
		{
			"in Go", "panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x47c50b]\n\ngoroutine 1 [running]:\n", triple.X86_64,
			CrashError{Signal: 11, Code: 1, Addr: 8, AddrKnown: true, PC: 0x47c50b, PCKnown: true},
		},
		{"fatal", "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [select]:\n", triple.X86_64, CrashError{}},
		{"unnamed", "Signal 40\nPC=0x1 m=0 sigcode=0\n", triple.X86_64, CrashError{Signal: 40, PC: 1, PCKnown: true}},
		{"cut", "SIGSEGV: segmentation violation\n", triple.X86_64, CrashError{Signal: 11}},
		{"cut more", "SIGSEGV: segm", triple.X86_64, CrashError{Signal: 11}},
		{"nonsense", "SIGSEGV: x\nPC=0xzz m= sigcode=99999999999999999999999 addr\n", triple.X86_64, CrashError{Signal: 11}},
		{"nothing", "", triple.X86_64, CrashError{}},
	} {
		got := parseCrash([]byte(c.text), c.arch)
		c.want.Output = c.text
		c.want.Text, _, _ = strings.Cut(c.text, "\n")
		if diff := cmp.Diff(&c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if s := got.Error(); !c.want.AddrKnown && c.want.Signal != 0 && !strings.Contains(s, "address unknown") {
			t.Errorf("%s: %q does not say that the address is unknown", c.name, s)
		}
	}
	const stack = "SIGABRT: abort\nPC=0x10 m=0 sigcode=18446744073709551610\nsignal arrived during cgo execution\n\ngoroutine 1 [syscall]:\n" +
		"non-Go function\n\tpc=0x10\nnon-Go function\n\tpc=0x7f45fd000000\nruntime.cgocall(0x1)\n\t/a.go:1\n\ngoroutine 2:\nnon-Go function\n\tpc=0x30\n"
	if got := parseCrash([]byte(stack), triple.X86_64).Stack; !slices.Equal(got, []Frame{{PC: 0x10}, {PC: 0x7f45fd000000}}) {
		t.Errorf("stack is %+v", got)
	}
	long := strings.Repeat("x", 2*maxCrash)
	if got := parseCrash([]byte(long), triple.X86_64); len(got.Output) != maxCrash {
		t.Errorf("%d bytes of output", len(got.Output))
	}
}

func FuzzParseCrash(f *testing.F) {
	f.Add([]byte("SIGSEGV: segmentation violation\nPC=0x7f45fd000000 m=0 sigcode=1 addr=0x1234\n"))
	f.Add([]byte("panic: x\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x47c50b]\n"))
	f.Add([]byte("SIGABRT: abort\nPC=0x10 m=0\nnon-Go function\n\tpc=0x10\nnon-Go function\n\tpc=\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := parseCrash(text, triple.ARM)
		if c.Error() == "" || c.AddrKnown && !c.PCKnown {
			t.Errorf("%+v", c)
		}
	})
}

// TestEndOf: what the system says of an end counts, whatever text there is.
func TestEndOf(t *testing.T) {
	text := []byte("SIGSEGV: segmentation violation\nPC=0x10 m=0 sigcode=1 addr=0x20\n")
	for _, c := range []struct {
		status int
		sig    Signal
		text   []byte
		want   error
	}{
		{6, 0, nil, &ExitError{6}},
		{2, 0, nil, &ExitError{2}},
		{0, 9, nil, &CrashError{Signal: 9}},
		{0, 9, text, &CrashError{Signal: 9, Output: string(text)}},
		{2, 0, text, parseCrash(text, triple.X86_64)},
		{0, sigsegv, text, parseCrash(text, triple.X86_64)},
		{2, 0, []byte("fatal error: out of memory\n"), &CrashError{Text: "fatal error: out of memory", Output: "fatal error: out of memory\n"}},
	} {
		if diff := cmp.Diff(c.want, endOf(c.status, c.sig, c.text, triple.X86_64)); diff != "" {
			t.Errorf("%d, %v, %q (-want +got):\n%s", c.status, c.sig, c.text, diff)
		}
	}
}
