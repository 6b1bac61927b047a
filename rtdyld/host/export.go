//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"debug/elf"
	"errors"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Names of loaded objects are given to the dynamic linker by shared objects that define them as absolute values, one for each batch
// (sharedfile.go), opened with RTLD_GLOBAL. An entry loses its name when its object goes.

// exports are those of a process's objects.
type exports struct {
	mu sync.Mutex
	of map[*rtdyld.Object]exported
}

// exported is what an object has in the shared object of its batch.
type exported struct {
	in       *exportFile
	first, n uint64 // entries of the symbol table
}

// exportFile is the shared object of a batch.
type exportFile struct {
	handle  uintptr
	symbols uintptr // where the symbol table is
	left    int     // objects that are there
}

// add exports the names of objects.
func (x *exports) add(objs []*rtdyld.Object) error {
	var names []absolute
	var list []rtdyld.LoadedSymbol
	counts := make([]uint64, len(objs))
	for i, o := range objs {
		list = o.AppendGlobals(list[:0])
		before := len(names)
		for j := range list {
			if n, ok := exportOf(o, &list[j]); ok {
				names = append(names, n)
			}
		}
		counts[i] = uint64(len(names) - before)
	}
	if len(names) == 0 {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	file, err := openExports(names)
	if err != nil {
		return &ExportError{names[0].name, err}
	}
	at := uint64(1)
	for i, o := range objs {
		if counts[i] > 0 {
			x.of[o] = exported{file, at, counts[i]}
			file.left++
		}
		at += counts[i]
	}
	return nil
}

// exportOf is a symbol as the dynamic linker is to find it. Hidden ones, thread-locals, which lie in no module of their own, and versions that are not the default one stay out.
func exportOf(o *rtdyld.Object, s *rtdyld.LoadedSymbol) (n absolute, ok bool) {
	name, version, versioned := strings.Cut(s.Name, "@")
	if s.Local || name == "" || versioned && !strings.HasPrefix(version, "@") {
		return n, false
	}
	n = absolute{name: strings.Clone(name), addr: s.Addr, size: s.Size}
	switch s.Type {
	case objfmt.SymTLS:
		return n, false
	case objfmt.SymFunc:
		n.typ = elf.STT_FUNC
	case objfmt.SymIFunc:
		sym, err := o.Lookup(s.Name)
		if err != nil {
			return n, false
		}
		n.typ, n.addr = elf.STT_FUNC, sym.Addr
	case objfmt.SymData:
		n.typ = elf.STT_OBJECT
	}
	return n, true
}

// openExports opens a shared object with names.
func openExports(names []absolute) (*exportFile, error) {
	file, symbols := hostTLS.naming(nil, names)
	h, err := dlopenBytes(nextProc(), file, purego.RTLD_GLOBAL)
	if err != nil {
		return nil, err
	}
	// Until glibc 2.28 it added the base to absolute values, too.
	if at, err := dlsym(h, names[0].name); err != nil || uint64(at) != names[0].addr {
		return nil, errors.Join(errAbsolute, dlclose(h))
	}
	return &exportFile{handle: h, symbols: peek[uintptr](h) + uintptr(symbols)}, nil // struct link_map begins with l_addr (link.h)
}

var errAbsolute = errors.New("the dynamic linker takes no absolute values: glibc does from 2.28 on")

// procs counts the paths of nextProc.
var procs struct {
	mu sync.Mutex
	n  uint
}

// nextProc is a path of /proc that no library was opened by: a digit is "/." or "//.".
func nextProc() string {
	procs.mu.Lock()
	defer procs.mu.Unlock()
	procs.n++
	b := []byte("/proc//")
	for n := procs.n; n > 0; n >>= 1 {
		if n&1 != 0 {
			b = append(b, '/')
		}
		b = append(b, "/."...)
	}
	return string(b)
}

// Finalized implements rtdyld.Listener: Init exports, which may fail.
func (x *exports) Finalized([]*rtdyld.Object) {}

// Unloading implements rtdyld.Listener.
func (x *exports) Unloading(objs []*rtdyld.Object) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, o := range objs {
		x.drop(o)
	}
}

// drop takes the names of an object back. x.mu is held.
func (x *exports) drop(o *rtdyld.Object) {
	e, ok := x.of[o]
	if !ok {
		return
	}
	delete(x.of, o)
	for i := e.first; i < e.first+e.n; i++ {
		// The first word of an entry is its name: that of the null symbol is "".
		*(*uint32)(pointer(e.in.symbols + uintptr(i)*unsafe.Sizeof(elfSym{}))) = 0
	}
	if e.in.left--; e.in.left == 0 {
		dlclose(e.in.handle)
	}
}
