package rtdyld

import (
	"context"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
)

// imageInUse is the error of an image that objects outside a set are bound to, nil if none are.
func (l *Linker) imageInUse(ctx context.Context, o *Object, inside map[uint32]uint32) error {
	e := &InUseError{Object: o.name}
	for _, u := range l.imageUsers(o) {
		if _, goes := inside[u.num]; goes {
			continue
		}
		e.Users = append(e.Users, u.name)
		if op := l.operation(ctx); op != nil && u.linked == nil && u.stage == loaded && u.fields != current {
			op.gone = true // another operation may be at binding it: before that has an order it is bound already
		}
	}
	if e.Users == nil {
		return nil
	}
	return e
}

// imageUsers lists the objects that are bound to an image, in load order: loaded ones by the addresses of their names, other images by what they
// were bound to. Nothing is counted while they are loaded.
func (l *Linker) imageUsers(o *Object) (users []*Object) {
	for u := range l.all() {
		if u == o || u.gone() {
			continue
		}
		if k := u.linked; k != nil {
			if slices.Contains(k.uses, o) {
				users = append(users, u)
			}
			continue
		}
		if slices.ContainsFunc(u.ids, func(id uint32) bool { return l.isBoundTo(id, o) }) ||
			slices.ContainsFunc(u.mentions, func(m mention) bool { return l.isBoundTo(m.id, o) }) {
			users = append(users, u)
		}
	}
	sortObjects(users) // their numbers are those of objects that went
	return users
}

// isBoundTo reports whether a name's address is in an image, or its offset is that of a thread-local of it.
func (l *Linker) isBoundTo(id uint32, o *Object) bool {
	if id >= symtab.Special || l.names.At(id).Class() != symtab.External {
		return false
	}
	e, x, k := l.names.At(id), l.names.Told(id), o.linked
	if e.TLS() {
		return x.Addr-k.threads.tpoff < k.threads.size
	}
	addr := e.Addr()
	if x.Addr != 0 { // it has been redirected
		addr = x.Addr
	}
	return addr-k.base < k.img.End-k.img.Base
}
