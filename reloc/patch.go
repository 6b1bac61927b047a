package reloc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// Patch is a relocation that is applied very often, in copies of what it is in at other addresses: what its row and addend say is
// worked out once. It is a short way for values that fit; all else is for [Env.Apply].
type Patch struct {
	add  uint64 // to the address, with all that does not change
	sym  uint32 // in the table of addresses
	off  uint32 // of the field in the copy
	how  patchKind
	fits uint8 // of an instruction: which of Table.quick
}

// patchKind says how a value is made and written.
type patchKind uint8

const (
	patchWord     patchKind = iota // 8 bytes
	patchWrap                      // 4 bytes, the low bits
	patchSigned                    // 4 bytes, if the value fits
	patchUnsigned                  // likewise
	patchInsn                      // a field of an instruction, likewise
	patchPage                      // likewise, the distance of pages

	patchForms = 7      // mask of the above
	patchPC    = 1 << 3 // relative to the copy
	patchStub  = 1 << 4 // not if the address is 0
)

// NewPatch makes the patch of a relocation that Scan has accepted and whose section, with the file's bytes file, begins at offset start of the copies. made is
// what was made for the object. It is false if there is no short way.
func (t *Table) NewPatch(order bin.Order, made *Entries, file []byte, start uint64, r *Reloc) (p Patch, ok bool) {
	t.ready()
	row := t.Rows[r.Type]
	sym := uint32(r.Sym)
	if row.Need == NeedGOT && !made.Redirected(r.Sym) {
		i := made.Find(NeedGOT, r.Sym)
		if i < 0 {
			return p, false
		}
		row.Need, sym = NeedNone, uint32(made.Symbols+i)
	}
	if t.chains || r.More || row.PerAddend || row.PerPage || start+r.Offset >= 1<<32 {
		return p, false
	}
	how := row.how()
	switch {
	case how&plainWord != 0:
		p.how = patchWord
	case how&plainWrap != 0:
		p.how = patchWrap
	case how&plainSigned != 0:
		p.how = patchSigned
	case how&plainInsn != 0:
		p.how, p.fits = patchInsn, uint8(row.Field-FieldArch)
		if how&plainPage != 0 {
			p.how = patchPage
		}
		if q := &t.quick[p.fits]; q.put == nil || q.min > 0 && q.mask == 1 && q.span == 0 {
			return p, false
		}
	case row.Field == Unsigned32 && row.Need <= NeedStub && row.kind() == 0 && (row.Expr == Abs || row.Expr == PC):
		p.how = patchUnsigned
	default:
		return p, false
	}
	p.sym, p.off = sym, uint32(start+r.Offset)
	p.add = uint64(t.Addend(order, file, r)) + t.adjust(r.Type)
	if row.Expr == PC {
		p.how |= patchPC
		p.add -= start + r.Offset
	}
	if row.Need == NeedStub {
		p.how |= patchStub
	}
	return p, true
}

// WordPatch writes what the table of addresses has for sym to a word of size bytes, 4 or 8.
func WordPatch(sym uint32, off uint32, size uint64) Patch {
	p := Patch{sym: sym, off: off, how: patchWord}
	if size == 4 {
		p.how = patchWrap
	}
	return p
}

// Sym is what the patch reads of the table of addresses.
func (p *Patch) Sym() uint32 { return p.sym }

// Patch writes fields of a copy, mem, that runs at an address. It returns how many are written: all of ps, or those before one that [Env.Apply] is for.
func (e *Env) Patch(mem []byte, at uint64, ps []Patch) int {
	addr := e.Addr
	for i := range ps {
		p := &ps[i]
		s := addr[p.sym]
		v := s + p.add
		if p.how&patchPC != 0 {
			v -= at
		}
		field := mem[p.off:]
		if p.how&patchStub != 0 && s == 0 {
			return i
		}
		switch p.how & patchForms {
		case patchWord:
			e.Order.PutU64(field, v)
			continue
		case patchSigned:
			if int64(v) != int64(int32(v)) {
				return i
			}
		case patchUnsigned:
			if v != uint64(uint32(v)) {
				return i
			}
		case patchPage:
			v = v&^(pageSize-1) - (at+uint64(p.off))&^(pageSize-1)
			fallthrough
		case patchInsn:
			q := &e.Table.quick[p.fits]
			if v-q.min > q.span || v&q.mask != 0 {
				return i
			}
			q.put(field[:4], e.Order, v)
			continue
		}
		e.Order.PutU32(field, uint32(v))
	}
	return len(ps)
}
