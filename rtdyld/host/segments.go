//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"bytes"
	"cmp"
	"debug/elf"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Garbage collectors for C (libgc, for one) look for pointers in the writable segments that dl_iterate_phdr tells of, and would free what only
// variables of objects point to. So these are segments of shared objects in memory (sharedfile.go) with room in their program headers, which the dynamic linker
// shows as they are at the time. That takes time, and is done where something calls dl_iterate_phdr: a library or an object.

const iteratesSegments = "dl_iterate_phdr"

// segmentReaders is set once a library was opened that calls dl_iterate_phdr.
var segmentReaders atomic.Bool

// segments are those of a process's objects. It implements [rtdyld.Listener].
type segments struct {
	c      *libc
	wanted atomic.Bool // an object calls dl_iterate_phdr

	mu    sync.Mutex
	of    map[any]*segmentBatch // by *rtdyld.Object, or *RemoteObject
	files []*segmentFile
}

// segmentBatch are the variables of objects that were finalized together.
type segmentBatch struct {
	data  map[any][]segment
	shown []segmentHeader
}

// segmentFile is a shared object whose program headers have room.
type segmentFile struct {
	handle, base uintptr
	free         []uintptr // addresses of program headers
	count        int       // of all
}

// segmentHeader is a program header of one.
type segmentHeader struct {
	in *segmentFile
	at uintptr
}

// segment is memory from start to end.
type segment struct{ start, end uint64 }

// headersInFile is how many program headers a file has at least.
const headersInFile = 60

// readsSegments reports whether one of the libraries calls dl_iterate_phdr. Unwinders do, which look for code.
func readsSegments(libraries []*library) bool {
	return slices.ContainsFunc(libraries, func(l *library) bool {
		names := foreign[byte](l.strtab, int(l.strsz))
		return bytes.Contains(names, []byte("\x00"+iteratesSegments+"\x00")) && l.function(iteratesSegments) == 0 && l.function("_Unwind_Resume") == 0
	})
}

// collect reports whether one of the images is libgc, whatever opened it.
func (im *images) collect() bool {
	return slices.ContainsFunc(im.order, func(l *library) bool { return l.function("GC_init") != 0 })
}

// add shows the variables of objects.
func (x *segments) add(objs []*rtdyld.Object) error {
	if !x.isRead() {
		return nil
	}
	b := &segmentBatch{data: map[any][]segment{}}
	var list []rtdyld.LoadedSection
	for _, o := range objs {
		list = o.AppendSections(list[:0])
		for i := range list {
			if s := &list[i]; s.Kind == objfmt.KindWritable && len(s.Mem) > 0 {
				b.data[o] = append(b.data[o], segment{s.Addr, s.Addr + uint64(len(s.Mem))})
			}
		}
	}
	return x.enter(b)
}

// showData shows the variables of objects of another process's linker: their memory that can be written to, which nothing else tells. Where that
// is not to be had, as in a sandbox, they are not shown.
func (p *Process) showData(objs []*RemoteObject) {
	x := p.segments
	if !x.isRead() {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	writable := writableSegments(maps)
	b := &segmentBatch{data: map[any][]segment{}}
	for _, o := range objs {
		for _, m := range o.Memory {
			for _, w := range writable {
				if s := (segment{max(m.Addr, w.start), min(m.Addr+m.Size, w.end)}); s.start < s.end {
					b.data[o] = append(b.data[o], s)
				}
			}
		}
	}
	_ = x.enter(b)
}

// writableSegments reads the ranges that can be written to out of the text of /proc/self/maps (proc(5)).
func writableSegments(maps []byte) (list []segment) {
	for line := range bytes.Lines(maps) {
		var s segment
		var mode string
		if n, _ := fmt.Sscanf(string(line), "%x-%x %s", &s.start, &s.end, &mode); n == 3 && strings.HasPrefix(mode, "rw") {
			list = append(list, s)
		}
	}
	return list
}

// isRead reports whether something calls dl_iterate_phdr.
func (x *segments) isRead() bool { return x.wanted.Load() || segmentReaders.Load() }

// enter shows a batch.
func (x *segments) enter(b *segmentBatch) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for o := range b.data {
		if x.of[o] != nil { // Init was called before
			delete(b.data, o)
			continue
		}
		x.of[o] = b
	}
	return x.show(b)
}

// show makes the headers of a batch those of what it has now. x.mu is held.
func (x *segments) show(b *segmentBatch) error {
	list := b.segments()
	headers, err := x.take(len(list))
	if err != nil {
		return err
	}
	segmentEdit.mu.Lock()
	defer segmentEdit.mu.Unlock()
	segmentEdit.edit = func() {
		for i, s := range list {
			headers[i].show(s)
		}
		for _, h := range b.shown {
			h.hide()
		}
	}
	x.c.dlIteratePhdr(x.c.segmentsCallback, nil)
	segmentEdit.edit = nil
	for _, h := range b.shown {
		h.in.free = append(h.in.free, h.at)
	}
	b.shown = headers
	return nil
}

// segmentEdit changes headers while no other thread walks over them: the dynamic linker's lock is held while it calls back.
var segmentEdit struct {
	mu   sync.Mutex
	edit func() // nil: it is done
}

// segmentsCallback is called by dl_iterate_phdr, for the first image alone.
func segmentsCallback(_, _, _ uintptr) uintptr {
	runtime.LockOSThread() // as atexit
	defer runtime.UnlockOSThread()
	segmentEdit.edit()
	return 1
}

// segments are those of all objects, in order, joined where no whole page is between two: what is there is mapped as long as they are.
func (b *segmentBatch) segments() (joined []segment) {
	var all []segment
	for _, list := range b.data {
		all = append(all, list...)
	}
	slices.SortFunc(all, func(a, b segment) int { return cmp.Compare(a.start, b.start) })
	page := uint64(os.Getpagesize())
	for _, s := range all {
		if last := len(joined) - 1; last >= 0 && s.start < joined[last].end+page {
			joined[last].end = max(joined[last].end, s.end)
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

// take takes n program headers, of a new file if there are too few. x.mu is held.
func (x *segments) take(n int) (headers []segmentHeader, err error) {
	for _, f := range x.files {
		k := min(n, len(f.free))
		for _, at := range f.free[:k] {
			headers = append(headers, segmentHeader{f, at})
		}
		f.free = f.free[k:]
		n -= k
	}
	for n > 0 {
		f, err := openSegments(min(max(n, headersInFile), 1<<15))
		if err != nil {
			for _, h := range headers {
				h.in.free = append(h.in.free, h.at)
			}
			return nil, err
		}
		x.files = append(x.files, f)
		k := min(n, len(f.free))
		for _, at := range f.free[:k] {
			headers = append(headers, segmentHeader{f, at})
		}
		f.free = f.free[k:]
		n -= k
	}
	return headers, nil
}

// openSegments opens a shared object with room for n segments.
func openSegments(n int) (*segmentFile, error) {
	file, room := hostTLS.spare(n)
	h, err := dlopenBytes(nextProc(), file, purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	f := &segmentFile{handle: h, base: peek[uintptr](h), count: n} // as in openExports
	for i := range n {
		f.free = append(f.free, f.base+uintptr(room)+uintptr(i)*unsafe.Sizeof(elfProg{}))
	}
	return f, nil
}

// show makes it that of a segment in memory. Without an alignment it is none that the dynamic linker has mapped: imageCallback tells by that.
func (h segmentHeader) show(s segment) {
	var p elfProg
	p.Type, p.Flags = uint32(elf.PT_LOAD), uint32(elf.PF_R|elf.PF_W)
	set(&p.Vaddr, uintptr(s.start)-h.in.base)
	set(&p.Paddr, uintptr(s.start)-h.in.base)
	set(&p.Memsz, uintptr(s.end-s.start))
	*(*elfProg)(pointer(h.at)) = p
}

// hide makes it that of no segment.
func (h segmentHeader) hide() { *(*elfProg)(pointer(h.at)) = elfProg{Type: uint32(elf.PT_NULL)} }

// set gives a field of an ELF structure a word.
func set[T uint32 | uint64](field *T, v uintptr) { *field = T(v) }

// both are listeners that are told the same.
type both [2]rtdyld.Listener

// Finalized implements rtdyld.Listener.
func (b both) Finalized(objs []*rtdyld.Object) {
	for _, l := range b {
		l.Finalized(objs)
	}
}

// Unloading implements rtdyld.Listener.
func (b both) Unloading(objs []*rtdyld.Object) {
	for _, l := range b {
		l.Unloading(objs)
	}
}

// Finalized implements rtdyld.Listener: Init shows them, which may fail.
func (x *segments) Finalized([]*rtdyld.Object) {}

// Unloading implements rtdyld.Listener.
func (x *segments) Unloading(objs []*rtdyld.Object) { hide(x, objs) }

// hideData hides what showData has shown.
func (p *Process) hideData(objs []*RemoteObject) { hide(p.segments, objs) }

// hide takes objects out of their batches.
func hide[T any](x *segments, objs []*T) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.of) == 0 {
		return
	}
	changed := map[*segmentBatch]bool{}
	for _, o := range objs {
		if b := x.of[o]; b != nil {
			delete(x.of, o)
			delete(b.data, o)
			changed[b] = true
		}
	}
	for b := range changed {
		if x.show(b) != nil { // there are more of them than before, and no memory for that: rather none than what is gone
			b.data = nil
			x.show(b)
		}
	}
	x.files = slices.DeleteFunc(x.files, func(f *segmentFile) bool {
		unused := len(f.free) == f.count
		if unused {
			dlclose(f.handle)
		}
		return unused
	})
}
