package libs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Shared is what a shared library, an ELF file that nobody has loaded, says of what it
// defines. It views the file, so it must be closed. It may be asked concurrently.
type Shared struct {
	Path   string
	Soname string // DT_SONAME, "" for none
	Target triple.Triple

	buf     *objfmt.ObjectBuffer
	o       bin.Order
	is64    bool
	data    []byte
	loads   []segment
	strings []byte
	symbols []byte // from DT_SYMTAB on
	hash    []byte // from DT_GNU_HASH on
	version []byte // from DT_VERSYM on, nil for none
}

// segment is a part of the file at an address.
type segment struct{ addr, off, size uint64 }

// Numbers of the gABI ("Program Header", "Dynamic Section").
const (
	ptLoad, ptDynamic                                    = 1, 2
	dtNull, dtStrtab, dtSymtab, dtStrsz, dtSoname        = 0, 5, 6, 10, 14
	dtGNUHash, dtVersym                           uint64 = 0x6ffffef5, 0x6ffffff0
)

// errShared says that a file has no table to search.
var errShared = errors.New("no shared library with a table of GNU's kind")

// OpenShared reads where the tables of a shared library are. A file that is none, or that has no
// hash table of GNU's kind, is an error.
func OpenShared(path string) (*Shared, error) {
	buf, err := objfmt.OpenBuffer(path)
	if err != nil {
		return nil, err
	}
	s := &Shared{Path: path, buf: buf, data: buf.Bytes()}
	if !s.tables() {
		buf.Close()
		return nil, fmt.Errorf("%s: %w", path, errShared)
	}
	return s, nil
}

// Close gives the file up.
func (s *Shared) Close() error { return s.buf.Close() }

// word reads what has the size of an address, at 4 or 8 bytes an entry.
func (s *Shared) word(b []byte, i uint64) (v uint64, ok bool) {
	size := uint64(4)
	if s.is64 {
		size = 8
	}
	b, ok = bin.Slice(b, i*size, size)
	switch {
	case !ok:
		return 0, false
	case s.is64:
		return s.o.U64(b), true
	}
	return uint64(s.o.U32(b)), true
}

// u32 and u16 read an entry of a table.
func (s *Shared) u32(b []byte, i uint64) (uint32, bool) {
	if b, ok := bin.Slice(b, i*4, 4); ok {
		return s.o.U32(b), true
	}
	return 0, false
}

func (s *Shared) u16(b []byte, i uint64) (uint16, bool) {
	if b, ok := bin.Slice(b, i*2, 2); ok {
		return s.o.U16(b), true
	}
	return 0, false
}

// tables finds the tables by the program header, as the dynamic linker does.
func (s *Shared) tables() bool {
	t, kind, err := elf.Header(s.data)
	if err != nil || kind != elf.Dynamic || len(s.data) < 64 {
		return false
	}
	s.Target, s.is64, s.o = t, s.data[4] == 2, bin.Order{Big: s.data[5] == 2}
	at, size, num := uint64(s.o.U32(s.data[28:])), uint64(s.o.U16(s.data[42:])), uint64(s.o.U16(s.data[44:]))
	want := uint64(32)
	if s.is64 {
		at, size, num, want = s.o.U64(s.data[32:]), uint64(s.o.U16(s.data[54:])), uint64(s.o.U16(s.data[56:])), 56
	}
	table, ok := bin.Table(s.data, at, num, size)
	if !ok || size < want {
		return false
	}
	var dynamic []byte
	for ; len(table) > 0; table = table[size:] {
		var g segment
		if s.is64 {
			g = segment{s.o.U64(table[16:]), s.o.U64(table[8:]), s.o.U64(table[32:])}
		} else {
			g = segment{uint64(s.o.U32(table[8:])), uint64(s.o.U32(table[4:])), uint64(s.o.U32(table[16:]))}
		}
		switch s.o.U32(table) {
		case ptLoad:
			s.loads = append(s.loads, g)
		case ptDynamic:
			dynamic, _ = bin.Slice(s.data, g.off, g.size)
		}
	}
	return s.dynamic(dynamic)
}

// at is the file from an address on, to the end of its segment.
func (s *Shared) at(addr uint64) []byte {
	for _, g := range s.loads {
		if addr >= g.addr && addr-g.addr < g.size {
			b, ok := bin.Slice(s.data, g.off, g.size)
			if !ok {
				return nil
			}
			return b[addr-g.addr:]
		}
	}
	return nil
}

func (s *Shared) dynamic(table []byte) bool {
	var strsz, soname uint64
	for i := uint64(0); ; i += 2 {
		tag, ok := s.word(table, i)
		v, ok2 := s.word(table, i+1)
		if !ok || !ok2 || tag == dtNull {
			break
		}
		switch tag {
		case dtStrtab:
			s.strings = s.at(v)
		case dtSymtab:
			s.symbols = s.at(v)
		case dtGNUHash:
			s.hash = s.at(v)
		case dtVersym:
			s.version = s.at(v)
		case dtStrsz:
			strsz = v
		case dtSoname:
			soname = v
		}
	}
	s.strings = s.strings[:min(uint64(len(s.strings)), strsz)]
	if b, ok := bin.CString(s.strings, soname); ok && soname != 0 {
		s.Soname = string(b)
	}
	return len(s.strings) > 0 && len(s.symbols) > 0 && len(s.hash) >= 16
}

// symbolAt tells the name of a definition that objects can be bound to.
func (s *Shared) symbolAt(i uint64) (name []byte, ok bool) {
	size := uint64(16)
	if s.is64 {
		size = 24
	}
	b, ok := bin.Slice(s.symbols, i*size, size)
	if !ok {
		return nil, false
	}
	info, section := b[12], s.o.U16(b[14:])
	if s.is64 {
		info, section = b[4], s.o.U16(b[6:])
	}
	if section == 0 || info>>4 == 0 { // undefined, local
		return nil, false
	}
	if v, ok := s.u16(s.version, i); ok && v&0x8000 != 0 { // an old version, hidden from linkers
		return nil, false
	}
	return bin.CString(s.strings, uint64(s.o.U32(b)))
}

// Has reports whether the library defines a name that objects can be bound to.
func (s *Shared) Has(name string) bool {
	h := elf.GNUHash(name)
	buckets, chains, ok := s.walk(h)
	if !ok {
		return false
	}
	n, first := uint64(len(buckets)/4), s.o.U32(s.hash[4:])
	i, _ := s.u32(buckets, uint64(h)%n)
	for ; i >= first && i != 0; i++ {
		c, ok := s.u32(chains, uint64(i-first))
		if !ok {
			return false
		}
		if c|1 == h|1 {
			if text, ok := s.symbolAt(uint64(i)); ok && string(text) == name {
				return true
			}
		}
		if c&1 != 0 {
			break
		}
	}
	return false
}

// walk cuts the hash table. It reports false if its filter says that h is not there.
func (s *Shared) walk(h uint32) (buckets, chains []byte, ok bool) {
	n, words, shift := uint64(s.o.U32(s.hash)), uint64(s.o.U32(s.hash[8:])), s.o.U32(s.hash[12:])
	size := uint64(4)
	if s.is64 {
		size = 8
	}
	bloom, ok := bin.Table(s.hash, 16, words, size)
	if !ok || n == 0 || words == 0 {
		return nil, nil, false
	}
	w, _ := s.word(bloom, uint64(h)/(8*size)%words)
	if h != 0 && (w>>(uint64(h)%(8*size)))&(w>>(uint64(h>>(shift&31))%(8*size)))&1 == 0 {
		return nil, nil, false
	}
	buckets, ok = bin.Table(s.hash, 16+words*size, n, 4)
	if !ok {
		return nil, nil, false
	}
	return buckets, s.hash[16+words*size+n*4:], true
}

// Names tells every name that the library defines, in no order, until tell reports false. A name is the
// caller's.
func (s *Shared) Names(tell func(name string) (more bool)) {
	buckets, chains, ok := s.walk(0)
	if !ok {
		return
	}
	// The chains have all of them one behind the other, from the first of the hash table on.
	last := uint32(0)
	for i := range uint64(len(buckets) / 4) {
		b, _ := s.u32(buckets, i)
		last = max(last, b)
	}
	first := s.o.U32(s.hash[4:])
	for i := first; ; i++ {
		c, ok := s.u32(chains, uint64(i-first))
		if !ok {
			return
		}
		if name, ok := s.symbolAt(uint64(i)); ok && !tell(string(name)) {
			return
		}
		if i >= last && c&1 != 0 {
			return
		}
	}
}

// usual are the libraries that come first where several have a name.
var usual = []string{"libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "libstdc++.so", "libgcc_s.so", "libz.so"}

// Usual reports one of the libraries that programs have their names from as a rule: others
// that define the same stand before it.
func Usual(soname string) bool { return rank(soname) < len(usual) }

// rank orders libraries that have the same name: the usual ones, then by the length of
// their names, last those that only stand before others, as sanitizers do.
func rank(name string) int {
	for i, u := range usual {
		if strings.HasPrefix(name, u) {
			return i
		}
	}
	if strings.Contains(name, "san.so") {
		return 1 << 20
	}
	return 1<<10 + len(name)
}

// Search looks which shared libraries in folders define names, for one target: those that a program can
// open by a name that does not change, which is their DT_SONAME. It returns these names by name
// searched for, the likeliest first. What cannot be read is left out, and so are the libraries that were not
// looked at when ctx ended.
func Search(ctx context.Context, t triple.Triple, dirs []string, names ...string) map[string][]string {
	found := map[string][]string{}
	seen := map[string]bool{}
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if ctx.Err() != nil {
				break
			}
			if !strings.Contains(e.Name(), ".so") || seen[e.Name()] || e.IsDir() {
				continue
			}
			s, err := OpenShared(filepath.Join(dir, e.Name()))
			if err != nil {
				continue
			}
			if s.Soname == e.Name() && t.CheckObject(s.Target) == nil {
				seen[e.Name()] = true
				for _, name := range names {
					if s.Has(name) {
						found[name] = append(found[name], s.Soname)
					}
				}
			}
			s.Close()
		}
	}
	for _, libraries := range found {
		slices.SortStableFunc(libraries, func(a, b string) int { return rank(a) - rank(b) })
	}
	return found
}
