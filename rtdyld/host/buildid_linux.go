//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageLibrary is rtdyld.Config.Library: the build id that a library of the process has in memory, by its DT_SONAME or, without one, the name of its file.
func (c *libc) imageLibrary(name string) (rtdyld.ImageLibrary, bool) {
	for _, l := range c.loadedImages().order {
		if l.is(name) {
			return rtdyld.ImageLibrary{Name: name, BuildID: bytes.Clone(l.build)}, true
		}
	}
	return rtdyld.ImageLibrary{}, false
}

// is reports whether name is the library's own.
func (l *library) is(name string) bool {
	if l.soname == 0 {
		return l.name != "" && filepath.Base(l.name) == name
	}
	return l.named(elfSym{Name: uint32(l.soname)}, name)
}

// buildID copies the NT_GNU_BUILD_ID of an image, by its program headers; nil if none is in memory.
func buildID(base uintptr, progs []elfProg) []byte {
	for i := range progs {
		p := &progs[i]
		if elf.ProgType(p.Type) != elf.PT_NOTE || !isLoaded(p, progs) {
			continue
		}
		if id := gnuBuildID(foreign[byte](base+uintptr(p.Vaddr), int(p.Filesz))); id != nil {
			return bytes.Clone(id)
		}
	}
	return nil
}

// isLoaded reports whether a readable segment has all of the contents of another.
func isLoaded(p *elfProg, progs []elfProg) bool {
	for i := range progs {
		l := &progs[i]
		off := p.Vaddr - l.Vaddr
		if elf.ProgType(l.Type) == elf.PT_LOAD && elf.ProgFlag(l.Flags)&elf.PF_R != 0 && p.Vaddr >= l.Vaddr && off <= l.Filesz && p.Filesz <= l.Filesz-off {
			return true
		}
	}
	return false
}

// gnuBuildID finds the descriptor of NT_GNU_BUILD_ID among notes (gABI, "Note Section"), a view; nil if there is none.
func gnuBuildID(notes []byte) []byte {
	const head, kind = 12, 3
	word := func(at int) uint64 { return uint64(binary.NativeEndian.Uint32(notes[at:])) }
	for len(notes) >= head {
		from := head + (word(0)+3)&^3
		end := from + word(4)
		if end > uint64(len(notes)) {
			return nil
		}
		if word(8) == kind && word(0) == 4 && string(notes[head:head+4]) == "GNU\x00" {
			return notes[from:end]
		}
		notes = notes[min((end+3)&^3, uint64(len(notes))):]
	}
	return nil
}
