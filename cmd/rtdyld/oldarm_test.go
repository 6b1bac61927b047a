package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// oldARM are processors before Thumb-2, as QEMU and assemblers call them, and whether they have Thumb.
var oldARM = []struct {
	cpu, arch string
	thumb     bool
}{
	{"sa1110", "armv4", false},
	{"ti925t", "armv4t", true},
	{"arm926", "armv5te", true},
	{"arm1136", "armv6", true},
	{"arm1176", "armv6kz", true},
	{"arm11mpcore", "armv6k", true},
}

// oldStart calls functions of another object, whose instruction set is that of the assembler or the other one. Each adds to the exit status.
const oldStart = `
	.syntax unified
	.arch %s
	.section .text.start,"ax"
	.globl _start
	.type _start, %%function
	.arm
_start:	mov	r0, #0
	bl	one
	bl	two
	bl	tail
	bl	near
	bl	three
	mov	r7, #1
	swi	#0
	.type tail, %%function
tail:	b	one
	.type back, %%function
	.globl back
back:	add	r0, r0, #8
	ret
	.SET
	.globl near
	.type near, %%function
near:	FUNC(near)
	adds	r0, #100
	ret
`

// oldOther has the other functions.
const oldOther = `
	.syntax unified
	.arch %s
	.section .text.two,"ax"
	.arm
	.globl two
	.type two, %%function
two:	add	r0, r0, #2
	ret
	.section .text.one,"ax"
	.SET
	.globl one
	.type one, %%function
one:	adds	r0, #1
	ret
	.globl three
	.type three, %%function
three:	push	{r4, lr}
	bl	back
	bl	one
	bl	two
	pop	{r4}
	pop	{r1}
	RETURN
`

// TestOldARM: programs for processors that have no BLX, and whose Thumb branches reach 4 MiB, run on them: with all sections close together, and with sections further apart than branches reach.
func TestOldARM(t *testing.T) {
	citest.Need(t, "llvm-mc-14", "qemu-arm")
	for _, c := range oldARM {
		for _, far := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s far=%v", c.arch, far), func(t *testing.T) {
				write := strings.NewReplacer(".SET", ".thumb", "FUNC(near)", "", "RETURN", "bx	r1", "	ret", "	bx	lr")
				if !c.thumb {
					write = strings.NewReplacer(".SET", ".arm", "FUNC(near)", "", "RETURN", "mov	pc, r1", "	ret", "	mov	pc, lr")
				}
				target := &reachTarget{mc: []string{"-triple=" + c.arch + "-linux-gnueabi"}}
				for _, text := range []string{oldStart, oldOther} {
					target.objects = append(target.objects, write.Replace(fmt.Sprintf(text, c.arch)))
				}
				r := newReachRig(t, target)
				program := filepath.Join(r.dir, "program")
				m, entry := oldLinked(t, r, far)
				if err := os.WriteFile(program, executable(m, entry, false, elf.EM_ARM), 0o777); err != nil {
					t.Fatal(err)
				}
				out, err := exec.Command("qemu-arm", "-cpu", c.cpu, program).CombinedOutput()
				const status = 1 + 2 + 1 + 100 + 8 + 1 + 2
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != status {
					t.Errorf("it ends with %v, want status %d\n%s", err, status, out)
				}
			})
		}
	}
}

// oldLinked links the objects of a rig and returns what to put where, and where it starts.
func oldLinked(t *testing.T, r *reachRig, far bool) (m memory, entry uint64) {
	t.Helper()
	if !far {
		out := filepath.Join(r.dir, "ours")
		if err := link(t.Context(), []string{filepath.Join(r.dir, r.files[0]), filepath.Join(r.dir, r.files[1])}, linkOptions{out: out, defs: definitions{}}, io.Discard); err != nil {
			t.Fatal(err)
		}
		m, at := readOutput(t, out)
		return m, at[".text.start"]
	}
	l := &reachLayout{}
	at := map[string]uint64{".text.start": 0x40_0000, ".text.one": 0x40_0000 + 1<<22 + 1<<16, ".text.two": 0x1000_0000}
	for f, img := range r.imgs {
		for id := range img.Sections {
			s, name := &img.Sections[id], img.SectionName(objfmt.SectionID(id))
			if at, ok := at[name]; ok {
				l.sections = append(l.sections, reachSection{f, objfmt.SectionID(id), s.Number, name, s.Size, s.Alignment(), at})
			}
		}
	}
	m, err := r.ours(t, l)
	if err != nil {
		t.Fatal(err)
	}
	return m, at[".text.start"]
}
