package x86_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/reloc/x86"
)

// runSource calls an indirect function, made by us, and the function of a TLS
// descriptor, with all registers that carry arguments in use.
const runSource = `
#include <stdio.h>
static int resolved, misaligned;
__attribute__((regparm(3))) static int real(int a, int b, int c, int d, double e) {
	double copy __attribute__((aligned(16))) = e;
	return a * 1000 + b * 100 + c * 10 + d + (int)*(volatile double *)&copy;
}
typedef int (*function)(int, int, int, int, double) __attribute__((regparm(3)));
static function resolver(void) {
	misaligned |= (unsigned)(__builtin_frame_address(0) + 8) & 15;
	__asm__ volatile("mov $-1,%%ecx; mov $-1,%%edx" ::: "ecx", "edx");
	resolved++;
	return real;
}
extern char made_ifunc[], made_tlsdesc[];
extern struct { void *answer; function (*resolver)(void); } made_words;
int main(void) {
	made_words.answer = made_ifunc;
	made_words.resolver = resolver;
	function f = (function)made_ifunc;
	for (int i = 0; i < 3; i++) {
		int n = f(1, 2, 3, 4, 10000.0);
		printf("%d %d %d %d\n", n, resolved, made_words.answer == (void *)real, misaligned);
	}
	int descriptor[2] = {(int)made_tlsdesc, -24}, off, cx = 5, dx = 6;
	__asm__ volatile("call *(%%eax)" : "=a"(off), "+c"(cx), "+d"(dx) : "a"(descriptor) : "memory");
	printf("%d %d %d\n", off, cx, dx);
	return 0;
}
`

// TestMadeRuns runs the code that the linker makes.
func TestMadeRuns(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc", "/usr/lib32/libc.a")
	const code, words = 0x20000000, 0x20001000
	a := x86.ELF.Arch
	ifunc, desc := make([]byte, a.IFuncSize), make([]byte, a.StubSize)
	if !a.WriteIFunc(ifunc, bin.Order{}, false, code, words) {
		t.Fatal("not written")
	}
	a.WriteTLSDescStub(desc)
	list := func(b []byte) string { return strings.ReplaceAll(strings.Trim(fmt.Sprint(b), "[]"), " ", ",") }
	asm := fmt.Sprintf(".globl made_ifunc, made_tlsdesc, made_words\n.section made_code,\"ax\",@progbits\nmade_ifunc: .byte %s\nmade_tlsdesc: .byte %s\n"+
		".section made_data,\"aw\",@progbits\nmade_words: .zero 8\n.section .note.GNU-stack,\"\",@progbits\n", list(ifunc), list(desc))
	dir := t.TempDir()
	for name, text := range map[string]string{"main.c": runSource, "made.s": asm} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("gcc", "-m32", "-O1", "-static", "-no-pie", "-o", "run", "main.c", "made.s",
		fmt.Sprintf("-Wl,--section-start=made_code=%#x,--section-start=made_data=%#x", code, words))
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	run := []string{filepath.Join(dir, "run")}
	if !citest.Runs386() {
		citest.Need(t, "qemu-i386")
		run = append([]string{"qemu-i386"}, run...)
	}
	out, err := exec.Command(run[0], run[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const want = "11234 1 1 0\n11234 1 1 0\n11234 1 1 0\n-24 5 6\n"
	if string(out) != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
