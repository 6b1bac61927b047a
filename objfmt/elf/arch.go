package elf

import "github.com/go-rtdyld/rtdyld/triple"

// arch maps e_machine, class and byte order to an instruction set.
func arch(machine uint32, is64, big bool, flags uint32) triple.Arch {
	switch machine {
	case emX86_64:
		return triple.X86_64
	}
	return triple.UnknownArch
}
