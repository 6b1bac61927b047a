package arm_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/reloc/arm"
)

// program calls stubs and an indirect function from either instruction set. Its exit
// status is the number of the first call that goes wrong, 0 for none.
const program = `
	.syntax	unified
	.arch	armv7-a
	.text
	.macro	args
	mov	r0, #1
	mov	r1, #2
	mov	r2, #3
	mov	r3, #4
	.endm
	.macro	expect sum, number
	mov	r7, #\number
	cmp	r0, #\sum
	bne	fail\@
	b	ok\@
fail\@:	mov	r0, r7
	mov	r7, #1
	svc	#0
ok\@:
	.endm
	.arm
	.globl	_start
	.type	_start, %%function
_start:	args
	bl	toarm + 4
	expect	10, 1
	args
	bl	tothumb + 4
	expect	11, 2
	args
	bl	indirect
	expect	11, 3
	args
	bl	indirect
	expect	11, 4
	blx	thumb
	mov	r0, #0
	mov	r7, #1
	svc	#0
	.thumb
	.type	thumb, %%function
thumb:	push	{r4, lr}
	args
	bl	toarm
	expect	10, 5
	args
	bl	tothumb
	expect	11, 6
	args
	blx	indirect2
	expect	10, 7
	args
	blx	indirect2
	expect	10, 8
	ldr	r1, =data		@ the resolver is asked once
	ldr	r0, [r1]
	ldr	r1, =funthumb
	subs	r0, r0, r1
	expect	0, 9
	ldr	r1, =calls
	ldr	r0, [r1]
	expect	2, 10
	pop	{r4, pc}
	.ltorg
	.arm
	.type	funarm, %%function
funarm:	add	r0, r0, r1
	add	r0, r0, r2
	add	r0, r0, r3
	bx	lr
	.thumb
	.type	funthumb, %%function
funthumb:
	adds	r0, r0, r1
	adds	r0, r0, r2
	adds	r0, r0, r3
	adds	r0, #1
	bx	lr
	.type	resolve, %%function
resolve:			@ (0) what the processor can do
	ldr	r3, =calls
	ldr	r1, [r3]
	adds	r1, #1
	str	r1, [r3]
	movs	r1, #0
	movs	r2, #0
	cmp	r0, #0
	bne	1f
	ldr	r0, =funthumb
1:	bx	lr
	.ltorg
	.arm
	.type	resolve2, %%function
resolve2:
	ldr	r3, =calls
	ldr	r1, [r3]
	add	r1, r1, #1
	str	r1, [r3]
	cmp	r0, #0
	ldreq	r0, =funarm
	bx	lr
	.ltorg
	.section .made,"ax",%%progbits
	.arm
	.type	toarm, %%object
toarm:	.byte	%s
	.type	tothumb, %%object
tothumb:	.byte	%s
	.balign	16
shared:	.byte	%s
	.type	indirect, %%function
indirect:	.byte	%s
	.type	indirect2, %%function
indirect2:	.byte	%s
	.data
data:	.word	shared, resolve
data2:	.word	shared, resolve2
calls:	.word	0
`

// TestExecute runs stubs and indirect functions on an emulated processor.
func TestExecute(t *testing.T) {
	citest.Need(t, "llvm-mc-14", "ld.lld", "qemu-arm")
	arch := arm.ELF.Arch
	text := func(size uint64, write func(b []byte) bool) string {
		b := make([]byte, size)
		if !write(b) {
			t.Fatal("not written")
		}
		var s []string
		for _, c := range b {
			s = append(s, fmt.Sprint(c))
		}
		return strings.Join(s, ",")
	}
	dir := t.TempDir()
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	// Once to find out where everything is, then with the addresses.
	addr := map[string]uint64{}
	for range 2 {
		source := fmt.Sprintf(program,
			text(arch.StubSize, func(b []byte) bool { return arch.WriteStub(b, bin.Order{}, addr["toarm"], addr["funarm"]) }),
			text(arch.StubSize, func(b []byte) bool { return arch.WriteStub(b, bin.Order{}, addr["tothumb"], addr["funthumb"]) }),
			text(arch.IFuncThunk, func(b []byte) bool { return arch.WriteIFunc(b, bin.Order{}, true, addr["shared"], 0) }),
			text(arch.IFuncSize, func(b []byte) bool { return arch.WriteIFunc(b, bin.Order{}, false, addr["indirect"], addr["data"]) }),
			text(arch.IFuncSize, func(b []byte) bool { return arch.WriteIFunc(b, bin.Order{}, false, addr["indirect2"], addr["data2"]) }))
		if err := os.WriteFile(filepath.Join(dir, "p.s"), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		run("llvm-mc-14", "-triple=armv7-linux-gnueabi", "-filetype=obj", "-o", "p.o", "p.s")
		run("ld.lld", "-m", "armelf_linux_eabi", "-o", "p", "p.o")
		for name, value := range symbolsOf(t, filepath.Join(dir, "p")) {
			addr[name] = value
		}
	}
	run("qemu-arm", "./p")
}
