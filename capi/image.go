//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
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
		return v.why(v.during(func(ctx context.Context) error { return v.l.SaveFile(ctx, name, cfg, objs...) }), v.l.Objects)
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

//export rtdyldx_linker_map_image
func rtdyldx_linker_map_image(l *C.rtdyld_linker, path *C.rtdyldx_cchar, flags C.uint32_t, object **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return mapImage(l, flags, object, e, func(cfg rtdyld.ImageConfig) (*rtdyld.LinkedImage, error) {
		name, err := stringArg(path, "path")
		if err != nil {
			return nil, err
		}
		return rtdyld.OpenImage(name, cfg)
	})
}

//export rtdyldx_linker_map_image_memory
func rtdyldx_linker_map_image_memory(l *C.rtdyld_linker, name *C.rtdyldx_cchar, data C.rtdyldx_cvoidp, length C.size_t, flags C.uint32_t, object **C.rtdyld_object, e **C.rtdyld_error) C.rtdyld_status {
	return mapImage(l, flags, object, e, func(cfg rtdyld.ImageConfig) (*rtdyld.LinkedImage, error) {
		text, err := stringArg(name, "name")
		if err == nil && data == nil {
			err = failure(C.RTDYLD_ERROR_ARGUMENT, "data is NULL")
		}
		if err != nil {
			return nil, err
		}
		from, err := bytesAt(unsafe.Pointer(data), uint64(length))
		if err != nil {
			return nil, err
		}
		return readImage(objfmt.NewBuffer(text, bytes.Clone(from)), cfg)
	})
}

// readImage is rtdyld.ReadImage of a buffer that goes with the image, or at once.
func readImage(buf *objfmt.ObjectBuffer, cfg rtdyld.ImageConfig) (*rtdyld.LinkedImage, error) {
	img, err := rtdyld.ReadImage(buf, cfg)
	if err != nil {
		buf.Close()
	}
	return img, err
}

// mapImage maps an image that is opened by a function.
func mapImage(l *C.rtdyld_linker, flags C.uint32_t, object **C.rtdyld_object, e **C.rtdyld_error, open func(rtdyld.ImageConfig) (*rtdyld.LinkedImage, error)) C.rtdyld_status {
	setHandle(object, 0)
	return call(handleAt(&l), aLinker, e, func(v *linker) error {
		if err := known("rtdyld_linker_map_image", uint32(flags), C.RTDYLD_MAP_TRUSTED|C.RTDYLD_MAP_ELSEWHERE|C.RTDYLD_MAP_ANY_LIBRARY, 0); err != nil {
			return err
		}
		return v.during(func(ctx context.Context) error {
			img, err := open(rtdyld.ImageConfig{Trusted: flags&C.RTDYLD_MAP_TRUSTED != 0})
			if err != nil {
				return err
			}
			defer img.Close()
			o, err := v.mapImage(ctx, img, flags)
			if err == nil && object != nil {
				setHandle(object, v.handleOf(o))
			}
			return err
		})
	})
}

// mapImage maps an image, whose libraries it opens first.
func (l *linker) mapImage(ctx context.Context, img *rtdyld.LinkedImage, flags C.uint32_t) (*rtdyld.Object, error) {
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

//export rtdyldx_show_image
func rtdyldx_show_image(from *C.rtdyldx_cinput, missing C.int, shown *C.struct_rtdyldx_shown, e **C.rtdyld_error) (status C.rtdyld_status) {
	defer recovered(e, &status)
	return report(e, showImage(from, missing != 0, shown))
}

func showImage(from *C.rtdyldx_cinput, missing bool, shown *C.struct_rtdyldx_shown) error {
	if missing {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "show is NULL")
	}
	var in input
	if err := in.take(from); err != nil {
		return err
	}
	if err := in.forLinker(); err != nil || in.archive || in.external != nil {
		in.buf.Close()
		return cmp.Or(err, failure(C.RTDYLD_ERROR_ARGUMENT, "%s: an image is no archive, and its names are its own", in.name))
	}
	img, err := readImage(in.buf, rtdyld.ImageConfig{Trusted: true})
	if err != nil {
		return err
	}
	defer img.Close()
	inputs, err := img.Inputs()
	if err != nil {
		return err
	}
	var a arena
	a.image(img, inputs)
	a.give(shown)
	return nil
}

// image makes the struct for C, the arena's first piece.
func (a *arena) image(img *rtdyld.LinkedImage, inputs []rtdyld.ImageInput) {
	to := &items[C.rtdyld_image](a, 1)[0]
	to.size, to.name, to.triple = sizeOf[C.rtdyld_image](), a.text(img.SOName()), a.text(img.Triple().String())
	to.base, to.bytes, to.fixed = C.uint64_t(img.Base()), C.uint64_t(img.Size()), truth(img.Fixed())
	to.build_id, to.build_id_length = a.bytes(img.BuildID())
	to.linker, to.symbol_count = a.text(img.Linker()), C.uint64_t(img.NumSymbols())
	objects := items[C.rtdyld_image_input](a, len(inputs))
	for i := range inputs {
		objects[i].name = a.text(inputs[i].Name)
		objects[i].sha256, _ = a.bytes(inputs[i].SHA256[:])
	}
	to.inputs, to.input_count = unsafe.SliceData(objects), C.size_t(len(objects))
	known := img.Libraries()
	libraries := items[C.rtdyld_image_library](a, len(known))
	for i := range known {
		lib := &libraries[i]
		lib.name, lib.bytes = a.text(known[i].Name), C.uint64_t(known[i].Size)
		lib.build_id, lib.build_id_length = a.bytes(known[i].BuildID)
		if known[i].SHA256 != [32]byte{} {
			lib.sha256, _ = a.bytes(known[i].SHA256[:])
		}
	}
	to.libraries, to.library_count = unsafe.SliceData(libraries), C.size_t(len(libraries))
	names := img.Imports()
	imports := items[C.rtdyld_image_import](a, len(names))
	for i := range names {
		imports[i].name = a.text(names[i])
		if lib, ok := img.ImportLibrary(i); ok {
			imports[i].library = &libraries[slices.IndexFunc(known, func(k rtdyld.ImageLibrary) bool { return k.Name == lib.Name })]
		}
	}
	to.imports, to.import_count = unsafe.SliceData(imports), C.size_t(len(imports))
	parts := img.Segments()
	segments := items[C.rtdyld_image_segment](a, len(parts))
	for i := range parts {
		p := &parts[i]
		segments[i] = C.rtdyld_image_segment{C.uint64_t(p.Addr), C.uint64_t(p.Size), C.uint64_t(p.Off), C.uint64_t(p.FileSize), kindOf[p.Kind], truth(p.Writes)}
	}
	to.segments, to.segment_count = unsafe.SliceData(segments), C.size_t(len(segments))
}

// bytes gives bytes to C, NULL if there are none.
func (a *arena) bytes(b []byte) (*C.uchar, C.size_t) {
	if len(b) == 0 {
		return nil, 0
	}
	return (*C.uchar)(unsafe.Pointer(a.text(string(b)))), C.size_t(len(b))
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
