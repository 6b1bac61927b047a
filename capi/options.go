//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/cache"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/triple"
)

// processes are this process with the libraries and the target that linkers ask for. They
// stay: code that a program's allocator keeps may need them.
var processes = struct {
	mu   sync.Mutex
	open map[string]*host.Process
}{open: map[string]*host.Process{}}

// programArgs are the program's arguments as they were when the library was loaded. The strings of os.Args lie in the
// memory of the process that has them, where servers write what they are doing.
var programArgs = func() (args []string) {
	for _, a := range os.Args {
		a, _, _ = strings.Cut(strings.Clone(a), "\x00")
		args = append(args, a)
	}
	return args
}()

// processFor opens the process, once for the same arguments.
func processFor(target triple.Triple, libraries []string) (*host.Process, error) {
	key := tripleText(target) + "\x00" + strings.Join(libraries, "\x00") // none has a zero byte
	processes.mu.Lock()
	defer processes.mu.Unlock()
	if p := processes.open[key]; p != nil {
		return p, nil
	}
	// How a crash is told is the program's business, and so are its tools': valgrind would
	// complain of reads that ask the kernel first.
	p, err := host.Open(host.Config{Libraries: libraries, Args: programArgs, Triple: target, NoTraceback: true})
	if err == nil {
		processes.open[key] = p
	}
	return p, err
}

// settings are options in Go's words.
type settings struct {
	*session
	linker   rtdyld.Config
	compiler compiler.Compiler
	cache    compiler.ObjectCache
	told     func(m *engine.Module, err error) // of errors of the cache
	failed   *[0]byte                          // a function of the program's
	hotCalls uint32
}

const allFlags = C.RTDYLD_NO_PROCESS_NAMES | C.RTDYLD_FOREIGN | C.RTDYLD_ALL_SECTIONS | C.RTDYLD_NO_RELAX | C.RTDYLD_NO_STUBS | C.RTDYLD_STUBS_BY_ADDRESS | C.RTDYLD_CANCELLABLE | C.RTDYLD_NO_CONSTRUCTORS |
	C.RTDYLD_EXPLAIN | C.RTDYLD_IMAGE | C.RTDYLD_CONSTANTS_WITH_CODE

// elsewhere is an executor; nil: code runs in this process, or nowhere.
type elsewhere interface{ LinkerConfig() (rtdyld.Config, error) }

// configure makes settings of options, which may be nil. After an error nothing is left.
func configure(from *C.rtdyldx_coptions, forEngine bool, in elsewhere) (_ *settings, err error) {
	set := &settings{session: newSession()}
	var ar arena
	defer ar.free()
	o := &items[C.rtdyld_options](&ar, 1)[0]
	if from != nil {
		if err := copied(C.rtdyldx_copy_options(o, (*C.rtdyld_options)(unsafe.Pointer(from))), "rtdyld_options"); err != nil {
			return nil, err
		}
	}
	if err := checkOptions(o, forEngine); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			set.shut()
		}
	}()
	if in != nil {
		err = set.placeIn(in, o)
	} else if err = set.place(o); err == nil {
		err = set.remember(o)
	}
	if err != nil {
		return nil, err
	}
	if err := set.callbacks(o); err != nil {
		return nil, err
	}
	if err := set.placeThreads(o); err != nil {
		return nil, err
	}
	if err := set.useTools(o); err != nil {
		return nil, err
	}
	if err := set.listen(o); err != nil {
		return nil, err
	}
	if err := set.compilers(o); err != nil {
		return nil, err
	}
	set.failed, set.hotCalls = o.failed, uint32(o.hot_calls)
	if o.flags&C.RTDYLD_CANCELLABLE != 0 {
		set.cancellable(int64(o.timeout))
	}
	set.explains = o.flags&C.RTDYLD_EXPLAIN != 0
	cfg := &set.linker
	set.image = o.flags&C.RTDYLD_IMAGE != 0
	cfg.Image = set.image
	cfg.CodeModel = rtdyld.CodeModel(o.code_model)
	cfg.Workers = int(o.workers)
	cfg.ImageBase = uint64(o.image_base)
	cfg.AllSections = o.flags&C.RTDYLD_ALL_SECTIONS != 0
	cfg.NoRelax = o.flags&C.RTDYLD_NO_RELAX != 0
	if o.flags&C.RTDYLD_NO_STUBS != 0 {
		cfg.Stubs = rtdyld.NoStubs
	} else if o.flags&C.RTDYLD_STUBS_BY_ADDRESS != 0 {
		cfg.Stubs = rtdyld.StubsByAddress
	}
	if o.flags&C.RTDYLD_NO_CONSTRUCTORS != 0 {
		cfg.Initializer = nil
	} else if cfg.Initializer != nil {
		cfg.Initializer = &constructors{set.session, cfg.Initializer}
	}
	if err := set.record(o); err != nil {
		return nil, err
	}
	return set, nil
}

// checkOptions refuses what makes no sense.
func checkOptions(o *C.rtdyld_options, forEngine bool) error {
	if o.version > C.RTDYLD_API_VERSION {
		return failure(C.RTDYLD_ERROR_VERSION, "rtdyld_options: version %d is newer than this library's, %d", uint32(o.version), C.RTDYLD_API_VERSION)
	}
	if err := known("rtdyld_options", uint32(o.flags), allFlags, uint32(o.reserved)); err != nil {
		return err
	}
	bad := func(format string, args ...any) error {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_options: "+format, args...)
	}
	foreign := o.flags&C.RTDYLD_FOREIGN != 0
	switch {
	case o.code_model > C.RTDYLD_CODE_MODEL_LARGE:
		return bad("there is no code model %d", uint32(o.code_model))
	case o.permissions > C.RTDYLD_PERMISSIONS_CALLER:
		return bad("there are no permissions %d", uint32(o.permissions))
	case o.permissions == C.RTDYLD_PERMISSIONS_CALLER && o.memory == nil:
		return bad("RTDYLD_PERMISSIONS_CALLER needs a memory manager, whose finalize changes permissions")
	case o.flags&C.RTDYLD_NO_STUBS != 0 && o.flags&C.RTDYLD_STUBS_BY_ADDRESS != 0:
		return bad("RTDYLD_NO_STUBS and RTDYLD_STUBS_BY_ADDRESS exclude each other")
	case o.workers < 0:
		return bad("workers is %d", int32(o.workers))
	case o.timeout < 0:
		return bad("timeout is %d", int64(o.timeout))
	case o.timeout > 0 && o.flags&C.RTDYLD_CANCELLABLE == 0:
		return bad("a timeout needs RTDYLD_CANCELLABLE")
	case forEngine && o.flags&C.RTDYLD_IMAGE != 0:
		return bad("RTDYLD_IMAGE is for linkers")
	case o.flags&C.RTDYLD_CONSTANTS_WITH_CODE != 0 && (foreign || o.memory != nil || o.flags&C.RTDYLD_IMAGE != 0):
		return bad("RTDYLD_CONSTANTS_WITH_CODE is for the library's own memory of this process, and for no image")
	case foreign && o.library_count > 0:
		return bad("RTDYLD_FOREIGN code has no libraries of this process")
	case !forEngine && (o.compiler != nil || o.cache != nil || o.cache_directory != nil || o.failed != nil || o.hot_calls != 0):
		return bad("compiler, cache, failed and hot_calls are for engines")
	case o.cache != nil && o.cache_directory != nil:
		return bad("cache and cache_directory exclude each other")
	case o.compiler == nil && (o.cache != nil || o.cache_directory != nil):
		return bad("a cache keeps what a compiler made, and there is none")
	}
	return nil
}

// placeIn has code run in an executor.
func (set *settings) placeIn(in elsewhere, o *C.rtdyld_options) (err error) {
	if o.flags&(C.RTDYLD_FOREIGN|C.RTDYLD_CONSTANTS_WITH_CODE) != 0 || o.triple != nil || o.memory != nil || o.unwind != nil || o.library_count > 0 || o.tools != 0 || o.permissions != C.RTDYLD_PERMISSIONS_DEFAULT {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_options: memory, unwind, permissions, triple, libraries, tools, RTDYLD_FOREIGN and RTDYLD_CONSTANTS_WITH_CODE are not for what runs in an executor")
	}
	if set.linker, err = in.LinkerConfig(); err == nil {
		set.linker.SectionsStay = false // rtdyld_object_map_section
	}
	return err
}

// place says where code is to run.
func (set *settings) place(o *C.rtdyld_options) error {
	var target triple.Triple
	if o.triple != nil {
		var err error
		if target, err = triple.Parse(C.GoString(o.triple)); err != nil {
			return err
		}
	}
	if o.flags&C.RTDYLD_FOREIGN != 0 {
		set.linker.Triple = target
		return nil
	}
	libraries, err := cStrings(o.libraries, o.library_count, "rtdyld_options: libraries")
	if err != nil {
		return err
	}
	p, err := processFor(target, libraries)
	if err == nil {
		set.process, set.target, set.linker = p, target, p.LinkerConfig()
		set.linker.SectionsStay = false // rtdyld_object_map_section
		set.locals.TLSProvider = set.linker.TLS
		set.linker.TLS = &set.locals
	}
	return err
}

// joinedMemory has constants lie with code. It is the process's, for all who ask for it, near the C library as that of others is.
var joinedMemory = sync.OnceValues(func() (rtdyld.MemoryManager, error) {
	m, err := mem.New(mem.Config{Near: uint64(C.rtdyldx_libc()), ConstantsWithCode: true})
	if err != nil {
		return nil, err
	}
	return m, nil
})

// remember sets the memory manager.
func (set *settings) remember(o *C.rtdyld_options) (err error) {
	if o.memory == nil {
		if set.process == nil {
			set.slab, err = mem.New(mem.Config{NoExec: true})
			set.linker.Memory = set.slab
		} else if o.flags&C.RTDYLD_CONSTANTS_WITH_CODE != 0 && runtime.GOOS != "windows" {
			set.linker.Memory, err = joinedMemory()
		}
		return err
	}
	e, err := find(handleAt(&o.memory), aMemory)
	if err != nil {
		return err
	}
	m := e.value.(*memory)
	if !m.use() {
		return failure(C.RTDYLD_ERROR_HANDLE, "the memory manager is freed")
	}
	set.memory = m
	a := newAdapter(m, set.session, o.permissions == C.RTDYLD_PERMISSIONS_LIBRARY)
	set.linker.Memory = a
	set.linker.BySection = m.f.flags&C.RTDYLD_MEMORY_BY_SECTION != 0
	if m.f.notify_loaded != nil {
		set.linker.Loaded = a
	}
	return nil
}

// callbacks sets resolver and unwinder.
func (set *settings) callbacks(o *C.rtdyld_options) error {
	if o.flags&C.RTDYLD_NO_PROCESS_NAMES != 0 {
		set.linker.Resolver = nil
	}
	if o.resolver != nil {
		own, err := set.resolverOf((*C.rtdyldx_cresolver)(unsafe.Pointer(o.resolver)))
		if err != nil {
			return err
		}
		if next := set.linker.Resolver; next != nil {
			own = rtdyld.Resolvers{own, next}
		}
		set.linker.Resolver = own
	}
	set.setOpened()
	if o.unwind != nil {
		u := &items[C.rtdyld_unwind](&set.arena, 1)[0]
		if err := copied(C.rtdyldx_copy_unwind(u, o.unwind), "rtdyld_unwind"); err != nil {
			return err
		}
		if u.register_frames == nil || u.deregister_frames == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_unwind: register_frames or deregister_frames is NULL")
		}
		own := rtdyld.Unwinders{&unwinder{set.session, u}}
		if process := set.linker.Unwinder; process != nil {
			own = append(own, otherFormats{process})
		}
		set.linker.Unwinder = own
	}
	return nil
}

// compilers sets compiler and cache.
func (set *settings) compilers(o *C.rtdyld_options) (err error) {
	if o.compiler != nil {
		c := &items[C.rtdyld_compiler](&set.arena, 1)[0]
		if err := copied(C.rtdyldx_copy_compiler(c, o.compiler), "rtdyld_compiler"); err != nil {
			return err
		}
		if c.compile == nil || c.name == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_compiler: compile or name is NULL")
		}
		set.compiler = &sources{set.session, c, C.GoString(c.name), C.GoString(c.version), C.GoString(c.flags)}
	}
	if o.cache != nil {
		c := &items[C.rtdyld_cache](&set.arena, 1)[0]
		if err := copied(C.rtdyldx_copy_cache(c, o.cache), "rtdyld_cache"); err != nil {
			return err
		}
		if c.get == nil || c.put == nil {
			return failure(C.RTDYLD_ERROR_ARGUMENT, "rtdyld_cache: get or put is NULL")
		}
		kept := &objectCache{set.session, c}
		set.cache, set.told = kept, kept.failed
	}
	if o.cache_directory != nil {
		set.cache, err = cache.OpenDir(C.GoString(o.cache_directory), 0)
	}
	return err
}
