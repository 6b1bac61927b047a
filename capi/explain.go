//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/explain"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
)

//export rtdyldx_explain_linker
func rtdyldx_explain_linker(l *C.rtdyld_linker, name *C.rtdyldx_cchar, missing C.int, shown *C.struct_rtdyldx_shown, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error { return v.explained(name, missing, shown, v.l.ExplainContext) })
}

//export rtdyldx_explain_object
func rtdyldx_explain_object(object *C.rtdyld_object, name *C.rtdyldx_cchar, missing C.int, shown *C.struct_rtdyldx_shown, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&object), anObject, e, func(o *objectHandle) error { return o.s.explained(name, missing, shown, o.ExplainContext) })
}

//export rtdyldx_explain_engine
func rtdyldx_explain_engine(en *C.rtdyld_engine, name *C.rtdyldx_cchar, missing C.int, shown *C.struct_rtdyldx_shown, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error {
		return v.explained(name, missing, shown, v.e.Linker().ExplainContext)
	})
}

// explained asks for an explanation, and gives it to C.
func (s *session) explained(name *C.rtdyldx_cchar, missing C.int, shown *C.struct_rtdyldx_shown, ask func(context.Context, string) (*rtdyld.Explanation, error)) error {
	text, err := stringArg(name, "name")
	if err == nil && missing != 0 {
		err = failure(C.RTDYLD_ERROR_ARGUMENT, "show is NULL")
	}
	if err != nil {
		return err
	}
	return s.during(func(ctx context.Context) error {
		x, err := ask(ctx, text)
		if err != nil {
			return err
		}
		var a arena
		s.spell(&a, x)
		a.give(shown)
		return nil
	})
}

// give hands the arena over to C, which shows the first piece and frees all.
func (a *arena) give(shown *C.struct_rtdyldx_shown) {
	list := (*unsafe.Pointer)(a.room(uintptr(len(a.pieces)+1) * unsafe.Sizeof(unsafe.Pointer(nil))))
	n := copy(unsafe.Slice(list, len(a.pieces)-1), a.pieces)
	shown.pieces, shown.count = list, C.size_t(n)
}

// spell makes the struct for C, the arena's first piece.
func (s *session) spell(a *arena, x *rtdyld.Explanation) {
	to := &items[C.rtdyld_explanation](a, 1)[0]
	to.size, to.name, to.text = sizeOf[C.rtdyld_explanation](), a.text(x.Name), a.text(x.String())
	to.origin, to.kind = C.rtdyld_origin(x.Origin), C.rtdyld_symbol_kind(x.Symbol.Kind)
	to.address, to.bytes = C.uint64_t(x.Symbol.Addr), C.uint64_t(x.Symbol.Size)
	to.hidden, to.library, to.made = truth(x.Hidden), a.text(x.Library), a.text(x.What)
	if q := x.Asked; q != nil {
		to.asked = 1 + truth(q.Ref.Weak || q.Ref.Unused)
	}
	if x.Definition != nil {
		d := &items[C.rtdyld_candidate](a, 1)[0]
		s.candidate(a, d, x.Definition)
		to.definition = d
	}
	others := items[C.rtdyld_candidate](a, len(x.Losers))
	for i := range x.Losers {
		s.candidate(a, &others[i], &x.Losers[i].Definition)
		others[i].lost, others[i].group = C.rtdyld_lost(x.Losers[i].Why), a.text(x.Losers[i].Group)
	}
	to.others, to.other_count = unsafe.SliceData(others), C.size_t(len(others))
	uses := items[C.rtdyld_use](a, len(x.Refs))
	for i := range x.Refs {
		r, u := &x.Refs[i], &uses[i]
		setHandle(&u.object, s.handleOf(r.From))
		u.object_name, u.section, u.offset = a.text(r.Object), a.text(r.Section), C.uint64_t(r.Offset)
		u.relocation, u.function, u.as = a.text(r.Type), a.text(r.Function), a.text(r.As)
	}
	to.uses, to.use_count = unsafe.SliceData(uses), C.size_t(len(uses))
	aliases := items[*C.char](a, len(x.Aliases))
	for i := range x.Aliases {
		aliases[i] = a.text(x.Aliases[i].Name)
	}
	to.aliases, to.alias_count = unsafe.SliceData(aliases), C.size_t(len(aliases))
}

func (s *session) candidate(a *arena, to *C.rtdyld_candidate, d *rtdyld.Definition) {
	setHandle(&to.object, s.handleOf(d.Object))
	to.object_name, to.section, to.offset, to.bytes = a.text(d.Object.Name()), a.text(d.Section), C.uint64_t(d.Offset), C.uint64_t(d.Size)
	to.binding, to.common, to.group = C.rtdyld_binding(d.Bind), truth(d.Common), a.text("")
}

// why tells what is known of the names of an error that nobody defines, if the options ask for it.
func (s *session) why(err error, objs func() []*rtdyld.Object) error {
	if err == nil || !s.explains {
		return err
	}
	var imgs []*objfmt.ObjectImage
	for _, o := range objs() {
		hold, gone := o.Image().Buffer.Sub("", 0, 0)
		if gone != nil {
			continue
		}
		defer hold.Close()
		if o.State() != rtdyld.Unloaded {
			imgs = append(imgs, o.Image())
		}
	}
	cfg := explain.Config{Images: imgs, Names: []string{}}
	if s.process != nil {
		cfg.Names, cfg.Libraries = nil, libs.Dirs(s.process.LinkerConfig().Triple)
	}
	ctx, end := s.context()
	defer end()
	return explain.Undefined(ctx, err, cfg)
}
