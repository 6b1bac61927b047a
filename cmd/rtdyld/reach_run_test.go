package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestReachRun: programs whose sections lie further apart than branches reach run. Each call adds to the exit status.
func TestReachRun(t *testing.T) {
	for _, c := range []struct {
		name, emulator string
		mc             []string
		is64           bool
		machine        elf.Machine
		source         string
		at             map[string]uint64
		stubs          int // at least
		status         int
	}{
		{
			name: "arm64", emulator: "qemu-aarch64", mc: []string{"-triple=aarch64-linux-gnu"}, is64: true, machine: elf.EM_AARCH64,
			source: `
	.section .text.start,"ax"
	.globl _start
_start:	mov	x0, #0
	bl	one
	bl	two
	bl	one
	adrp	x1, :got:two
	ldr	x1, [x1, :got_lo12:two]
	blr	x1
	bl	.text.two+8
	mov	x8, #93
	svc	#0
	.section .text.one,"ax"
	.globl one
	.type one, %function
one:	add	x0, x0, #1
	b	three
	.section .text.two,"ax"
	.globl two
	.type two, %function
two:	add	x0, x0, #10
	b	three
	add	x0, x0, #30
	ret
	.section .text.three,"ax"
	.globl three
	.type three, %function
three:	add	x0, x0, #2
	ret
`,
			at:     map[string]uint64{".text.start": 0x40_0000, ".text.one": 0x2000_0000, ".text.two": 0xc000_0000, ".text.three": 0x40_0000 + 1<<27 - 64},
			status: 1 + 10 + 1 + 10 + 4*2 + 30,
		},
		{
			name: "arm", emulator: "qemu-arm", mc: []string{"-triple=armv7-linux-gnueabihf"}, machine: elf.EM_ARM,
			source: `
	.syntax unified
	.section .text.start,"ax"
	.globl _start
	.arm
_start:	mov	r0, #0
	bl	one
	bl	two
	cmp	r0, r0
	bleq	one
	mov	r7, #1
	svc	#0
	.section .text.one,"ax"
	.globl one
	.thumb
	.thumb_func
	.type one, %function
one:	adds	r0, #1
	b.w	three
	.section .text.two,"ax"
	.globl two
	.arm
	.type two, %function
two:	add	r0, r0, #10
	b	one
	.section .text.three,"ax"
	.globl three
	.arm
	.type three, %function
three:	add	r0, r0, #2
	bx	lr
`,
			at:     map[string]uint64{".text.start": 0x40_0000, ".text.one": 0x2000_0000, ".text.two": 0x40_0000 + 1<<25 - 64, ".text.three": 0x1e00_0000},
			status: 3*(1+2) + 10,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			citest.Need(t, "llvm-mc-14", c.emulator)
			r := newReachRig(t, &reachTarget{mc: c.mc, objects: []string{c.source}})
			l := &reachLayout{}
			for id := range r.imgs[0].Sections {
				s, name := &r.imgs[0].Sections[id], r.imgs[0].SectionName(objfmt.SectionID(id))
				if at, ok := c.at[name]; ok {
					l.sections = append(l.sections, reachSection{0, objfmt.SectionID(id), s.Number, name, s.Size, s.Alignment(), at})
				}
			}
			m, err := r.ours(t, l)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(m) - len(c.at); n < 2 {
				t.Errorf("stubs are in %d places", n)
			}
			program := filepath.Join(r.dir, "program")
			if err := os.WriteFile(program, executable(m, c.at[".text.start"], c.is64, c.machine), 0o777); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(c.emulator, program).CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.status {
				t.Errorf("it ends with %v, want status %d\n%s", err, c.status, out)
			}
		})
	}
}

// executable is a static program of parts that are read and executed, a page or more apart or in one page.
func executable(m memory, entry uint64, is64 bool, machine elf.Machine) []byte {
	const page = 0x1000
	type span struct {
		addr uint64
		data []byte
	}
	var spans []span // whole pages
	for _, p := range m {
		first := p.addr &^ (page - 1)
		if n := len(spans); n == 0 || spans[n-1].addr+uint64(len(spans[n-1].data)) <= first {
			spans = append(spans, span{addr: first})
		}
		s := &spans[len(spans)-1]
		end := (p.addr + uint64(len(p.data)) + page - 1) &^ (page - 1)
		s.data = append(s.data, make([]byte, max(end-s.addr, uint64(len(s.data)))-uint64(len(s.data)))...)
		copy(s.data[p.addr-s.addr:], p.data)
	}
	var b bytes.Buffer
	ident := [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS32), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)}
	flags := uint32(elf.PF_R | elf.PF_X)
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	if is64 {
		ident[elf.EI_CLASS] = byte(elf.ELFCLASS64)
		put(elf.Header64{Ident: ident, Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: 1, Entry: entry, Phoff: 64, Ehsize: 64, Phentsize: 56, Phnum: uint16(len(spans))})
	} else {
		put(elf.Header32{Ident: ident, Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: 1, Entry: uint32(entry), Phoff: 52, Flags: 0x05000000, Ehsize: 52, Phentsize: 32, Phnum: uint16(len(spans))})
	}
	off := uint64(page)
	for _, s := range spans {
		n := uint64(len(s.data))
		if is64 {
			put(elf.Prog64{Type: uint32(elf.PT_LOAD), Flags: flags, Off: off, Vaddr: s.addr, Paddr: s.addr, Filesz: n, Memsz: n, Align: page})
		} else {
			put(elf.Prog32{Type: uint32(elf.PT_LOAD), Flags: flags, Off: uint32(off), Vaddr: uint32(s.addr), Paddr: uint32(s.addr), Filesz: uint32(n), Memsz: uint32(n), Align: page})
		}
		off += n
	}
	b.Write(make([]byte, page-b.Len()))
	for _, s := range spans {
		b.Write(s.data)
	}
	return b.Bytes()
}
