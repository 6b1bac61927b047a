//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// templates is what the handle of a template stands for.
type templates struct {
	*session
	t     *rtdyld.Template
	holes int

	mu   sync.Mutex
	live map[uint64]rtdyld.Instance
	last uint64
}

// openMemory has two addresses for each byte. It is the process's, for all templates that ask for it.
var openMemory = sync.OnceValues(func() (*mem.Manager, error) {
	mapper, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: true})
	if err != nil {
		return nil, err
	}
	return mem.NewManager(mapper, mem.Config{})
})

//export rtdyldx_template_create
func rtdyldx_template_create(from *C.rtdyldx_cinput, options *C.rtdyldx_ctemplate, out **C.rtdyld_template, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	setHandle(out, 0)
	if out == nil {
		return report(e, failure(C.RTDYLD_ERROR_ARGUMENT, "out is NULL"))
	}
	t := &templates{session: newSession(), live: map[uint64]rtdyld.Instance{}}
	if err := t.make(from, options); err != nil {
		return report(e, err)
	}
	setHandle(out, enroll(aTemplate, t.owner, t))
	return C.RTDYLD_OK
}

// make makes the template.
func (t *templates) make(from *C.rtdyldx_cinput, options *C.rtdyldx_ctemplate) error {
	cfg, err := t.config(options)
	if err != nil {
		return err
	}
	var in input
	if err := in.take(from); err != nil {
		return err
	}
	if in.source || in.archive {
		in.buf.Close()
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: a template is made of an object", in.name)
	}
	if in.places != nil {
		in.buf.Close()
		return failure(C.RTDYLD_ERROR_ARGUMENT, "%s: places are for objects that a linker is given", in.name)
	}
	img, err := in.parse(context.Background())
	if err != nil {
		return err
	}
	defer img.Close()
	t.holes = len(cfg.Holes)
	t.t, err = rtdyld.NewTemplate(context.Background(), img, cfg)
	return err
}

// config makes a configuration of options, which may be nil.
func (t *templates) config(options *C.rtdyldx_ctemplate) (cfg rtdyld.TemplateConfig, err error) {
	var ar arena
	defer ar.free()
	o := &items[C.rtdyld_template_options](&ar, 1)[0]
	if options != nil {
		if err := copied(C.rtdyldx_copy_template(o, options), "rtdyld_template_options"); err != nil {
			return cfg, err
		}
	}
	const all = C.RTDYLD_TEMPLATE_OPEN | C.RTDYLD_TEMPLATE_NO_PROCESS_NAMES | C.RTDYLD_TEMPLATE_NO_RELAX
	if err := known("rtdyld_template_options", uint32(o.flags), all, uint32(o.reserved)); err != nil {
		return cfg, err
	}
	if cfg.Holes, err = cStrings(o.holes, o.hole_count, "rtdyld_template_options: holes"); err != nil {
		return cfg, err
	}
	process, err := processFor(triple.Triple{}, nil)
	if err != nil {
		return cfg, err
	}
	here := process.LinkerConfig()
	cfg.NoRelax = o.flags&C.RTDYLD_TEMPLATE_NO_RELAX != 0
	if cfg.Resolver, err = t.resolverOf((*C.rtdyldx_cresolver)(unsafe.Pointer(o.resolver))); err != nil {
		return cfg, err
	}
	switch {
	case o.flags&C.RTDYLD_TEMPLATE_NO_PROCESS_NAMES != 0:
	case cfg.Resolver == nil:
		cfg.Resolver = here.Resolver
	default:
		cfg.Resolver = rtdyld.Resolvers{cfg.Resolver, here.Resolver}
	}
	if cfg.Memory = here.Memory; o.flags&C.RTDYLD_TEMPLATE_OPEN != 0 {
		cfg.Open, cfg.Publish = true, mem.Publish
		cfg.Memory, err = openMemory()
	}
	return cfg, err
}

// cStrings copies an array of the program's strings.
func cStrings(from **C.char, count C.size_t, what string) (out []string, err error) {
	if from == nil && count > 0 {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "%s is NULL, count %d", what, uint64(count))
	}
	for i, p := range unsafe.Slice(from, int(count)) {
		if p == nil {
			return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "%s[%d] is NULL", what, i)
		}
		out = append(out, C.GoString(p))
	}
	return out, nil
}

//export rtdyldx_template_free
func rtdyldx_template_free(from *C.rtdyld_template, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	h := handleAt(&from)
	ent, err := find(h, aTemplate)
	if err == nil {
		v := ent.value.(*templates)
		err = v.end(h, aTemplate, func(ctx context.Context) error {
			var all []rtdyld.Instance
			for _, in := range v.live {
				all = append(all, in)
			}
			return errors.Join(rtdyld.ReleaseAll(ctx, all), v.t.CloseContext(ctx))
		})
	}
	return report(e, err)
}

//export rtdyldx_template_instantiate
func rtdyldx_template_instantiate(from *C.rtdyld_template, values *C.rtdyldx_cword, count C.size_t, out *C.rtdyld_instance, e **C.rtdyld_error) C.rtdyld_status {
	if out != nil {
		clear(unsafe.Slice(out, int(count)))
	}
	return call(handleAt(&from), aTemplate, e, func(t *templates) error {
		switch {
		case count == 0:
			return nil
		case out == nil:
			return failure(C.RTDYLD_ERROR_ARGUMENT, "instances is NULL, count %d", uint64(count))
		case values == nil && t.holes > 0:
			return failure(C.RTDYLD_ERROR_ARGUMENT, "values is NULL, and there are %d holes", t.holes)
		}
		made := make([]rtdyld.Instance, count)
		if err := t.t.InstantiateAll(context.Background(), slices.Clone(words(values, uint64(t.holes)*uint64(count))), made); err != nil {
			return err
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		list := unsafe.Slice(out, int(count))
		for i := range list {
			t.last++
			t.live[t.last] = made[i]
			list[i] = C.rtdyld_instance{
				address: C.uint64_t(made[i].Addr()), constants: C.uint64_t(made[i].Constants()),
				bytes: C.uint64_t(len(made[i].Code())), id: C.uint64_t(t.last),
			}
		}
		return nil
	})
}

// instances are the live ones of C's; release has them live no longer.
func (t *templates) instances(from *C.rtdyldx_cinstance, count C.size_t, release bool) ([]rtdyld.Instance, error) {
	if from == nil && count > 0 {
		return nil, failure(C.RTDYLD_ERROR_ARGUMENT, "instances is NULL, count %d", uint64(count))
	}
	list := unsafe.Slice((*C.rtdyld_instance)(unsafe.Pointer(from)), int(count))
	out := make([]rtdyld.Instance, 0, len(list))
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range list {
		in, ok := t.live[uint64(list[i].id)]
		if release {
			delete(t.live, uint64(list[i].id))
		}
		if !ok {
			for k, back := range out {
				t.live[uint64(list[k].id)] = back
			}
			return nil, failure(C.RTDYLD_ERROR_UNLOADED, "instances[%d]: the template has no instance %d: it was released, or never was one", i, uint64(list[i].id))
		}
		out = append(out, in)
	}
	return out, nil
}

//export rtdyldx_template_release
func rtdyldx_template_release(from *C.rtdyld_template, list *C.rtdyldx_cinstance, count C.size_t, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&from), aTemplate, e, func(t *templates) error {
		all, err := t.instances(list, count, true)
		if err != nil {
			return err
		}
		return rtdyld.ReleaseAll(context.Background(), all)
	})
}

//export rtdyldx_template_symbol
func rtdyldx_template_symbol(from *C.rtdyld_template, instance *C.rtdyldx_cinstance, name *C.rtdyldx_cchar, address *C.uint64_t, e **C.rtdyld_error) C.rtdyld_status {
	if address != nil {
		*address = 0
	}
	return call(handleAt(&from), aTemplate, e, func(t *templates) error {
		text, err := stringArg(name, "name")
		if err == nil && address == nil {
			err = failure(C.RTDYLD_ERROR_ARGUMENT, "address is NULL")
		}
		if err != nil {
			return err
		}
		one, err := t.instances(instance, 1, false)
		if err != nil {
			return err
		}
		addr, ok := one[0].Symbol(text)
		if !ok {
			return failure(C.RTDYLD_ERROR_NOT_FOUND, "%s: the template does not define it", text)
		}
		*address = C.uint64_t(addr)
		return nil
	})
}
