//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"debug/elf"

	"github.com/ebitengine/purego"
)

// The dynamic linker gives thread-locals of a library that is opened late memory for each thread when it first uses them, unless
// a library that it opens before that has initial-exec code for them: then they go to the static block, if that has room.
// Compilers make such code of what is not compiled with -fPIC, objects with std::call_once among it. So a library is opened that asks,
// and closed again.

// largestSettled is how many bytes of a thread a library may have so: others, and objects, need some, too.
func largestSettled() uint64 { return optionalSurplus() / 2 }

// settled is what the dynamic linker has answered for a library.
type settled struct {
	unloaded uint64 // how many libraries had been unloaded by then: what was loaded since may have the module's number
	static   bool
	tp       int64 // offset of its block's start from the thread pointer
}

// settle has the thread-locals of the library that defines this one put into the static block, if that can be done.
func (t *threadBlocks) settle(name string, c *libc) {
	own, _ := splitVersion(name)
	lib, offset := c.loadedImages().withThreadLocal(own)
	if lib == nil || lib.name == "" || lib.block > largestSettled() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if s, known := t.settled[lib.threads]; known && s.unloaded == c.loadedImages().gen[1] {
		return
	}
	var s settled
	f := hostTLS.wanting(lib.name, own)
	if h, err := dlopenBytes("/proc/self/..", f.bytes, purego.RTLD_LOCAL); err == nil {
		base := peek[uintptr](h)
		s.static = peek[uintptr](base+uintptr(f.module)) == lib.threads // no other library's of that name
		s.tp = int64(peek[int](base+uintptr(f.tpoff))) - int64(offset)
		dlclose(h)
	}
	if t.settled == nil {
		t.settled = map[uintptr]settled{}
	}
	s.unloaded = c.loadedImages().gen[1]
	t.settled[lib.threads] = s
}

// isSettled tells where each thread has a module's block from its thread pointer, if settle knows. t.mu is held.
func (t *threadBlocks) isSettled(module uintptr, gen [2]uint64) (tp int64, ok bool) {
	s := t.settled[module]
	return s.tp, s.static && s.unloaded == gen[1]
}

// withThreadLocal is the first library that defines a thread-local, and its offset in the block.
func (im *images) withThreadLocal(name string) (lib *library, offset uintptr) {
	for _, l := range im.order {
		if l.threads == 0 {
			continue
		}
		l.each(name, func(s elfSym) bool {
			if elf.ST_TYPE(s.Info) == elf.STT_TLS && s.Shndx != 0 {
				lib, offset = l, uintptr(s.Value)
			}
			return lib == nil
		})
		if lib != nil {
			break
		}
	}
	return lib, offset
}
