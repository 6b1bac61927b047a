//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"cmp"
	"debug/elf"
	"iter"
	"os"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// library is one ELF image of the process, with what its PT_DYNAMIC says of its
// symbols (System V gABI, chapter 5, "Dynamic Section").
type library struct {
	name    string  // path, as the dynamic linker has it
	base    uintptr // what is added to addresses of the file
	lo, hi  uintptr // the range its segments span
	dynamic uintptr
	relro   [2]uintptr // what is read-only once it is relocated (PT_GNU_RELRO), to the byte
	threads uintptr    // number of the module of its thread-locals, 0: it has none
	block   uint64     // bytes that each thread has for them

	symtab, strtab, strsz uintptr
	gnuHash, hash         uintptr
	soname                uintptr // offset in strtab, 0: it has none
	build                 []byte  // NT_GNU_BUILD_ID, nil: it has none
}

// images is what is loaded at one time.
type images struct {
	gen    [2]uint64  // generation: what the dynamic linker has ever loaded and unloaded
	order  []*library // as they are searched
	byAddr []*library
}

// imageList keeps the last list taken.
var imageList struct {
	mu   sync.Mutex
	gen  [2]uint64 // filled by C
	last *images
	next *images // being made
}

// phdrInfo is the front of struct dl_phdr_info (link.h).
type phdrInfo struct {
	addr, name, phdr uintptr
	phnum            uint16
	adds, subs       uint64
	tlsModule        uintptr
}

// loadedImages lists the images of the process. The list is read anew only when
// something was opened or closed since.
func (c *libc) loadedImages() *images {
	l := &imageList
	l.mu.Lock()
	defer l.mu.Unlock()
	c.dlIteratePhdr(generationPC, unsafe.Pointer(&l.gen))
	if l.last != nil && l.last.gen == l.gen {
		return l.last
	}
	l.next = new(images)
	c.dlIteratePhdr(c.imageCallback, nil)
	l.next.byAddr = slices.Clone(l.next.order)
	slices.SortFunc(l.next.byAddr, func(a, b *library) int { return cmp.Compare(a.lo, b.lo) })
	l.last, l.next = l.next, nil
	return l.last
}

// pairCall is what C reads that makes two calls, of dl_iterate_phdr and of another function with one argument.
type pairCall struct{ iterate, callback, data, f, arg uintptr }

// stillLoaded calls a function of C, and reports whether nothing was opened or closed since a list was made. Where that cannot be
// one call of C, nothing is called.
func (c *libc) stillLoaded(im *images, p *pairCall, f, arg uintptr) (same, called bool) {
	l := &imageList
	l.mu.Lock()
	defer l.mu.Unlock()
	if im == nil || l.last != im {
		return false, false
	}
	*p = pairCall{c.iterate, generationPC, uintptr(unsafe.Pointer(&l.gen)), f, arg}
	if !callPair(p) {
		return false, false
	}
	return im.gen == l.gen, true
}

// imageCallback is told of one image, with the dynamic linker's lock held, so that
// all of a walk are of one generation.
func imageCallback(info, size, _ uintptr) uintptr {
	runtime.LockOSThread() // as atexit
	defer runtime.UnlockOSThread()
	l := &imageList
	in := peek[phdrInfo](info)
	l.next.gen = [2]uint64{in.adds, in.subs}
	lib := &library{name: goString(in.name, 4096), base: in.addr, lo: ^uintptr(0), threads: in.tlsModule}
	progs := foreign[elfProg](in.phdr, int(in.phnum))
	for _, p := range progs {
		start := in.addr + uintptr(p.Vaddr)
		switch elf.ProgType(p.Type) {
		case elf.PT_LOAD:
			if p.Align == 0 { // of segments.go
				continue
			}
			lib.lo, lib.hi = min(lib.lo, start), max(lib.hi, start+uintptr(p.Memsz))
		case elf.PT_DYNAMIC:
			lib.dynamic = start
		case elf.PT_TLS:
			lib.block = uint64(p.Memsz)
		case elf.PT_GNU_RELRO:
			lib.relro = [2]uintptr{start, start + uintptr(p.Memsz)}
		}
	}
	lib.build = buildID(in.addr, progs)
	if lib.readDynamic() {
		l.next.order = append(l.next.order, lib)
	}
	return 0
}

// readDynamic finds the symbol table. It reports whether there is one.
func (l *library) readDynamic() bool {
	for tag, v := range l.tags() {
		switch tag {
		case elf.DT_SYMTAB:
			l.symtab = l.address(v)
		case elf.DT_STRTAB:
			l.strtab = l.address(v)
		case elf.DT_SONAME:
			l.soname = v
		case elf.DT_STRSZ:
			l.strsz = v
		case elf.DT_GNU_HASH:
			l.gnuHash = l.address(v)
		case elf.DT_HASH:
			l.hash = l.address(v)
		}
	}
	return l.symtab != 0 && l.strtab != 0 && (l.gnuHash != 0 || l.hash != 0)
}

// tags are the entries of PT_DYNAMIC before DT_NULL, with their values.
func (l *library) tags() iter.Seq2[elf.DynTag, uintptr] {
	return func(yield func(elf.DynTag, uintptr) bool) {
		for at := l.dynamic; at != 0; at += unsafe.Sizeof(elfDyn{}) {
			d := peek[elfDyn](at)
			if tag := elf.DynTag(d.Tag); tag == elf.DT_NULL || !yield(tag, uintptr(d.Val)) {
				return
			}
		}
	}
}

// address is that of a tag's value where it is one of the tables' that the dynamic linker reads: it has added the base in place, except where
// the section is read-only (the vdso).
func (l *library) address(v uintptr) uintptr {
	if v < l.base {
		v += l.base
	}
	return v
}

// at returns the image that addr is in.
func (im *images) at(addr uintptr) *library {
	i, found := slices.BinarySearchFunc(im.byAddr, addr, func(l *library, a uintptr) int { return cmp.Compare(l.lo, a) })
	if !found {
		i--
	}
	if i < 0 || addr >= im.byAddr[i].hi {
		return nil
	}
	return im.byAddr[i]
}

// origin is rtdyld.Config.Origin: the path of the library that an address is in, as the dynamic
// linker has it, or of the program; "" for memory of neither, as that of crossings.
func (c *libc) origin(_ string, addr uint64) string {
	l := c.loadedImages().at(uintptr(addr))
	switch {
	case l == nil || uint64(uintptr(addr)) != addr:
		return ""
	case l.name != "":
		return l.name
	}
	program, _ := os.Executable() // the dynamic linker has no name for it
	return program
}

// describe says what name, which dlsym found at addr, is.
func (im *images) describe(name string, addr uintptr) rtdyld.Symbol {
	s := rtdyld.Symbol{Addr: uint64(addr), Found: true}
	// Nearly always: the image that holds the address has the name.
	l := im.at(addr)
	if l != nil {
		if e, ok := l.lookup(name, addr); ok {
			return e.symbol(s)
		}
	}
	// Thread-locals and absolute values lie in no image, and an indirect function
	// may choose one in another (libc's time is in the vdso): the first image that
	// has the name decides, as it did for dlsym.
	for _, o := range im.order {
		if o != l {
			if e, ok := o.lookup(name, addr); ok {
				return e.symbol(s)
			}
		}
	}
	return s
}

// entry is a symbol table entry that may be the definition looked for.
type entry struct{ elfSym }

// symbol fills in what the entry says.
func (e entry) symbol(s rtdyld.Symbol) rtdyld.Symbol {
	s.Size = uint64(e.Size)
	switch typ := elf.ST_TYPE(e.Info); {
	case typ == elf.STT_TLS:
		s.Kind, s.Addr = rtdyld.TLS, 0
	case elf.SectionIndex(e.Shndx) == elf.SHN_ABS:
		s.Kind = rtdyld.Abs
	case typ == elf.STT_FUNC:
		s.Kind = rtdyld.Func
	case typ == elf.STT_GNU_IFUNC:
		s.Kind, s.Size = rtdyld.Func, 0 // the size is the chooser's
	case typ == elf.STT_OBJECT || typ == elf.STT_COMMON:
		s.Kind = rtdyld.Data
	}
	return s
}

// lookup finds the entry of name that dlsym's addr may come from. One name has
// several entries where it has several versions: the right one has the address;
// where the value is no address any will do, since versions are of one kind.
func (l *library) lookup(name string, addr uintptr) (e entry, ok bool) {
	l.each(name, func(s elfSym) bool {
		typ := elf.ST_TYPE(s.Info)
		switch {
		case typ == elf.STT_TLS || typ == elf.STT_GNU_IFUNC:
			ok = s.Shndx != 0
		case elf.SectionIndex(s.Shndx) == elf.SHN_ABS:
			ok = uintptr(s.Value) == addr
		default:
			ok = s.Value != 0 && l.base+uintptr(s.Value) == addr
		}
		e = entry{s}
		return !ok
	})
	return e, ok
}

// threadLocal finds the library whose thread-local of this name the calling thread has at
// addr, and its offset in the module's block. at tells where a thread has an offset of a
// module.
func (im *images) threadLocal(name string, addr uintptr, at func(module, offset uintptr) uintptr) (module, offset uintptr, ok bool) {
	for _, l := range im.order {
		if l.threads == 0 {
			continue
		}
		l.each(name, func(s elfSym) bool {
			if elf.ST_TYPE(s.Info) == elf.STT_TLS && s.Shndx != 0 && at(l.threads, uintptr(s.Value)) == addr {
				module, offset, ok = l.threads, uintptr(s.Value), true
			}
			return !ok
		})
		if ok {
			break
		}
	}
	return module, offset, ok
}

// function returns the address of a function that the image defines, 0 if it does
// not.
func (l *library) function(name string) (addr uintptr) {
	l.each(name, func(s elfSym) bool {
		if s.Shndx != 0 && elf.ST_TYPE(s.Info) == elf.STT_FUNC {
			addr = uintptr(s.Value)
			if elf.SectionIndex(s.Shndx) != elf.SHN_ABS { // as names are that this package exports
				addr += l.base
			}
		}
		return addr == 0
	})
	return addr
}

// pin has the image stay in the process, however often it is closed.
func (l *library) pin() error {
	if l.name == "" { // the program
		return nil
	}
	const noLoad, noDelete = 0x4, 0x1000 // <bits/dlfcn.h>
	if _, err := dlopen(l.name, purego.RTLD_NOW|noLoad|noDelete); err != nil {
		return &LibraryError{l.name, err}
	}
	return nil
}

// each calls f for the entries of name until it returns false, by whichever hash
// table the image has.
func (l *library) each(name string, f func(s elfSym) bool) {
	if l.gnuHash != 0 {
		l.eachGNU(name, f)
		return
	}
	n := peek[[2]hashWord](l.hash) // buckets, symbols
	if n[0] == 0 {
		return
	}
	buckets := foreign[hashWord](l.hash+2*hashBytes, int(n[0]))
	chains := foreign[hashWord](l.hash+2*hashBytes+uintptr(n[0])*hashBytes, int(n[1]))
	// A chain without end would be a fault of the library; n[1] steps are enough.
	i := buckets[hashWord(sysvHash(name))%n[0]]
	for steps := n[1]; i != 0 && i < n[1] && steps > 0; steps-- {
		if s := l.symbol(uint32(i)); l.named(s, name) && !f(s) {
			return
		}
		i = chains[i]
	}
}

// eachGNU walks a DT_GNU_HASH table: header, bloom filter, buckets, and for each
// symbol from the first hashed one its hash, the lowest bit of the last of a
// bucket set.
func (l *library) eachGNU(name string, f func(s elfSym) bool) {
	h := peek[struct{ buckets, first, bloom, shift uint32 }](l.gnuHash)
	if h.buckets == 0 || h.bloom == 0 {
		return
	}
	hash := gnuHash(name)
	at := l.gnuHash + 16
	word := peek[uintptr](at + uintptr(hash/wordBits%h.bloom)*wordBytes)
	if word>>(hash%wordBits)&(word>>(hash>>h.shift%wordBits))&1 == 0 {
		return
	}
	at += uintptr(h.bloom) * wordBytes
	i := peek[uint32](at + uintptr(hash%h.buckets)*4)
	if i < h.first {
		return
	}
	at += uintptr(h.buckets) * 4
	for ; ; i++ {
		c := peek[uint32](at + uintptr(i-h.first)*4)
		if (c^hash)>>1 == 0 {
			if s := l.symbol(i); l.named(s, name) && !f(s) {
				return
			}
		}
		if c&1 != 0 {
			return
		}
	}
}

func (l *library) symbol(i uint32) elfSym {
	return peek[elfSym](l.symtab + uintptr(i)*unsafe.Sizeof(elfSym{}))
}

// named reports whether the entry has this name.
func (l *library) named(s elfSym, name string) bool {
	off, n := uintptr(s.Name), uintptr(len(name))
	if off+n+1 > l.strsz {
		return false
	}
	b := foreign[byte](l.strtab+off, len(name)+1)
	return string(b[:n]) == name && b[n] == 0
}

// gnuHash is the hash of DT_GNU_HASH.
func gnuHash(name string) uint32 {
	h := uint32(5381)
	for i := range len(name) {
		h = h*33 + uint32(name[i])
	}
	return h
}

// sysvHash is the hash of DT_HASH (gABI, "Hash Table").
func sysvHash(name string) uint32 {
	h := uint32(0)
	for i := range len(name) {
		h = h<<4 + uint32(name[i])
		g := h & 0xf000_0000
		h = (h ^ g>>24) &^ g
	}
	return h
}
