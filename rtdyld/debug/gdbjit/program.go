//go:build linux

package gdbjit

import (
	"debug/elf"
	"os"
	"strings"
)

// supported says that there is an interface here.
const supported = true

// symbolTable reports whether the program's symbol table names the interface. It reads
// the names alone: a symbol table has a record for each of them.
func symbolTable() (bool, error) {
	f, err := os.Open("/proc/self/exe")
	if err != nil {
		return false, err
	}
	defer f.Close()
	e, err := elf.NewFile(f)
	if err != nil {
		return false, err
	}
	for _, name := range [...]string{".strtab", ".dynstr"} {
		s := e.Section(name)
		if s == nil {
			continue
		}
		names, err := s.Data()
		if err != nil {
			return false, err
		}
		if strings.Contains(string(names), "\x00__jit_debug_register_code\x00") {
			return true, nil
		}
	}
	return false, nil
}
