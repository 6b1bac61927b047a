//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import "debug/elf"

// absolute is a name that stands for an address.
type absolute struct {
	name       string
	addr, size uint64
	typ        elf.SymType
}

// naming writes a shared object that needs libraries and defines names. Entry i+1 of the symbol table, which is at
// symbols from the base, has names[i].
func (m tlsMachine) naming(needed []string, names []absolute) (file []byte, symbols uint64) {
	return m.shared(needed, names, 0)
}

// spare writes a shared object with n program headers of no segment, which are at room from the base.
func (m tlsMachine) spare(n int) (file []byte, room uint64) {
	ehdr, phdr := m.headers()
	file, _ = m.shared(nil, nil, n)
	return file, ehdr + namingSegments*phdr
}

// namingSegments is how many program headers there are before those of no segment.
const namingSegments = 3

func (m tlsMachine) shared(needed []string, names []absolute, spare int) (file []byte, symbols uint64) {
	w := m.writer()
	ehdr, phdr := m.headers()
	sym := m.symbolSize()
	const dynamics = 6
	segments := namingSegments + uint64(spare)
	texts := []byte{0}
	text := func(s string) uint64 {
		at := len(texts)
		texts = append(append(texts, s...), 0)
		return uint64(at)
	}
	var tags []uint64
	for _, n := range needed {
		tags = append(tags, uint64(elf.DT_NEEDED), text(n))
	}
	nameAt := make([]uint32, len(names))
	for i := range names {
		nameAt[i] = uint32(text(names[i].name))
	}
	dynamic := ehdr + segments*phdr
	dynamicSize := (dynamics*2 + uint64(len(tags))) * w.word
	symbols = dynamic + dynamicSize
	count := 1 + uint64(len(names))
	hash := symbols + count*sym
	texted := hash + (2+2*count)*hashBytes
	end := texted + uint64(len(texts))

	w.header(ehdr, phdr, uint16(segments))
	w.segment(elf.PT_LOAD, 0, end, segmentAlign)
	w.segment(elf.PT_DYNAMIC, dynamic, dynamicSize, w.word)
	w.segment(elf.PT_GNU_STACK, 0, 0, 0) // or the dynamic linker makes all stacks executable
	w.pad(dynamic)                       // headers of type 0, PT_NULL
	w.words(tags...)
	w.words(uint64(elf.DT_SYMTAB), symbols, uint64(elf.DT_SYMENT), sym, uint64(elf.DT_STRTAB), texted, uint64(elf.DT_STRSZ), uint64(len(texts)),
		uint64(elf.DT_HASH), hash, uint64(elf.DT_NULL), 0)
	w.pad(symbols + sym) // the null symbol
	for i := range names {
		n := &names[i]
		w.symbol(nameAt[i], n.typ, elf.SHN_ABS, n.addr, n.size)
	}
	w.hash(names, count)
	w.b = append(w.b, texts...)
	return w.b, symbols
}

// hash appends a table of DT_HASH (gABI, "Hash Table") with as many buckets as there are symbols.
func (w *fileWriter) hash(names []absolute, count uint64) {
	table := make([]uint64, 2+2*count)
	table[0], table[1] = count, count
	buckets, chains := table[2:2+count], table[2+count:]
	for i := range names {
		b := uint64(sysvHash(names[i].name)) % count
		chains[i+1], buckets[b] = buckets[b], uint64(i+1)
	}
	for _, v := range table {
		if hashBytes == 8 {
			w.b = w.m.order.AppendUint64(w.b, v)
		} else {
			w.u32(uint32(v))
		}
	}
}
