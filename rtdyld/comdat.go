package rtdyld

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// chooseGroup decides between a COMDAT group of COFF and the one that counts so far
// by what the format calls their selection (PE/COFF, "COMDAT Sections"). The error matches ErrDuplicate, or is the
// context's. id is their name. Sizes and contents are those of the leaders without padding: assemblers differ in that.
func (l *Linker) chooseGroup(ctx context.Context, o *Object, g *objfmt.Group, id uint32, winner *Object) (wins bool, err error) {
	name := o.img().GroupName(g)
	was := winner.group(name)
	if was == nil || g.N == 0 || was.N == 0 {
		return false, nil
	}
	why := ""
	switch how, ok := commonSelection(was.Select, g.Select); {
	case !ok:
		why = fmt.Sprintf("selections %q and %q do not go together", was.Select, g.Select)
	case how == objfmt.SelectOnly:
		why = "there may be one only"
	case how == objfmt.SelectSame:
		if g.Length != was.Length {
			why = fmt.Sprintf("sizes %d and %d differ", was.Length, g.Length)
		}
	case how == objfmt.SelectExact:
		if why, err = differ(ctx, winner.img(), was, o.img(), g, &o.batch.load.same); err != nil {
			return false, err
		}
	case how == objfmt.SelectLargest:
		if g.Length <= was.Length {
			break
		}
		if winner.batch == o.batch {
			winner.dropGroup(was)
			l.names.Regroup(id, o.num)
			return true, nil
		}
		why = fmt.Sprintf("one of %d bytes comes after one of %d bytes was loaded", g.Length, was.Length)
	}
	if why == "" {
		return false, nil
	}
	return false, &DuplicateError{Symbol: strings.Clone(name), First: winner.name, Second: o.name, Why: why}
}

// commonSelection is the selection of two groups of one name that say different
// ones, as compilers do: where clang says any, GNU's compilers say the same size of
// data, and Microsoft's say the largest of virtual tables.
func commonSelection(a, b objfmt.Selection) (objfmt.Selection, bool) {
	switch {
	case a == b, b == objfmt.SelectAny:
		return a, true
	case a == objfmt.SelectAny:
		return b, true
	case a == objfmt.SelectOnly, b == objfmt.SelectOnly:
		return objfmt.SelectOnly, true
	}
	return a, false
}

// differ says in what the leaders of two groups differ, "" for nothing: bytes, or
// the relocations of those bytes. Fields of equal bytes that lead to different
// names are not the same; what they lead to inside their objects is not looked at.
// The checksum that a group may have is one of the bytes, and says nothing more. The error is the context's.
func differ(ctx context.Context, x *objfmt.ObjectImage, a *objfmt.Group, y *objfmt.ObjectImage, b *objfmt.Group, same *sameNames) (why string, err error) {
	i, k := x.GroupMembers(a)[0], y.GroupMembers(b)[0]
	xs, ys := &x.Sections[i], &y.Sections[k]
	bytesOf := func(s *objfmt.Section, g *objfmt.Group) []byte {
		return s.Data[:min(uint64(len(s.Data)), uint64(g.Length))]
	}
	if equal, err := heed.Equal(ctx, bytesOf(xs, a), bytesOf(ys, b)); err != nil {
		return "", err
	} else if a.Length != b.Length || !equal {
		return "contents differ", nil
	}
	if len(xs.Raw) == 0 && len(ys.Raw) == 0 {
		return "", nil
	}
	c, d := cursors.Get().(*records.Cursor), cursors.Get().(*records.Cursor)
	defer putCursor(c)
	defer putCursor(d)
	c.Begin(x)
	d.Begin(y)
	c.Start(i, xs.Data, 0)
	d.Start(k, ys.Data, 0)
	var done heed.Count
	for { // step by step: the first group may be compared with many
		if err := done.Items(ctx, 1); err != nil {
			return "", err
		}
		p, q := c.Record(), d.Record()
		switch {
		case c.Err() != nil || d.Err() != nil:
			return "", nil // scan says it
		case p == nil && q == nil:
			return "", nil
		case q == nil:
			return fmt.Sprintf("relocations differ at %#x", p.Offset), nil
		case p == nil || q.Offset != p.Offset || q.Type != p.Type || !same.name(x, p.Sym, y, q.Sym):
			return fmt.Sprintf("relocations differ at %#x", q.Offset), nil
		}
	}
}

// sameNames remembers which symbols of two images have one name, where names are so long
// that comparing them for each relocation would take long.
type sameNames map[sameKey]bool

type sameKey struct {
	x, y *objfmt.ObjectImage
	p, q objfmt.SymbolID
}

// name reports whether other objects know two symbols by the same name.
func (m *sameNames) name(x *objfmt.ObjectImage, p objfmt.SymbolID, y *objfmt.ObjectImage, q objfmt.SymbolID) bool {
	a, b := externalName(x, p), externalName(y, q)
	if len(a) != len(b) || len(a) < longName {
		return a == b
	}
	key := sameKey{x, y, p, q}
	eq, known := (*m)[key]
	if !known {
		if *m == nil {
			*m = sameNames{}
		}
		eq = a == b
		(*m)[key] = eq
	}
	return eq
}

// externalName views the name by which other objects know a symbol, "" for a local
// one.
func externalName(img *objfmt.ObjectImage, sym objfmt.SymbolID) string {
	if sym < img.FirstGlobal || uint64(sym) >= uint64(len(img.Symbols)) || img.Symbols[sym].Bind == objfmt.BindLocal {
		return ""
	}
	return img.SymbolName(sym)
}

// sameValue reports whether a definition of object o that is refused is what the one that counts is: an absolute value, or a place in
// the same object, as .symver makes two names of one where it has its default version. Linkers take that for one definition: lld both kinds, GNU ld the first.
func (l *Linker) sameValue(o *Object, c *symtab.Conflict, s *objfmt.Symbol, id uint32) bool {
	first := l.object(c.First)
	if s.Section != objfmt.SecAbs && first != o || c.Bound || first.linked != nil {
		return false
	}
	other := &first.img().Symbols[l.names.At(id).Symbol()]
	return other.Section == s.Section && other.Value == s.Value
}
