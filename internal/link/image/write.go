package image

import (
	"crypto/sha256"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// Constants of headers.
const (
	etExec = 2
	etDyn  = 3

	ptLoad        = 1
	ptDynamic     = 2
	ptNote        = 4
	ptGNUEHFrame  = 0x6474e550
	ptGNUStack    = 0x6474e551
	ptGNURelro    = 0x6474e552
	maxSegments   = 12
	pfExec        = 1
	pfWrite       = 2
	pfRead        = 4
	ptTLS         = 7
	dfBindNow     = 8    // DF_BIND_NOW
	dfStaticTLS   = 0x10 // DF_STATIC_TLS
	df1Now        = 1    // DF_1_NOW
	dtNull        = 0
	dtNeeded      = 1
	dtStrtab      = 5
	dtSymtab      = 6
	dtRela        = 7
	dtRelaSize    = 8
	dtRelaEntry   = 9
	dtStrSize     = 10
	dtSymEntry    = 11
	dtSoname      = 14
	dtInitArray   = 25
	dtFiniArray   = 26
	dtInitSize    = 27
	dtFiniSize    = 28
	dtFlags       = 30
	dtRelrSize    = 35
	dtRelr        = 36
	dtRelrEntry   = 37
	dtGNUHash     = 0x6ffffef5
	dtVersym      = 0x6ffffff0
	dtRelaCount   = 0x6ffffff9
	dtFlags1      = 0x6ffffffb
	dtVerneed     = 0x6ffffffe
	dtVerneedNum  = 0x6fffffff
	dynamicOthers = 26 // entries of .dynamic beside DT_NEEDED, and the end
)

// DynamicSize is how many entries .dynamic needs at most, for Sizes.Dynamic.
func DynamicSize(libraries int) int { return dynamicOthers + libraries }

// Write writes the file. Tables has been called with the same f and layout.
func (f *File) Write(w io.Writer) error {
	l := f.Layout
	if err := f.writeFrames(); err != nil {
		return err
	}
	f.writeDynamic()
	for i := range f.sections {
		if s := &f.sections[i]; s.data != nil {
			copy(f.Contents[s.off:], s.data)
		}
	}
	sums, tail := f.digest()
	f.header(l.FileSize + uint64(len(tail)))
	f.digests(tail, sums)
	if !f.Given {
		if _, err := w.Write(f.Contents); err != nil {
			return err
		}
	}
	_, err := w.Write(tail)
	return err
}

// writeFrames writes the unwind table.
func (f *File) writeFrames() error {
	l := f.Layout
	if l.Sizes.Size[Frames] == 0 {
		return nil
	}
	at := l.Off(l.Addr[Frames])
	all, err := frames(f.Contents[at:at+l.Sizes.Size[Frames]], l.Addr[Frames], l.Target.Order)
	if err != nil {
		return err
	}
	return writeIndex(f.Contents[l.Off(l.Index):][:l.indexLength], l.Index, l.Addr[Frames], all, l.Target.Order)
}

// addDynamicNames enters the names that .dynamic has.
func (f *File) addDynamicNames() {
	for i := range f.Libraries {
		f.names.share(f.Libraries[i].Name)
	}
	f.names.share(f.Name)
}

// writeDynamic writes .dynamic.
func (f *File) writeDynamic() {
	l := f.Layout
	b := f.Contents[l.Off(l.Dynamic):][:l.Sizes.Dynamic*dynSize]
	put := func(tag, v uint64) {
		l.Target.Order.PutU64(b, tag)
		l.Target.Order.PutU64(b[8:], v)
		b = b[dynSize:]
	}
	for i := range f.Libraries {
		put(dtNeeded, uint64(f.names.share(f.Libraries[i].Name)))
	}
	if f.Name != "" {
		put(dtSoname, uint64(f.names.share(f.Name)))
	}
	at := func(name string, tag, size uint64) {
		if s := find(f.sections, name); s != nil {
			put(tag, s.addr)
			if size != 0 {
				put(size, s.size)
			}
		}
	}
	at(".gnu.hash", dtGNUHash, 0)
	at(".dynstr", dtStrtab, dtStrSize)
	at(".dynsym", dtSymtab, 0)
	put(dtSymEntry, symbolSize)
	if s := find(f.sections, ".rela.dyn"); s != nil {
		at(".rela.dyn", dtRela, dtRelaSize)
		put(dtRelaEntry, relaSize)
		if n := f.relativeCount(); n > 0 {
			put(dtRelaCount, n)
		}
	}
	if s := find(f.sections, ".relr.dyn"); s != nil {
		at(".relr.dyn", dtRelr, dtRelrSize)
		put(dtRelrEntry, wordSize)
	}
	at(".init_array", dtInitArray, dtInitSize)
	at(".fini_array", dtFiniArray, dtFiniSize)
	at(".gnu.version", dtVersym, 0)
	if s := find(f.sections, ".gnu.version_r"); s != nil {
		put(dtVerneed, s.addr)
		put(dtVerneedNum, uint64(s.info))
	}
	flags := uint64(dfBindNow)
	if slices.ContainsFunc(f.Words, func(w Word) bool { return w.Kind == ThreadOffset }) {
		flags |= dfStaticTLS
	}
	put(dtFlags, flags)
	put(dtFlags1, df1Now)
}

// relativeCount is how many records come first that are R_*_RELATIVE.
func (f *File) relativeCount() (n uint64) {
	for _, w := range f.Words {
		if w.Import < 0 && w.Kind == Address && !f.Fixed && w.Addr%wordSize != 0 {
			n++
		}
	}
	return n
}

// tail is what is not mapped: symbols for people, names of sections, section headers. All offsets in it are known then.
func (f *File) tail() []byte {
	o := f.Layout.Target.Order
	var number [NumGroups]uint32
	for g := range NumGroups {
		if s := find(f.sections, g.String()); s != nil && f.Layout.Sizes.Size[g] > 0 {
			number[g] = s.number
		}
	}
	if s := find(f.sections, ".tbss"); s != nil && number[Template] == 0 {
		number[Template] = s.number
	}
	start := f.Layout.FileSize
	pad := int(-start & 7)
	symbols := symbolSize * (1 + len(f.Listed))
	tail := arena.Make[byte](pad+symbols+1+textSize(f.Listed)+(len(f.sections)+3)*(sectionSize+20), false)
	list := tail[pad : pad+symbolSize : pad+symbols]
	names := table{bytes: tail[pad+symbols : pad+symbols]}
	names.add("")
	locals := uint32(1)
	for i := range f.Listed {
		s := &f.Listed[i]
		if s.Bind == BindLocal {
			locals++
		}
		list = appendSymbol(list, o, names.add(s.Name), s.Bind<<4|s.Type, s.section(number), s.Addr, s.Size)
	}
	n := uint32(len(f.sections))
	add := func(s section) {
		s.off, s.number = start+uint64(len(tail))-s.size, uint32(len(f.sections))
		f.sections = append(f.sections, s)
	}
	tail = tail[:pad+symbols]
	add(section{name: ".symtab", kind: shtSymtab, align: 8, entry: symbolSize, link: n + 1, info: locals, size: uint64(len(list))})
	tail = tail[:pad+symbols+len(names.bytes)]
	add(section{name: ".strtab", kind: shtStrtab, align: 1, size: uint64(len(names.bytes))})
	var text table
	at := make([]uint32, 0, len(f.sections)+1)
	for i := range f.sections {
		at = append(at, text.add(f.sections[i].name))
	}
	at = append(at, text.add(".shstrtab"))
	tail = append(tail, text.bytes...)
	add(section{name: ".shstrtab", kind: shtStrtab, align: 1, size: uint64(len(text.bytes))})
	tail = append(tail, make([]byte, -(start+uint64(len(tail)))&7)...)
	for i := range f.sections {
		s := &f.sections[i]
		tail = appendHeader(tail, o, at[i], s)
	}
	return tail
}

func appendHeader(b []byte, o bin.Order, name uint32, s *section) []byte {
	n := len(b)
	b = append(b, make([]byte, sectionSize)...)
	w := b[n:]
	o.PutU32(w, name)
	o.PutU32(w[4:], s.kind)
	for i, v := range []uint64{s.flags, s.addr, s.off, s.size} {
		o.PutU64(w[8+8*i:], v)
	}
	o.PutU32(w[40:], s.link)
	o.PutU32(w[44:], s.info)
	o.PutU64(w[48:], s.align)
	o.PutU64(w[56:], s.entry)
	return b
}

// header writes the ELF header and the program headers; the section headers are the last bytes of size.
func (f *File) header(size uint64) {
	l := f.Layout
	o := l.Target.Order
	b := f.Contents
	kind := uint16(etDyn)
	if f.Fixed {
		kind = etExec // which loaders map at its addresses alone
	}
	copy(b, "\x7fELF\x02\x01\x01")
	if o.Big {
		b[5] = 2
	}
	o.PutU16(b[16:], kind)
	o.PutU16(b[18:], l.Target.Machine)
	o.PutU32(b[20:], 1)
	o.PutU64(b[32:], headerSize)
	o.PutU64(b[40:], size-sectionSize*uint64(len(f.sections)))
	o.PutU32(b[48:], l.Target.Flags)
	o.PutU16(b[52:], headerSize)
	o.PutU16(b[54:], segmentSize)
	o.PutU16(b[58:], sectionSize)
	o.PutU16(b[60:], uint16(len(f.sections)))
	o.PutU16(b[62:], uint16(len(f.sections)-1))
	n := uint16(0)
	put := func(kind, flags uint32, addr, file, mem, align uint64) {
		w := b[headerSize+segmentSize*int(n):]
		o.PutU32(w, kind)
		o.PutU32(w[4:], flags)
		for i, v := range []uint64{l.Off(addr), addr, addr, file, mem, align} {
			o.PutU64(w[8+8*i:], v)
		}
		n++
	}
	for k, flags := range [NumSegments]uint32{Head: pfRead, Code: pfRead | pfExec, ReadOnly: pfRead, Protect: pfRead | pfWrite, Writable: pfRead | pfWrite} {
		if s := l.Segments[k]; s.Size > 0 {
			put(ptLoad, flags, s.Addr, s.File, s.Size, l.Align)
		}
	}
	put(ptDynamic, pfRead|pfWrite, l.Dynamic, uint64(l.Sizes.Dynamic)*dynSize, uint64(l.Sizes.Dynamic)*dynSize, wordSize)
	first, last := find(f.sections, ".note.gnu.build-id"), find(f.sections, ".note.rtdyld")
	put(ptNote, pfRead, first.addr, last.addr+last.size-first.addr, last.addr+last.size-first.addr, 4)
	if l.Sizes.Threads > 0 {
		put(ptTLS, pfRead, l.Addr[Template], l.Sizes.Size[Template], l.Sizes.Threads, max(l.Sizes.Align[Template], 1))
	}
	if l.Sizes.Size[Frames] > 0 {
		put(ptGNUEHFrame, pfRead, l.Index, l.indexLength, l.indexLength, 4)
	}
	p := l.Segments[Protect]
	put(ptGNURelro, pfRead, p.Addr, p.File, p.Size, 1)
	w := b[headerSize+segmentSize*int(n):]
	o.PutU32(w, ptGNUStack)
	o.PutU32(w[4:], pfRead|pfWrite)
	o.PutU64(w[48:], 16)
	n++
	o.PutU16(b[56:], n)
}

// digest makes the tail, and the digests of all ranges of Contents but the first. Both take time: two goroutines share them, if that is allowed.
func (f *File) digest() (sums [][sha256.Size]byte, tail []byte) {
	l := f.Layout
	starts := l.ranges()
	sums = make([][sha256.Size]byte, len(starts))
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1))
			if i >= len(starts)-1 {
				return
			}
			sums[i] = sha256.Sum256(f.Contents[starts[i]:starts[i+1]])
		}
	}
	if !f.Parallel {
		tail = f.tail()
		work()
		return sums, tail
	}
	var wg sync.WaitGroup
	wg.Go(work)
	tail = f.tail()
	work()
	wg.Wait()
	return sums, tail
}

// digests writes those of all ranges, the first of them last, and the build id, which is a part of that.
func (f *File) digests(tail []byte, sums [][sha256.Size]byte) {
	l := f.Layout
	o := l.Target.Order
	n := find(f.sections, ".note.rtdyld")
	starts := l.ranges()
	table := f.Contents[n.off+12+8+NoteTables:] // behind the note's header and name
	end := l.FileSize + uint64(len(tail))
	sums[len(starts)-1] = sha256.Sum256(tail)
	for i, at := range starts {
		to := end
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		o.PutU64(table[RangeSize*i:], at)
		o.PutU64(table[RangeSize*i+8:], to-at)
		copy(table[RangeSize*i+16:], sums[i][:])
	}
	sum := sha256.Sum256(f.Contents[:starts[1]])
	copy(table[16:], sum[:])
	copy(f.Contents[find(f.sections, ".note.gnu.build-id").off+16:], sum[:buildIDSize])
}
