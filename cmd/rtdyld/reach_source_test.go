package main

import (
	"fmt"
	"strings"
)

// reachTargets are the processors of TestReach.
var reachTargets = []reachTarget{
	{
		name: "arm64", emulation: "aarch64linux", mc: []string{"-triple=aarch64-linux-gnu"}, is64: true,
		distances: []uint64{1 << 20, 1 << 26, 1 << 27, 1 << 27, 1 << 28, 1 << 31, 1 << 32, 1 << 33},
		objects:   reachSources(3, 3, reachA64),
		forms:     map[string]form{"R_AARCH64_CALL26": a64Jump, "R_AARCH64_JUMP26": a64Jump},
		slots:     map[string]form{"R_AARCH64_ADR_GOT_PAGE": pageSlot},
		externals: []string{"ext0", "ext1", "ext2"},
		least:     30,
	},
	{
		name: "arm", emulation: "armelf_linux_eabi", mc: []string{"-triple=armv7-linux-gnueabihf"},
		distances: []uint64{1 << 20, 1 << 23, 1 << 24, 1 << 24, 1 << 25, 1 << 25, 1 << 26, 1 << 29},
		objects:   reachSources(3, 3, reachA32),
		forms: map[string]form{
			"R_ARM_CALL": armJump, "R_ARM_JUMP24": armJump, "R_ARM_THM_CALL": thumbJump, "R_ARM_THM_JUMP24": thumbJump,
		},
		externals: []string{"ext0", "ext1", "ext2"},
		least:     30,
	},
	{
		name: "amd64", emulation: "elf_x86_64", mc: []string{"-triple=x86_64-linux-gnu"}, is64: true,
		distances: []uint64{1 << 20, 1 << 24, 1 << 30, 1 << 31, 1 << 31},
		objects:   reachSources(3, 3, reachX64),
		forms:     map[string]form{"R_X86_64_PLT32": x86Jump},
		slots:     map[string]form{"R_X86_64_REX_GOTPCRELX": loadSlot, "R_X86_64_GOTPCREL": loadSlot},
		externals: []string{"ext0", "ext1", "ext2"},
		least:     20,
	},
	{
		name: "riscv64", emulation: "elf64lriscv", mc: []string{"-triple=riscv64-linux-gnu", "-mattr=+m,+a,+f,+d,-relax"}, is64: true,
		distances: []uint64{1 << 20, 1 << 24, 1 << 30, 1 << 31, 1 << 31},
		objects:   reachSources(3, 3, reachRV64),
		forms:     map[string]form{"R_RISCV_CALL_PLT": riscvJump, "R_RISCV_JAL": riscvJump},
		slots:     map[string]form{"R_RISCV_GOT_HI20": pairSlot},
		externals: []string{"ext0", "ext1", "ext2"},
		least:     10,
	},
}

// reachSources are objects of sections, in each a function that calls those of others.
func reachSources(files, sections int, function func(b *strings.Builder, n, all int)) (out []string) {
	all := files * sections
	for f := range files {
		var b strings.Builder
		for s := range sections {
			function(&b, f*sections+s, all)
		}
		out = append(out, b.String())
	}
	out[0] += ".section " + reachAlone + ",\"a\"\n.long 1\n"
	return out
}

// reachAlone is a section that nothing refers to, so that it may lie anywhere.
const reachAlone = ".rodata.alone"

// other is the number of a function that function n of all calls.
func other(n, k, all int) int { return (n + k) % all }

func reachA64(b *strings.Builder, n, all int) {
	fmt.Fprintf(b, ".section .text.s%d,\"ax\",@progbits\n.p2align 2\n.globl f%d\n.type f%[2]d,@function\nf%[2]d:\nnop\n", n, n)
	fmt.Fprintf(b, "l%d: nop\nbl f%d\nbl f%d\ncbz x0, 1f\nbl ext%d\nbl f%[3]d\n", n, other(n, 1, all), other(n, 4, all), n%3)
	fmt.Fprintf(b, "1: adrp x0, :got:ext%d\nldr x0, [x0, :got_lo12:ext%[1]d]\nadrp x1, :got:f%d\nldr x1, [x1, :got_lo12:f%[2]d]\n", n%3, other(n, 2, all))
	if n%3 > 0 {
		fmt.Fprintf(b, "bl .text.s%d+4\n", n-1)
	}
	fmt.Fprintf(b, "b f%d\n", other(n, 5, all))
	if n%4 == 1 {
		b.WriteString(".space 0x3000\n")
	}
}

func reachA32(b *strings.Builder, n, all int) {
	fmt.Fprintf(b, ".syntax unified\n.eabi_attribute 6, 10\n.eabi_attribute 8, 1\n.eabi_attribute 9, 2\n.section .text.s%d,\"ax\",%%progbits\n.globl f%d\n.p2align 2\n", n, n)
	if n%2 == 0 {
		fmt.Fprintf(b, ".arm\n.type f%d,%%function\nf%[1]d: nop\nbl f%d\nbl ext%d\nbl f%d\nblx f%[2]d\nbeq f%d\n", n, other(n, 1, all), n%3, other(n, 2, all), other(n, 4, all))
		fmt.Fprintf(b, "bne f%d\nb f%d\n", other(n, 3, all), other(n, 6, all))
	} else {
		fmt.Fprintf(b, ".thumb\n.thumb_func\n.type f%d,%%function\nf%[1]d: nop\nnop\nbl f%d\nblx f%[2]d\nbl f%d\nb.w f%d\n", n, other(n, 1, all), other(n, 2, all), other(n, 4, all))
		fmt.Fprintf(b, "b.w f%d\n", other(n, 3, all))
	}
	if n%4 == 1 {
		b.WriteString(".space 0x3000\n")
	}
}

func reachX64(b *strings.Builder, n, all int) {
	fmt.Fprintf(b, ".section .text.s%d,\"ax\",@progbits\n.p2align 2\n.globl f%d\n.type f%[2]d,@function\nf%[2]d: nop\nnop\n", n, n)
	fmt.Fprintf(b, "call f%d@PLT\ncall f%d@PLT\nmovq ext%d@GOTPCREL(%%rip), %%rax\nmovq f%d@GOTPCREL(%%rip), %%rax\n", other(n, 1, all), other(n, 4, all), n%3, other(n, 2, all))
	if n%5 == 0 {
		fmt.Fprintf(b, "call ext%d@PLT\n", n%3)
	}
	fmt.Fprintf(b, "jmp f%d@PLT\n", other(n, 5, all))
}

func reachRV64(b *strings.Builder, n, all int) {
	fmt.Fprintf(b, ".section .text.s%d,\"ax\",@progbits\n.p2align 2\n.globl f%d\n.type f%[2]d,@function\nf%[2]d: nop\nnop\n", n, n)
	fmt.Fprintf(b, "call f%d\ncall f%d\n1: auipc a0, %%got_pcrel_hi(ext%d)\nld a0, %%pcrel_lo(1b)(a0)\n", other(n, 1, all), other(n, 4, all), n%3)
	fmt.Fprintf(b, "1: auipc a0, %%got_pcrel_hi(f%d)\nld a0, %%pcrel_lo(1b)(a0)\n", other(n, 2, all))
	if n%5 == 0 {
		fmt.Fprintf(b, "call ext%d\n", n%3)
	}
	fmt.Fprintf(b, "tail f%d\n", other(n, 5, all))
}
