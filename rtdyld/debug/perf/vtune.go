package perf

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// VTuneConfig says whom a [VTune] tells.
type VTuneConfig struct {
	// Notify is the collector's NotifyEvent, which package rtdyld/host opens (host.OpenJITCollector). It is called with
	// a lock held, and must not keep data. Required.
	Notify func(event uint32, data unsafe.Pointer)
}

// VTune is a listener that tells a collector of Intel's JIT Profiling API (jitprofiling.h), as VTune has one, of each
// function. Its methods may be called concurrently. Objects for another machine are passed over.
type VTune struct {
	notify func(event uint32, data unsafe.Pointer)

	mu     sync.Mutex
	closed bool                       // lock mu
	ids    map[*rtdyld.Object]methods // lock mu
}

// methods are the numbers of an object's functions.
type methods struct{ first, n uint32 }

// Events of the API, and the first number that a function may have.
const (
	methodLoadFinished = 13
	methodUnloadStart  = 14
	firstMethod        = 1000
)

// lastMethod is the number that a function of this process was given last.
var lastMethod atomic.Uint32

// methodLoad is iJIT_Method_Load.
type methodLoad struct {
	id              uint32
	name            *byte
	addr            uintptr
	size            uint32
	lineCount       uint32
	lines           *byte
	class           uint32
	classFile       *byte // what VTune shows as the module
	sourceFile      *byte
	userData        *byte
	userSize        uint32
	environmentType uint32
}

// jittingAPI is iJDE_JittingAPI.
const jittingAPI = 2

// NewVTune makes the listener.
func NewVTune(c VTuneConfig) *VTune {
	return &VTune{notify: c.Notify, ids: map[*rtdyld.Object]methods{}}
}

// Finalized implements [rtdyld.Listener].
func (v *VTune) Finalized(objs []*rtdyld.Object) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, o := range objs {
		if !v.closed && foreign(o) == nil {
			v.load(o)
		}
	}
}

// load tells of an object's functions.
func (v *VTune) load(o *rtdyld.Object) {
	_, funcs := functions(o)
	if len(funcs) == 0 {
		return
	}
	n := uint32(len(funcs))
	m := methods{firstMethod + lastMethod.Add(n) - n, n}
	v.ids[o] = m
	file := cString([]byte(o.Name()))
	var name []byte
	for i := range funcs {
		f := &funcs[i]
		name = cString(f.appendName(name[:0]))
		e := &methodLoad{id: m.first + uint32(i), name: &name[0], addr: uintptr(f.addr), size: uint32(len(f.code)), classFile: &file[0], environmentType: jittingAPI}
		v.notify(methodLoadFinished, unsafe.Pointer(e))
		runtime.KeepAlive(e)
	}
	runtime.KeepAlive(file)
	runtime.KeepAlive(name)
}

// cString ends a text; names have no zero byte, which is where C would end one of an object.
func cString(b []byte) []byte {
	if i := slices.Index(b, 0); i >= 0 {
		b = b[:i]
	}
	return append(b, 0)
}

// Unloading implements [rtdyld.Listener].
func (v *VTune) Unloading(objs []*rtdyld.Object) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, o := range objs {
		v.unload(o)
	}
}

// unload tells that an object's functions go.
func (v *VTune) unload(o *rtdyld.Object) {
	m := v.ids[o]
	delete(v.ids, o)
	for i := range m.n {
		id := new(uint32) // iJIT_Method_Id
		*id = m.first + i
		v.notify(methodUnloadStart, unsafe.Pointer(id))
		runtime.KeepAlive(id)
	}
}

// Close tells that all functions go; nothing is told from then on.
func (v *VTune) Close() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.closed = true
	for o := range v.ids {
		v.unload(o)
	}
	return nil
}
