//go:build linux

package host

import (
	"debug/elf"
	"encoding/binary"
	"runtime"
)

// The dynamic linker gives room in the static block of every thread only to shared
// objects, so each arena (see tls.go) is one: a file of one readable and writable
// segment that holds headers, a dynamic section, two relocations with a word each,
// and the template of the thread-locals.

// tlsMachine is what such a file says of its processor.
type tlsMachine struct {
	machine elf.Machine
	flags   uint32
	wide    bool   // 64-bit file, relocations with addends
	tpoff   uint32 // type of the relocation that asks for the block's offset from the thread pointer
	dtpmod  uint32 // type of the relocation that asks for the module's number
	self    bool   // the word at the thread pointer is the thread pointer (psABI, "TLS variant II")
	dtv     uint64 // what __tls_get_addr adds to an offset, as the psABI's relocations subtract it
	bias    uint64 // how far the thread pointer is behind the start of the static block
	order   binary.AppendByteOrder
}

// tlsMachines has the processors for which such files can be written, by GOARCH.
var tlsMachines = map[string]tlsMachine{
	"amd64": {elf.EM_X86_64, 0, true, uint32(elf.R_X86_64_TPOFF64), uint32(elf.R_X86_64_DTPMOD64), true, 0, 0, binary.LittleEndian},
	"386":   {elf.EM_386, 0, false, uint32(elf.R_386_TLS_TPOFF), uint32(elf.R_386_TLS_DTPMOD32), true, 0, 0, binary.LittleEndian},
	"arm64": {elf.EM_AARCH64, 0, true, uint32(elf.R_AARCH64_TLS_TPREL64), uint32(elf.R_AARCH64_TLS_DTPMOD64), false, 0, 0, binary.LittleEndian},
	"arm":   {elf.EM_ARM, 0x05000000, false, uint32(elf.R_ARM_TLS_TPOFF32), uint32(elf.R_ARM_TLS_DTPMOD32), false, 0, 0, binary.LittleEndian},
	// EF_RISCV_FLOAT_ABI_DOUBLE
	"riscv64": {elf.EM_RISCV, 4, true, uint32(elf.R_RISCV_TLS_TPREL64), uint32(elf.R_RISCV_TLS_DTPMOD64), false, 0x800, 0, binary.LittleEndian},
	// 2: ABI version 2
	"ppc64le": {elf.EM_PPC64, 2, true, uint32(elf.R_PPC64_TPREL64), uint32(elf.R_PPC64_DTPMOD64), false, 0x8000, 0x7000, binary.LittleEndian},
	"s390x":   {elf.EM_S390, 0, true, uint32(elf.R_390_TLS_TPOFF), uint32(elf.R_390_TLS_DTPMOD), true, 0, 0, binary.BigEndian},
}

// hostTLS is the processor that this program runs on.
var hostTLS = tlsMachines[runtime.GOARCH]

// tlsFile is a shared object with room for thread-locals.
type tlsFile struct {
	bytes    []byte
	tpoff    uint64 // where the block's offset from the thread pointer gets written
	module   uint64 // where the module's number gets written
	template uint64 // where the initial values are
}

// file writes a shared object whose block is of size bytes, all zero, and aligned to
// align, a power of two. Offsets in the file are addresses from its base.
func (m tlsMachine) file(size, align uint64) tlsFile { return m.write(size, align, "", "", false) }

// dynamic is file for a block that need not be in the static one: tpoff is not written, and no template is copied.
func (m tlsMachine) dynamic(size, align uint64) tlsFile { return m.write(size, align, "", "", true) }

// wanting writes a shared object without a block that looks for a library's thread-local in the static block. The words are for that.
func (m tlsMachine) wanting(library, name string) tlsFile { return m.write(0, 1, library, name, false) }

// write writes a shared object that has the two words filled in for its own block, or for a library's thread-local.
func (m tlsMachine) write(size, align uint64, library, name string, dynamic bool) tlsFile {
	w := m.writer()
	ehdr, phdr := m.headers()
	sym, rel, symbolBit := m.symbolSize(), uint64(8), 8
	if m.wide {
		rel, symbolBit = 24, 32
	}
	const segments, dynamics = 4, 10
	texts := "\x00"
	count, symbol, first, block := uint64(1), uint64(0), elf.DT_NULL, elf.PT_TLS
	if name != "" {
		texts += library + "\x00" + name + "\x00"
		count, symbol, first, block = 2, 1<<symbolBit, elf.DT_NEEDED, elf.PT_NULL
	}
	tags := ehdr + segments*phdr
	symbols := tags + dynamics*2*w.word
	relocs := symbols + count*sym
	words := relocs + 2*rel
	names := words + 2*w.word
	file, asked, flags := size, [...]uint32{m.tpoff, m.dtpmod}, [2]uint64{uint64(elf.DT_FLAGS), uint64(elf.DF_STATIC_TLS)}
	if dynamic {
		file, asked[0] = 0, m.dtpmod // the number twice
		flags = [2]uint64{uint64(elf.DT_HASH), names + 8}
		texts = string(append(binary.NativeEndian.AppendUint64(make([]byte, 8), 1|1<<32), 0, 0, 0, 0, 0, 0, 0, 0)) // a hash table of one name, the null symbol's: musl takes for granted that there is one
	}
	f := tlsFile{tpoff: words, module: words + w.word}
	f.template = (names + uint64(len(texts)) + align - 1) &^ (align - 1)
	end := f.template + file

	w.header(ehdr, phdr, segments)
	w.segment(elf.PT_LOAD, 0, end, segmentAlign)
	w.segment(elf.PT_DYNAMIC, tags, dynamics*2*w.word, w.word)
	w.part(block, f.template, file, size, align)
	w.segment(elf.PT_GNU_STACK, 0, 0, 0) // or the dynamic linker makes all stacks executable
	relTag, relSize, relEnt := elf.DT_REL, elf.DT_RELSZ, elf.DT_RELENT
	if m.wide {
		relTag, relSize, relEnt = elf.DT_RELA, elf.DT_RELASZ, elf.DT_RELAENT
	}
	for _, d := range [dynamics]struct {
		tag elf.DynTag
		val uint64
	}{
		{elf.DT_SYMTAB, symbols}, {elf.DT_SYMENT, sym}, {elf.DT_STRTAB, names}, {elf.DT_STRSZ, uint64(len(texts))},
		{relTag, relocs}, {relSize, 2 * rel}, {relEnt, rel},
		{elf.DynTag(flags[0]), flags[1]}, {first, uint64(count - 1)}, {elf.DT_NULL, 0},
	} {
		w.words(uint64(d.tag), d.val)
	}
	w.pad(symbols + sym) // the null symbol
	if name != "" {
		w.symbol(uint32(2+len(library)), elf.STT_TLS, elf.SHN_UNDEF, 0, 0)
	}
	// Symbol 0 is the module itself.
	for i, typ := range asked {
		w.words(words+uint64(i)*w.word, symbol|uint64(typ))
		if m.wide {
			w.words(0)
		}
	}
	w.pad(names)
	w.b = append(w.b, texts...)
	w.pad(end)
	f.bytes = w.b
	return f
}
