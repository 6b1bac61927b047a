//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// resolver asks the program for names.
type resolver struct {
	s      *session
	opaque uintptr
	find   *[0]byte // a function of the program's
	known  []C.rtdyld_known

	once   sync.Once
	byName map[string]int // numbers in known, once it was asked in another order
}

// resolverOf copies a resolver of the program's; nil is none.
func (s *session) resolverOf(from *C.rtdyldx_cresolver) (rtdyld.Resolver, error) {
	return new(resolver).take(s, from)
}

// take makes it a copy of a resolver of the program's, which it returns; nil is none.
func (r *resolver) take(s *session, from *C.rtdyldx_cresolver) (rtdyld.Resolver, error) {
	if from == nil {
		return nil, nil
	}
	c := (*C.rtdyld_resolver)(unsafe.Pointer(from))
	if c.size != sizeOf[C.rtdyld_resolver]() { // else it is as this library has it
		ar := arena{brief: true}
		defer ar.free()
		c = &items[C.rtdyld_resolver](&ar, 1)[0]
		if err := copied(C.rtdyldx_copy_resolver(c, from), "rtdyld_resolver"); err != nil {
			return nil, err
		}
	}
	if c.find == nil {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_resolver: find is NULL")
	}
	known, err := knownNames(c)
	if err != nil {
		return nil, err
	}
	r.s, r.opaque, r.find, r.known = s, *(*uintptr)(unsafe.Pointer(&c.opaque)), c.find, known
	return r, nil
}

// knownNames views those of a resolver.
func knownNames(c *C.rtdyld_resolver) ([]C.rtdyld_known, error) {
	if c.known_count == 0 {
		return nil, nil
	}
	if c.known == nil {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_resolver: known is NULL, known_count %d", uint64(c.known_count))
	}
	known := unsafe.Slice(c.known, int(c.known_count))
	for i := range known {
		switch k := &known[i]; {
		case k.name == nil:
			return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_resolver: known[%d] has no name", i)
		case k.kind > C.RTDYLD_SYMBOL_ABSOLUTE:
			return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_resolver: known[%d]: there is no kind %d of symbols", i, uint32(k.kind))
		case k.reserved != 0:
			return nil, failure(C.RTDYLD_ERROR_VERSION, "rtdyld_resolver: known[%d]: reserved is not 0", i)
		}
	}
	return known, nil
}

// Resolve implements [rtdyld.Resolver].
func (r *resolver) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if !r.s.enter() {
		return failure(C.RTDYLD_ERROR_HANDLE, "it is being freed")
	}
	defer r.s.leave()
	if n := len(refs) - r.takeKnown(refs, out); n > 0 {
		return r.ask(n, refs, out)
	}
	return nil
}

// fewKnown is how many names need no map.
const fewKnown = 16

// takeKnown answers what the program knew, and says how many names that were.
func (r *resolver) takeKnown(refs []rtdyld.Ref, out []rtdyld.Symbol) (n int) {
	next := 0
	for i := range refs {
		k := next
		if k >= len(r.known) || !isString(r.known[k].name, refs[i].Name) {
			if k = r.number(refs[i].Name); k < 0 {
				continue
			}
		}
		next, n = k+1, n+1
		out[i] = rtdyld.Symbol{Addr: uint64(r.known[k].address), Kind: rtdyld.Kind(r.known[k].kind), Found: true}
		if refs[i].TLS {
			out[i].Kind = rtdyld.TLS
		}
		r.locate(&out[i])
	}
	return n
}

// number is that of a known name, or -1.
func (r *resolver) number(name string) int {
	if len(r.known) <= fewKnown {
		return slices.IndexFunc(r.known, func(k C.rtdyld_known) bool { return isString(k.name, name) })
	}
	r.once.Do(func() {
		r.byName = make(map[string]int, len(r.known))
		for i := range r.known {
			r.byName[C.GoString(r.known[i].name)] = i
		}
	})
	if k, ok := r.byName[name]; ok {
		return k
	}
	return -1
}

// locate says how code finds a thread-local whose module is not known.
func (r *resolver) locate(s *rtdyld.Symbol) {
	if s.Kind == rtdyld.TLS && s.Module == 0 {
		s.Thread = r.s.locals.at(s.Addr)
	}
}

// ask asks the program for those n names that have no answer.
func (r *resolver) ask(n int, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	ar := arena{brief: true}
	defer ar.free()
	q := &items[C.struct_rtdyldx_question](&ar, 1)[0]
	asked, answers, found := items[C.rtdyld_reference](&ar, n), items[C.rtdyld_definition](&ar, n), items[C.int](&ar, n)
	n = 0
	for i := range refs {
		if out[i].Found {
			continue
		}
		c := &asked[n]
		c.size, answers[n].size = sizeOf[C.rtdyld_reference](), sizeOf[C.rtdyld_definition]()
		c.name, c.weak, c.tls = ar.text(refs[i].Name), truth(refs[i].Weak || refs[i].Unused), truth(refs[i].TLS)
		n++
	}
	q.owner, q.count, q.find = C.uintptr_t(r.s.id), C.size_t(n), r.find
	*(*uintptr)(unsafe.Pointer(&q.opaque)) = r.opaque
	q.refs, q.out, q.found = &asked[0], &answers[0], &found[0]
	ar.said = &q.answer
	if bad := C.rtdyldx_find(q); bad >= 0 {
		return ar.failed(C.RTDYLD_ERROR_CALLBACK, "resolve %s", C.GoString(asked[bad].name))
	}
	n = 0
	for i := range refs {
		if out[i].Found {
			continue
		}
		if a := &answers[n]; found[n] != 0 {
			if a.kind > C.RTDYLD_SYMBOL_ABSOLUTE {
				return failure(C.RTDYLD_ERROR_CALLBACK, "resolve %s: there is no kind %d of symbols", refs[i].Name, uint32(a.kind))
			}
			out[i] = rtdyld.Symbol{Addr: uint64(a.address), Size: uint64(a.bytes), Module: uint64(a.module), Kind: rtdyld.Kind(a.kind), Found: true}
			r.locate(&out[i])
		}
		n++
	}
	return nil
}
