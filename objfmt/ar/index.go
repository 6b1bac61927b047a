package ar

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"strings"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// IndexKind says how an archive's index of symbols is written.
type IndexKind uint8

const (
	IndexNone  IndexKind = iota // there is none
	IndexGNU                    // "/": 32-bit offsets; System V, GNU, Microsoft's first linker member
	IndexGNU64                  // "/SYM64/": 64-bit offsets
	IndexBSD                    // "__.SYMDEF": 32-bit ranlib records; BSD and Darwin
	IndexBSD64                  // "__.SYMDEF_64": 64-bit ranlib records; Darwin
	IndexCOFF                   // Microsoft's second linker member
	IndexBuilt                  // made by Archive.BuildIndex
)

var indexNames = [...]string{"none", "gnu", "gnu64", "bsd", "bsd64", "coff", "built"}

// String names the kind.
func (k IndexKind) String() string {
	if int(k) < len(indexNames) {
		return indexNames[k]
	}
	return "invalid"
}

// Symbol is one entry of an archive's index. Name is a view into the archive's
// buffer.
type Symbol struct {
	Name   string
	Offset uint64 // of the member that defines it, for Archive.MemberAt
}

// An index is a table of fixed records and an area of names:
//
//	gnu     n u32, n × offset u32, names; big-endian, names in the records' order
//	gnu64   the same with u64
//	bsd     bytes u32, records of {name u32, offset u32}, bytes u32, names; target's order
//	bsd64   the same with u64
//	coff    m u32, m × offset u32, n u32, n × member u16 (from 1), names; little-endian
//	built   gnu64 in memory
type index struct {
	kind    IndexKind
	file    string // for errors
	base    uint64 // offset of the contents in the archive
	n       uint64 // symbols
	width   uint64 // bytes a record
	order   bin.Order
	records []byte
	names   []byte
	members []byte // coff: the offsets
	nameOff uint64 // offset of names in the archive
	err     error  // the contents are malformed

	versions bool // some names may be those of versions of symbols, see objfmt.DefaultVersion

	building chan struct{} // has one element while somebody makes what follows
	built    atomic.Bool   // it is made, and does not change
	table    table
	tableErr error
}

// newIndex finds the parts of an index in its contents raw, which begin at byte
// base of the archive. It reads no record.
func newIndex(kind IndexKind, file string, raw []byte, base uint64) *index {
	x := &index{kind: kind, file: file, base: base, building: make(chan struct{}, 1)}
	switch kind {
	case IndexGNU:
		x.order, x.width = bin.Order{Big: true}, 4
		x.gnu(raw)
	case IndexGNU64:
		x.order, x.width = bin.Order{Big: true}, 8
		x.gnu(raw)
	case IndexBSD:
		x.bsd(raw, 4)
	case IndexBSD64:
		x.bsd(raw, 8)
	case IndexCOFF:
		x.coff(raw)
	}
	if x.err == nil && x.large() {
		x.err = &objfmt.FormatError{File: file, Offset: base, What: "archive index",
			Msg: "more than 4 GiB of names are not supported", Err: objfmt.ErrUnsupported}
	}
	// A name has at least its NUL, so that memory for n of them is no surprise; the
	// BSD kind may share names, but its records are larger.
	if x.err == nil && x.n > uint64(len(x.names)) && x.kind != IndexBSD && x.kind != IndexBSD64 {
		x.err = x.fail(0, "%d symbols with %d bytes of names", x.n, len(x.names))
	}
	return x
}

// large reports whether the index has more than the table's 32 bits can count.
func (x *index) large() bool { return uint64(len(x.names)) > math.MaxUint32 || x.n > 1<<31 }

func (x *index) fail(off uint64, format string, args ...any) error {
	return &objfmt.FormatError{File: x.file, Offset: x.base + off, What: "archive index", Msg: fmt.Sprintf(format, args...)}
}

// word reads a number of the index's width at off.
func (x *index) word(b []byte, off, width uint64) uint64 {
	if width == 8 {
		return x.order.U64(b[off:])
	}
	return uint64(x.order.U32(b[off:]))
}

func (x *index) gnu(raw []byte) {
	if uint64(len(raw)) < x.width {
		x.err = x.fail(0, "%d bytes hold no count of symbols", len(raw))
		return
	}
	x.n = x.word(raw, 0, x.width)
	var ok bool
	if x.records, ok = bin.Table(raw, x.width, x.n, x.width); !ok {
		x.err = x.fail(0, "%d symbols do not fit in %d bytes", x.n, len(raw))
		return
	}
	x.split(raw, x.width+x.n*x.width)
}

// split takes what follows byte off as the area of names.
func (x *index) split(raw []byte, off uint64) {
	x.names, x.nameOff = raw[off:], x.base+off
}

// bsd tries both byte orders: the index is in the order of the target, which
// nothing states, and a size that fits in one does not fit in the other.
func (x *index) bsd(raw []byte, word uint64) {
	x.width = 2 * word
	for _, big := range []bool{false, true} {
		x.order.Big = big
		if uint64(len(raw)) < 2*word {
			break
		}
		size := x.word(raw, 0, word)
		records, ok := bin.Slice(raw, word, size)
		if !ok || size%x.width != 0 {
			continue
		}
		if _, ok := bin.Slice(raw, word+size, word); !ok {
			continue
		}
		names, ok := bin.Slice(raw, 2*word+size, x.word(raw, word+size, word))
		if !ok {
			continue
		}
		x.records, x.n = records, size/x.width
		x.names, x.nameOff = names, x.base+2*word+size
		return
	}
	x.err = x.fail(0, "sizes do not fit in %d bytes", len(raw))
}

func (x *index) coff(raw []byte) {
	x.width = 2
	if len(raw) < 4 {
		x.err = x.fail(0, "%d bytes hold no count of members", len(raw))
		return
	}
	m := x.word(raw, 0, 4)
	var ok bool
	if x.members, ok = bin.Table(raw, 4, m, 4); !ok {
		x.err = x.fail(0, "%d members do not fit in %d bytes", m, len(raw))
		return
	}
	at := 4 + 4*m
	if _, ok := bin.Slice(raw, at, 4); !ok {
		x.err = x.fail(at, "ends before the count of symbols")
		return
	}
	x.n = x.word(raw, at, 4)
	if x.records, ok = bin.Table(raw, at+4, x.n, 2); !ok {
		x.err = x.fail(at, "%d symbols do not fit in %d bytes", x.n, len(raw))
		return
	}
	x.split(raw, at+4+2*x.n)
}

// offset tells where the member of symbol i is. i must be below n.
func (x *index) offset(i uint64) (uint64, error) {
	r := x.records[i*x.width:]
	switch x.kind {
	case IndexGNU:
		return uint64(binary.BigEndian.Uint32(r)), nil
	case IndexBSD, IndexBSD64:
		return x.word(r, x.width/2, x.width/2), nil
	case IndexCOFF:
		m := uint64(binary.LittleEndian.Uint16(r))
		if m == 0 || m*4 > uint64(len(x.members)) {
			return 0, x.fail(0, "symbol %d is in member %d of %d", i, m, len(x.members)/4)
		}
		return uint64(binary.LittleEndian.Uint32(x.members[(m-1)*4:])), nil
	}
	return binary.BigEndian.Uint64(r), nil
}

// cursor walks the names of an index in the order of its records.
type cursor struct {
	x     *index
	i     uint64
	pos   uint64 // of the next name, where names are in order
	spent uint64 // bytes of names read
}

// maxShared bounds how often the names of a BSD index may overlap on average: its
// records could all point into one long name, which would take quadratic time.
const maxShared = 16

// next returns the place of the next name, without its NUL.
func (c *cursor) next() (off, n uint64, err error) {
	x := c.x
	off = c.pos
	if x.kind == IndexBSD || x.kind == IndexBSD64 {
		off = x.word(x.records, c.i*x.width, x.width/2)
		if off >= uint64(len(x.names)) {
			return 0, 0, x.fail(0, "name of symbol %d is at %d of %d bytes", c.i, off, len(x.names))
		}
	}
	end := bytes.IndexByte(x.names[off:], 0)
	if end < 0 {
		return 0, 0, x.fail(x.nameOff-x.base+off, "name of symbol %d has no end", c.i)
	}
	n = uint64(end)
	c.i++
	c.pos = off + n + 1
	if c.spent += n; c.spent > maxShared*uint64(len(x.names)) {
		return 0, 0, x.fail(0, "names overlap too much")
	}
	return off, n, nil
}

// slot is one place of the hash table: the hash of a name and the number of its
// symbol plus one, 0 for a free place.
type slot struct{ hash, sym uint32 }

// table finds a symbol by name: open addressing over the upper bits of
// objfmt.HashName, at most two thirds full. It has no pointers and no names.
type table struct {
	slots []slot
	names []uint32 // offset of each symbol's name
	shift uint8
}

// build has the table made, once. The error is that of a context that ended before; then the next
// one makes it.
func (x *index) build(ctx context.Context) error {
	select {
	case x.building <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-x.building }()
	if x.built.Load() {
		return nil
	}
	t, err := x.makeTable(ctx)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	x.table, x.tableErr = t, err
	x.built.Store(true)
	return nil
}

// makeTable makes the table, in one pass over the names. Of equal names the first
// stays, as linkers have it.
func (x *index) makeTable(ctx context.Context) (t table, err error) {
	if x.err != nil || x.n == 0 {
		return table{}, x.err
	}
	x.versions = bytes.Contains(x.names, []byte("@@"))
	log := bits.Len64(x.n + x.n/2)
	t.shift = uint8(32 - log)
	t.slots = make([]slot, 1<<log)
	t.names = make([]uint32, x.n)
	mask := uint32(len(t.slots) - 1)
	c := cursor{x: x}
	var done heed.Count
	for i := range t.names {
		off, n, err := c.next()
		if err == nil {
			err = done.Items(ctx, 1+n/256)
		}
		if err != nil {
			return table{}, err
		}
		t.names[i] = uint32(off)
		name := x.plain(bin.String(x.names[off : off+n]))
		hash := objfmt.HashName(name)
		at := hash >> t.shift & mask
		for ; t.slots[at].sym != 0; at = (at + 1) & mask {
			if t.slots[at].hash == hash && x.named(&t, t.slots[at].sym-1, name) {
				break
			}
		}
		if s := &t.slots[at]; s.sym == 0 {
			s.hash, s.sym = hash, uint32(i)+1
		}
	}
	return t, nil
}

// named reports whether symbol i has this name, which has no version.
func (x *index) named(t *table, i uint32, name string) bool {
	b := x.names[t.names[i]:]
	switch {
	case len(b) <= len(name) || bin.String(b[:len(name)]) != name:
		return false
	case b[len(name)] == 0:
		return true
	}
	return x.versions && b[len(name)] == '@' && x.plain(bin.String(b[:bytes.IndexByte(b, 0)])) == name
}

// plain is the name by which others refer to a symbol.
func (x *index) plain(name string) string {
	if x.versions {
		if base, _, ok := objfmt.DefaultVersion(name); ok {
			return base
		}
	}
	return name
}

// find returns the number of the first symbol of this name.
func (x *index) find(name string, hash uint32) (uint64, bool) {
	t := &x.table
	if len(t.slots) == 0 {
		return 0, false
	}
	mask := uint32(len(t.slots) - 1)
	for at := hash >> t.shift & mask; t.slots[at].sym != 0; at = (at + 1) & mask {
		if t.slots[at].hash == hash && x.named(t, t.slots[at].sym-1, name) {
			return uint64(t.slots[at].sym - 1), true
		}
	}
	return 0, false
}

// HasIndex reports whether the archive has an index of symbols, its own or one
// built. An index may be there and empty.
func (a *Archive) HasIndex() bool { return a.index.Load() != nil }

// IndexKind tells how the archive's index is written.
func (a *Archive) IndexKind() IndexKind {
	if x := a.index.Load(); x != nil {
		return x.kind
	}
	return IndexNone
}

// opened returns the index of an open archive.
func (a *Archive) opened() (*index, error) {
	if _, err := a.bytes(); err != nil {
		return nil, err
	}
	x := a.index.Load()
	if x == nil {
		return nil, fmt.Errorf("%s: %w", texts.Name(a.buf.Name()), ErrNoIndex)
	}
	return x, nil
}

// Symbols walks the index in its own order: that of the members, or that of the
// names in an archive with a second linker member. A name that several members
// define comes several times. What is malformed yields an error and ends the walk;
// without an index that is [ErrNoIndex].
func (a *Archive) Symbols() iter.Seq2[Symbol, error] {
	return func(yield func(Symbol, error) bool) {
		x, err := a.opened()
		if err == nil {
			err = x.err
		}
		if err != nil {
			yield(Symbol{}, err)
			return
		}
		for c := (cursor{x: x}); c.i < x.n; {
			i := c.i
			off, n, err := c.next()
			var member uint64
			if err == nil {
				member, err = x.offset(i)
			}
			if err != nil {
				yield(Symbol{}, err)
				return
			}
			if !yield(Symbol{Name: bin.String(x.names[off : off+n]), Offset: member}, nil) {
				return
			}
			if a.closed.Load() {
				yield(Symbol{}, a.closedErr())
				return
			}
		}
	}
}

// Lookup finds the member that defines a symbol: the first one in the index, as
// linkers take it. The first call decodes the index, once; others cost a hash and
// read the header of the member found. It reports false where no member defines
// the symbol, and [ErrNoIndex] for an archive without an index.
func (a *Archive) Lookup(symbol string) (Member, bool, error) {
	return a.LookupContext(context.Background(), symbol)
}

// LookupContext is [Archive.Lookup] for as long as ctx lasts, where the index is still to be decoded: the
// error of one that ends names the archive and matches that of ctx. The next call decodes the index then.
func (a *Archive) LookupContext(ctx context.Context, symbol string) (Member, bool, error) {
	return a.lookupHash(ctx, symbol, objfmt.HashName(symbol))
}

// lookupHash is [Archive.LookupContext] of a name whose [objfmt.HashName] is known.
func (a *Archive) lookupHash(ctx context.Context, symbol string, hash uint32) (Member, bool, error) {
	x, err := a.decoded(ctx)
	if err != nil {
		return Member{}, false, err
	}
	i, ok := x.find(symbol, hash)
	if !ok {
		return Member{}, false, nil
	}
	off, err := x.offset(i)
	if err != nil {
		return Member{}, false, err
	}
	m, err := a.MemberAt(off)
	return m, err == nil, err
}

// HashesContext calls f for [objfmt.HashName] of each name that Lookup finds, in no order, so that those who have many archives know which of them may have a name. It decodes the
// index, if nobody has. Errors are those of [Archive.LookupContext].
func (a *Archive) HashesContext(ctx context.Context, f func(hash uint32)) error {
	x, err := a.decoded(ctx)
	if err != nil {
		return err
	}
	for _, s := range x.table.slots {
		if s.sym != 0 {
			f(s.hash)
		}
	}
	return nil
}

// decoded is the index with its table.
func (a *Archive) decoded(ctx context.Context) (*index, error) {
	x, err := a.opened()
	if err != nil {
		return nil, err
	}
	if !x.built.Load() {
		if err := x.build(ctx); err != nil {
			return nil, ended(a.buf, err)
		}
	}
	return x, x.tableErr
}

// BuildIndex gives the archive an index made from its members, in place of the one
// that it has, if any. define is called for each member in file order and calls
// add for each name that the member defines globally, common symbols and weak
// ones included; a member that is no object adds nothing. The names are copied and
// must not hold a NUL. An error of define ends the work, is wrapped with the
// member's name and leaves the archive as it was.
func (a *Archive) BuildIndex(define func(m Member, add func(name string)) error) error {
	return a.BuildIndexContext(context.Background(), define)
}

// BuildIndexContext is [Archive.BuildIndex] for as long as ctx lasts; define is not told of ctx. The error of
// one that ends names the archive and matches that of ctx.
func (a *Archive) BuildIndexContext(ctx context.Context, define func(m Member, add func(name string)) error) error {
	x := &index{kind: IndexBuilt, building: make(chan struct{}, 1), file: a.buf.Name(), width: 8, order: bin.Order{Big: true}}
	for m, err := range a.Members() {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return ended(a.buf, err)
		}
		bad := false
		err := define(m, func(name string) {
			bad = bad || strings.IndexByte(name, 0) >= 0
			x.records = binary.BigEndian.AppendUint64(x.records, m.Offset)
			x.names = append(append(x.names, name...), 0)
			x.n++
		})
		if err == nil && bad {
			err = fmt.Errorf("a symbol's name holds a NUL")
		}
		if err == nil && x.large() {
			err = fmt.Errorf("more than 4 GiB of symbol names: %w", objfmt.ErrUnsupported)
		}
		if err != nil {
			return fmt.Errorf("index %s: %w", texts.Name(m.String()), err)
		}
	}
	a.index.Store(x)
	return nil
}
