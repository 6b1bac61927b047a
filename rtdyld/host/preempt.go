//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"bytes"
	"debug/elf"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// A program's own function preempts that of a library: the dynamic linker looks for names in the program first (gABI, "Shared Object Dependencies").
// Libraries are bound before objects are loaded; what their GOTs say of such a function is changed afterwards.

// allocators are functions that stay: memory of the C library's own, which this does not change, may be given to them.
var allocators = []string{"malloc", "calloc", "realloc", "free", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc", "malloc_usable_size", "reallocarray"}

// slotTypes are the relocations of a library's GOT that are for functions; some processors have those of data.
var slotTypes = map[string][]uint32{
	"amd64":   {uint32(elf.R_X86_64_GLOB_DAT), uint32(elf.R_X86_64_JMP_SLOT)},
	"arm64":   {uint32(elf.R_AARCH64_GLOB_DAT), uint32(elf.R_AARCH64_JUMP_SLOT)},
	"riscv64": {uint32(elf.R_RISCV_64), uint32(elf.R_RISCV_JUMP_SLOT)},
	"ppc64le": {uint32(elf.R_PPC64_ADDR64), uint32(elf.R_PPC64_GLOB_DAT), uint32(elf.R_PPC64_JMP_SLOT)},
	"s390x":   {uint32(elf.R_390_GLOB_DAT), uint32(elf.R_390_JMP_SLOT)},
	"arm":     {uint32(elf.R_ARM_GLOB_DAT), uint32(elf.R_ARM_JUMP_SLOT)},
	"386":     {uint32(elf.R_386_GLOB_DAT), uint32(elf.R_386_JMP_SLOT)},
}[runtime.GOARCH]

// preemptive binds libraries of a process to functions of its objects.
type preemptive struct{ libraries []*library }

// preempted are the slots of all libraries that lead to functions of objects.
var preempted struct {
	mu    sync.Mutex
	slots map[uintptr]*preemptedSlot // by address
}

type preemptedSlot struct {
	in *library
	by []preemption // the last one counts; the first has no object: what was there before
}

type preemption struct {
	object *rtdyld.Object
	addr   uintptr
}

// add has the libraries call functions that objects define.
func (p preemptive) add(objs []*rtdyld.Object) error {
	funcs := map[string]preemption{}
	var list []rtdyld.LoadedSymbol
	for _, o := range objs {
		list = o.AppendGlobals(list[:0])
		for i := range list {
			s := &list[i]
			if s.Type != objfmt.SymFunc && s.Type != objfmt.SymIFunc || s.Bind != objfmt.BindGlobal {
				continue
			}
			if n, ok := exportOf(o, s); ok && !slices.Contains(allocators, n.name) {
				funcs[n.name] = preemption{o, uintptr(n.addr)}
			}
		}
	}
	if len(funcs) == 0 {
		return nil
	}
	preempted.mu.Lock()
	defer preempted.mu.Unlock()
	for _, l := range p.libraries {
		var changed []uintptr
		l.eachSlot(func(slot uintptr, name []byte) {
			to, ok := funcs[string(name)]
			if !ok {
				return
			}
			x := preempted.slots[slot]
			if x == nil {
				x = &preemptedSlot{l, []preemption{{nil, peek[uintptr](slot)}}}
				if preempted.slots == nil {
					preempted.slots = map[uintptr]*preemptedSlot{}
				}
				preempted.slots[slot] = x
			}
			x.by = append(x.by, to)
			changed = append(changed, slot)
		})
		if err := l.bind(changed); err != nil {
			return err
		}
	}
	return nil
}

// Finalized implements rtdyld.Listener: Init does it, which may fail.
func (preemptive) Finalized([]*rtdyld.Object) {}

// Unloading implements rtdyld.Listener: libraries call again what they called before.
func (p preemptive) Unloading(objs []*rtdyld.Object) {
	preempted.mu.Lock()
	defer preempted.mu.Unlock()
	changed := map[*library][]uintptr{}
	for slot, x := range preempted.slots {
		n := len(x.by)
		x.by = slices.DeleteFunc(x.by, func(by preemption) bool { return by.object != nil && slices.Contains(objs, by.object) })
		if len(x.by) < n {
			changed[x.in] = append(changed[x.in], slot)
		}
	}
	for l, slots := range changed {
		l.bind(slots) // memory that could be written to before
		for _, slot := range slots {
			if len(preempted.slots[slot].by) == 1 {
				delete(preempted.slots, slot)
			}
		}
	}
}

// bind writes what is to be in slots of a library. preempted.mu is held.
func (l *library) bind(slots []uintptr) error {
	if len(slots) == 0 {
		return nil
	}
	page := uintptr(os.Getpagesize())
	start, end := l.relro[0]&^(page-1), l.relro[1]&^(page-1) // as the dynamic linker protects it
	if protected := func(slot uintptr) bool { return start <= slot && slot < end }; slices.ContainsFunc(slots, protected) {
		pages := foreign[byte](start, int(end-start))
		if err := unix.Mprotect(pages, unix.PROT_READ|unix.PROT_WRITE); err != nil {
			return &LibraryError{l.name, os.NewSyscallError("mprotect", err)}
		}
		defer unix.Mprotect(pages, unix.PROT_READ)
	}
	for _, slot := range slots {
		by := preempted.slots[slot].by
		atomic.StoreUintptr((*uintptr)(pointer(slot)), by[len(by)-1].addr)
	}
	return nil
}

// eachSlot calls f with the slots of the GOT by which a library calls and finds functions by their names.
func (l *library) eachSlot(f func(slot uintptr, name []byte)) {
	var rel, rela, plt, relSize, relaSize, pltSize uintptr
	var pltKind elf.DynTag
	for tag, v := range l.tags() {
		switch tag {
		case elf.DT_REL:
			rel = l.address(v)
		case elf.DT_RELSZ:
			relSize = v
		case elf.DT_RELA:
			rela = l.address(v)
		case elf.DT_RELASZ:
			relaSize = v
		case elf.DT_JMPREL:
			plt = l.address(v)
		case elf.DT_PLTRELSZ:
			pltSize = v
		case elf.DT_PLTREL:
			pltKind = elf.DynTag(v)
		}
	}
	l.slotsOf(rel, relSize, unsafe.Sizeof(elfRel{}), f)
	l.slotsOf(rela, relaSize, unsafe.Sizeof(elfRela{}), f)
	size := unsafe.Sizeof(elfRela{})
	if pltKind == elf.DT_REL {
		size = unsafe.Sizeof(elfRel{})
	}
	if plt < rela || plt >= rela+relaSize { // some linkers count them among the others
		l.slotsOf(plt, pltSize, size, f)
	}
}

// slotsOf is eachSlot for a table of relocations of so many bytes.
func (l *library) slotsOf(table, bytesInAll, size uintptr, f func(slot uintptr, name []byte)) {
	names := foreign[byte](l.strtab, int(l.strsz))
	for n := bytesInAll / size; table != 0 && n > 0; table, n = table+size, n-1 {
		r := peek[elfRel](table) // with an addend it begins so, too
		sym, typ := relocation(r.Info)
		if sym == 0 || !slices.Contains(slotTypes, typ) || size > unsafe.Sizeof(r) && peek[elfRela](table).Addend != 0 {
			continue // or a place behind a function
		}
		s := l.symbol(sym)
		if uintptr(s.Name) >= l.strsz || elf.ST_BIND(s.Info) == elf.STB_LOCAL {
			continue
		}
		name := names[s.Name:]
		if i := bytes.IndexByte(name, 0); i > 0 {
			f(l.base+uintptr(r.Off), name[:i])
		}
	}
}
