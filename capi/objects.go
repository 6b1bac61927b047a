//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// visited refuses visits without a function to call.
func visited(missing C.int) error {
	if missing != 0 {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "visit is NULL")
	}
	return nil
}

// listObjects makes a list of handles.
func (s *session) listObjects(missing C.int, list *C.struct_rtdyldx_list, objs []*rtdyld.Object) error {
	if err := visited(missing); err != nil {
		return err
	}
	var hs []handle
	for _, o := range objs {
		if o.State() != rtdyld.Unloaded {
			hs = append(hs, s.handleOf(o))
		}
	}
	listHandles(list, hs)
	return nil
}

// listHandles makes a list of handles, which C frees.
func listHandles(list *C.struct_rtdyldx_list, hs []handle) {
	var a arena
	copy(items[handle](&a, len(hs)), hs)
	list.items, list.count = a.pieces[0], C.size_t(len(hs))
}

// held calls f with an object whose names cannot go meanwhile.
func held(object *C.rtdyld_object, e **C.rtdyld_error, f func(*objectHandle) error) C.rtdyld_status {
	return call(handleAt(&object), anObject, e, func(o *objectHandle) error {
		hold, err := o.Image().Buffer.Sub("", 0, 0)
		if err != nil || o.State() == rtdyld.Unloaded {
			if err == nil {
				hold.Close()
			}
			return failure(C.RTDYLD_ERROR_UNLOADED, "%s: object is unloaded", o.Name())
		}
		defer hold.Close()
		return f(o)
	})
}

//export rtdyldx_object_name
func rtdyldx_object_name(object *C.rtdyld_object, name **C.char, e **C.rtdyld_error) C.rtdyld_status {
	if name != nil {
		*name = nil
	}
	return held(object, e, func(o *objectHandle) error {
		if name == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "name is NULL")
		}
		*name = C.CString(o.Name())
		return nil
	})
}

//export rtdyldx_object_user
func rtdyldx_object_user(object *C.rtdyld_object, user *unsafe.Pointer, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(user, 0)
	return held(object, e, func(o *objectHandle) error {
		if user == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "user is NULL")
		}
		setHandle(user, handle(userOf(o.Image().User)))
		return nil
	})
}

//export rtdyldx_object_state
func rtdyldx_object_state(object *C.rtdyld_object, state *C.rtdyld_state, e **C.rtdyld_error) C.rtdyld_status {
	return held(object, e, func(o *objectHandle) error {
		if state == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "state is NULL")
		}
		switch o.State() {
		case rtdyld.Loading, rtdyld.Loaded:
			*state = C.RTDYLD_STATE_LOADED
		case rtdyld.Finalized:
			*state = C.RTDYLD_STATE_FINALIZED
		default:
			*state = C.RTDYLD_STATE_UNLOADED
		}
		return nil
	})
}

//export rtdyldx_object_map_section
func rtdyldx_object_map_section(object *C.rtdyld_object, section C.uint32_t, address C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	return held(object, e, func(o *objectHandle) error {
		if err := holds(o.Object, uint64(address)); err != nil {
			return err
		}
		return mapped(o.MapSectionAddress(objfmt.SectionID(section), uint64(address)))
	})
}

// holds refuses addresses that an object's target of 32 bits cannot hold.
func holds(o *rtdyld.Object, address uint64) error {
	if address>>32 == 0 || o.Image().Is64 {
		return nil
	}
	return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: address %#x: the target has 32 bits", o.Name(), address)
}

// inBlocks reports whether memory is the memory manager's, which C may see.
func inBlocks(blocks []rtdyld.Block, m []byte) bool {
	for _, b := range blocks {
		if at := keyOf(m) - keyOf(b.Mem); at < uintptr(len(b.Mem)) {
			return true
		}
	}
	return false
}

//export rtdyldx_object_sections
func rtdyldx_object_sections(object *C.rtdyld_object, missing C.int, list *C.struct_rtdyldx_list, e **C.rtdyld_error) C.rtdyld_status {
	return held(object, e, func(o *objectHandle) error {
		if err := visited(missing); err != nil {
			return err
		}
		secs, blocks := o.Sections(), o.Blocks()
		names := 0
		for i := range secs {
			names += len(secs[i].Name) + 1
		}
		out, text := listOf[C.rtdyld_section](list, len(secs), names)
		img := o.Image() // held
		for i := range secs {
			s, c := &secs[i], &out[i]
			c.size, c.name = sizeOf[C.rtdyld_section](), text.put(s.Name)
			c.id, c.kind = C.uint32_t(s.ID), kindOf[s.Kind]
			c.address, c.bytes, c.alignment = C.uint64_t(s.Addr), C.uint64_t(len(s.Mem)), C.uint64_t(s.Align)
			if c.number = C.RTDYLD_SECTION_NONE; int(s.ID) < len(img.Sections) {
				c.number = C.uint32_t(img.Sections[s.ID].Number)
			}
			if inBlocks(blocks, s.Mem) {
				c.memory = unsafe.Pointer(unsafe.SliceData(s.Mem))
			}
		}
		return nil
	})
}

// texts is room for strings behind a list.
type texts struct{ room []byte }

// put writes a string with a zero byte behind it.
func (t *texts) put(s string) *C.char {
	p := &t.room[0]
	copy(t.room, s)
	t.room = t.room[len(s)+1:]
	return (*C.char)(unsafe.Pointer(p))
}

// listOf makes a list of n values with room for bytes of names, in one piece of C memory.
func listOf[T any](list *C.struct_rtdyldx_list, n, names int) ([]T, *texts) {
	var a arena
	var t T
	size := uintptr(n) * unsafe.Sizeof(t)
	all := unsafe.Slice((*byte)(a.room(size+uintptr(names))), int(size)+names)
	list.items, list.count = a.pieces[0], C.size_t(n)
	return unsafe.Slice((*T)(a.pieces[0]), n), &texts{all[size:]}
}

//export rtdyldx_object_read
func rtdyldx_object_read(object *C.rtdyld_object, section C.uint32_t, offset C.uint64_t, buffer unsafe.Pointer, length C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return held(object, e, func(o *objectHandle) error {
		if buffer == nil && length > 0 {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "buffer is NULL")
		}
		for _, s := range o.Sections() {
			if uint64(s.ID) != uint64(section) {
				continue
			}
			n := uint64(len(s.Mem))
			if uint64(offset) > n || uint64(length) > n-uint64(offset) {
				return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: section %d has %d bytes, not %d from %d on", o.Name(), uint32(section), n, uint64(length), uint64(offset))
			}
			to, err := bytesAt(buffer, uint64(length))
			copy(to, s.Mem[offset:])
			return err
		}
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: no section %d in memory", o.Name(), uint32(section))
	})
}

var symbolKinds = map[objfmt.SymbolType]C.rtdyld_symbol_kind{
	objfmt.SymData: C.RTDYLD_SYMBOL_DATA, objfmt.SymFunc: C.RTDYLD_SYMBOL_FUNCTION, objfmt.SymIFunc: C.RTDYLD_SYMBOL_FUNCTION, objfmt.SymTLS: C.RTDYLD_SYMBOL_TLS,
}

//export rtdyldx_object_symbols
func rtdyldx_object_symbols(object *C.rtdyld_object, missing C.int, list *C.struct_rtdyldx_list, e **C.rtdyld_error) C.rtdyld_status {
	return held(object, e, func(o *objectHandle) error {
		if err := visited(missing); err != nil {
			return err
		}
		syms := o.Symbols()
		names := 0
		for i := range syms {
			names += len(syms[i].Name) + 1
		}
		out, text := listOf[C.rtdyld_symbol](list, len(syms), names)
		for i := range syms {
			s, c := &syms[i], &out[i]
			c.size, c.name = sizeOf[C.rtdyld_symbol](), text.put(s.Name)
			c.address, c.bytes = C.uint64_t(s.Addr), C.uint64_t(s.Size)
			c.section, c.kind, c.binding, c.hidden = C.uint32_t(s.Section), symbolKinds[s.Type], C.rtdyld_binding(s.Bind), truth(s.Local)
			if s.Section >= objfmt.SecSpecial {
				c.section = C.RTDYLD_SECTION_NONE
			}
			if s.Type == objfmt.SymTLS {
				c.thread_offset = C.int64_t(threadOffset(o.Object, s))
			}
			if s.Section == objfmt.SecAbs {
				c.kind = C.RTDYLD_SYMBOL_ABSOLUTE
			}
		}
		return nil
	})
}

// symbolLists are lists of symbols that fillPlaces has used.
var symbolLists = sync.Pool{New: func() any { return new([]rtdyld.LoadedSymbol) }}

// maxKeptSymbols is how long a list is kept.
const maxKeptSymbols = 1 << 10

// fillPlaces writes the addresses that an input wants. Nothing else knows the object yet, so that its names cannot go.
func fillPlaces(places []C.rtdyld_place, o *rtdyld.Object) {
	if len(places) == 0 {
		return
	}
	if len(places) > fewPlaces {
		list := symbolLists.Get().(*[]rtdyld.LoadedSymbol)
		syms := o.AppendGlobals(*list)
		fillFrom(places, o, syms)
		if clear(syms); cap(syms) <= maxKeptSymbols { // they view the image
			*list = syms[:0]
			symbolLists.Put(list)
		}
		return
	}
	var few [fewPlaces]rtdyld.LoadedSymbol
	fillFrom(places, o, o.AppendGlobals(few[:0]))
}

// fewPlaces is how many need no list that is kept, as a rule.
const fewPlaces = 4

// fillFrom is fillPlaces with the global symbols of the object.
func fillFrom(places []C.rtdyld_place, o *rtdyld.Object, syms []rtdyld.LoadedSymbol) {
	next := places
	for i := range syms {
		if len(next) > 0 && isString(next[0].name, syms[i].Name) {
			fillPlace(&next[0], o, &syms[i])
			next = next[1:]
		}
	}
	if len(next) > 0 {
		fillUnordered(next, o, syms)
	}
}

// fillUnordered is fillPlaces of places in any order.
func fillUnordered(places []C.rtdyld_place, o *rtdyld.Object, syms []rtdyld.LoadedSymbol) {
	byName := make(map[string]int, len(syms)) // numbers: the list may be on the stack
	for i := range syms {
		byName[syms[i].Name] = i
	}
	for i := range places {
		if k, ok := byName[C.GoString(places[i].name)]; ok {
			fillPlace(&places[i], o, &syms[k])
		}
	}
}

func fillPlace(p *C.rtdyld_place, o *rtdyld.Object, s *rtdyld.LoadedSymbol) {
	p.address, p.found = C.uint64_t(s.Addr), 1
	if s.Type == objfmt.SymTLS {
		p.address = C.uint64_t(threadOffset(o, s))
	}
}

// threadOffset is where a thread-local of an object is, from the thread pointer on.
func threadOffset(o *rtdyld.Object, s *rtdyld.LoadedSymbol) int64 {
	return int64(s.Addr) + o.ThreadOffset()
}

// isString reports whether a string of C's is s.
func isString(p *C.char, s string) bool {
	for i := range len(s) {
		if c := *(*byte)(unsafe.Add(unsafe.Pointer(p), i)); c != s[i] || c == 0 {
			return false
		}
	}
	return *(*byte)(unsafe.Add(unsafe.Pointer(p), len(s))) == 0
}
