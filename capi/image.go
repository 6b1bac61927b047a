//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

//export rtdyldx_linker_save
func rtdyldx_linker_save(l *C.rtdyld_linker, objects *C.rtdyldx_cobject, count C.size_t, options *C.rtdyldx_csave, path *C.rtdyldx_cchar, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		name, err := stringArg(path, "path")
		if err != nil {
			return err
		}
		cfg, err := saveConfig(options)
		if err != nil {
			return err
		}
		objs, err := v.objectsOf(objects, count)
		if err != nil {
			return err
		}
		if !v.image {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "the linker was made without RTDYLD_IMAGE")
		}
		return v.why(v.during(func(ctx context.Context) error { return v.save(ctx, name, cfg, objs) }), v.l.Objects)
	})
}

func saveConfig(from *C.rtdyldx_csave) (cfg rtdyld.SaveConfig, err error) {
	if from == nil {
		return cfg, nil
	}
	var ar arena
	defer ar.free()
	o := &items[C.rtdyld_save_options](&ar, 1)[0]
	if err := copied(C.rtdyldx_copy_save(o, from), "rtdyld_save_options"); err != nil {
		return cfg, err
	}
	if err := known("rtdyld_save_options", uint32(o.flags), C.RTDYLD_SAVE_FIXED|C.RTDYLD_SAVE_KNOWN_ONLY, uint32(o.reserved)); err != nil {
		return cfg, err
	}
	cfg.Base, cfg.Fixed, cfg.KnownOnly = uint64(o.base), o.flags&C.RTDYLD_SAVE_FIXED != 0, o.flags&C.RTDYLD_SAVE_KNOWN_ONLY != 0
	if o.name != nil {
		cfg.Name = C.GoString(o.name)
	}
	return cfg, nil
}

// save writes an image to a file beside the one that it replaces at last.
func (l *linker) save(ctx context.Context, path string, cfg rtdyld.SaveConfig, objs []*rtdyld.Object) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := l.l.Save(ctx, w, cfg, objs...); err != nil {
		return err
	}
	if err := errors.Join(w.Flush(), f.Chmod(0o644)); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

//export rtdyldx_linker_map_image
func rtdyldx_linker_map_image(l *C.rtdyld_linker, path *C.rtdyldx_cchar, flags C.uint32_t, object **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	setHandle(object, 0)
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		name, err := stringArg(path, "path")
		if err != nil {
			return err
		}
		if err := known("rtdyld_linker_map_image", uint32(flags), C.RTDYLD_MAP_TRUSTED|C.RTDYLD_MAP_ELSEWHERE|C.RTDYLD_MAP_ANY_LIBRARY, 0); err != nil {
			return err
		}
		if v.rec != nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "the linker is recorded, and a record has no linked images")
		}
		return v.during(func(ctx context.Context) error {
			o, err := v.mapImage(ctx, name, flags)
			if err == nil && object != nil {
				setHandle(object, v.handleOf(o))
			}
			return err
		})
	})
}

// mapImage maps an image, whose libraries it opens first.
func (l *linker) mapImage(ctx context.Context, path string, flags C.uint32_t) (*rtdyld.Object, error) {
	img, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{Trusted: flags&C.RTDYLD_MAP_TRUSTED != 0})
	if err != nil {
		return nil, err
	}
	defer img.Close()
	if libraries := img.Libraries(); len(libraries) > 0 && l.process != nil {
		names := make([]string, len(libraries))
		for i := range libraries {
			names[i] = libraries[i].Name
		}
		if err := l.opened.open(l.target, names); err != nil {
			return nil, err
		}
	}
	return l.l.MapImage(ctx, img, rtdyld.MapConfig{Elsewhere: flags&C.RTDYLD_MAP_ELSEWHERE != 0, AnyLibrary: flags&C.RTDYLD_MAP_ANY_LIBRARY != 0})
}

// opened are the libraries that were opened for images. As a resolver they come last.
type opened struct {
	mu   sync.Mutex
	next rtdyld.Resolvers
}

// open opens libraries, which stay.
func (o *opened) open(target triple.Triple, names []string) error {
	p, err := processFor(target, names)
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.next = append(o.next[:len(o.next):len(o.next)], p.LinkerConfig().Resolver)
	return nil
}

// Resolve implements [rtdyld.Resolver].
func (o *opened) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	o.mu.Lock()
	next := o.next
	o.mu.Unlock()
	if len(next) == 0 {
		return nil
	}
	return next.Resolve(ctx, refs, out)
}

// setOpened has names found in libraries of images, if names of the process are.
func (set *settings) setOpened() {
	if r := set.linker.Resolver; r != nil && set.process != nil {
		set.linker.Resolver = rtdyld.Resolvers{r, &set.opened}
	}
}

// words views values of the program's.
func words(p *C.rtdyldx_cword, n uint64) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(p)), int(n))
}
