//go:build linux && (amd64 || arm64 || ppc64le)

package traceback

import (
	"syscall"
	"unsafe"
)

// What follows runs where the runtime of Go is not: in signal handlers, on stacks of
// C, in a process that dies. It may not grow a stack, allocate, write a pointer to the heap,
// take a lock or panic; so each function is nosplit, which the linker checks, indexes by
// pointers within bounds that it has looked at, and is compiled without what the race
// detector and checkptr would add. The assembly that calls it counts readers, so that
// what it reads stays, and gives it the index.

// tracebackArg is struct cgoTracebackArg of runtime.SetCgoTraceback.
type tracebackArg struct {
	context    uintptr
	sigContext uintptr
	buf        uintptr
	max        uintptr
}

// symbolizerArg is struct cgoSymbolizerArg.
type symbolizerArg struct {
	pc       uintptr
	file     uintptr
	lineno   uintptr
	funcName uintptr
	entry    uintptr
	more     uintptr
	data     uintptr
}

// find returns the table that a pc lies in, nil if there is none.
//
//go:nosplit
//go:norace
//go:nocheckptr
func find(x *index, pc uintptr) *table {
	runs := unsafe.Pointer(unsafe.SliceData(x.runs))
	for i := uintptr(0); i < uintptr(len(x.runs)); i++ {
		run := (*[]*slot)(unsafe.Add(runs, i*unsafe.Sizeof([]*slot{})))
		base := unsafe.Pointer(unsafe.SliceData(*run))
		low, high := uintptr(0), uintptr(len(*run))
		for low < high {
			mid := (low + high) / 2
			if (*(**slot)(unsafe.Add(base, mid*unsafe.Sizeof(base)))).start > pc {
				high = mid
			} else {
				low = mid + 1
			}
		}
		if low == 0 {
			continue
		}
		if s := *(**slot)(unsafe.Add(base, (low-1)*unsafe.Sizeof(base))); pc < s.end {
			// One load, as atomic.Pointer's: a call of that may be instrumented.
			if t := *(**table)(unsafe.Pointer(&s.table)); t != nil {
				return t
			}
		}
	}
	return nil
}

// ruleAt returns the rule for an offset, nil if there is none.
//
//go:nosplit
//go:norace
//go:nocheckptr
func ruleAt(t *table, off uint32) *rule {
	base := unsafe.Pointer(unsafe.SliceData(t.rules))
	low, high := uintptr(0), uintptr(len(t.rules))
	for low < high {
		mid := (low + high) / 2
		if (*rule)(unsafe.Add(base, mid*unsafe.Sizeof(rule{}))).off > off {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low == 0 {
		return nil
	}
	return (*rule)(unsafe.Add(base, (low-1)*unsafe.Sizeof(rule{})))
}

// placeAt returns the place of an offset, nil if there is none.
//
//go:nosplit
//go:norace
//go:nocheckptr
func placeAt(t *table, off uint32) *place {
	base := unsafe.Pointer(unsafe.SliceData(t.places))
	low, high := uintptr(0), uintptr(len(t.places))
	for low < high {
		mid := (low + high) / 2
		if (*place)(unsafe.Add(base, mid*unsafe.Sizeof(place{}))).off > off {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low == 0 {
		return nil
	}
	return (*place)(unsafe.Add(base, (low-1)*unsafe.Sizeof(place{})))
}

// load reads a word of the stack. A stack may be broken, and a fault in a signal handler
// would end the process without a word: the kernel is asked first. rt_sigprocmask reads the
// set before it finds that there is no such operation as the last.
//
//go:nosplit
//go:norace
//go:nocheckptr
func load(addr uintptr) (v uintptr, ok bool) {
	if addr%8 != 0 || addr < 4096 {
		return 0, false
	}
	if probe(addr) != uintptr(syscall.EINVAL) {
		return 0, false
	}
	return *(*uintptr)(foreign(addr)), true
}

// probe asks the kernel; package syscall would take too much of the stack.
func probe(addr uintptr) uintptr

// foreign is the pointer that an address is.
//
//go:nosplit
//go:norace
//go:nocheckptr
func foreign(addr uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) }

// collect is the traceback function: it writes the program counters of the frames of
// loaded code that a signal has interrupted. Those of callers are inside the call.
//
//go:nosplit
//go:norace
//go:nocheckptr
func collect(arg *tracebackArg, x *index) {
	n := uintptr(0)
	if arg.sigContext != 0 && arg.context == 0 && x != nil {
		n = walk(arg, x)
	}
	if n < arg.max {
		*(*uintptr)(foreign(arg.buf + n*8)) = 0
	}
}

//go:nosplit
//go:norace
//go:nocheckptr
func walk(arg *tracebackArg, x *index) (n uintptr) {
	var w walker
	w.begin(arg.sigContext)
	return w.walk(arg.buf, arg.max, 0, x)
}

// walker is a place on a stack: what a frame's registers are, as far as they are needed to find its caller.
type walker struct{ pc, sp, fp, lr uintptr }

// begin begins where a signal has interrupted a thread.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (w *walker) begin(context uintptr) {
	w.pc = *(*uintptr)(foreign(context + contextPC))
	w.sp = *(*uintptr)(foreign(context + contextSP))
	w.fp = *(*uintptr)(foreign(context + contextFP))
	w.lr = *(*uintptr)(foreign(context + contextLR))
}

// walk writes frames to buf, behind n that are there, and returns how many there are then. Afterwards w is at the last of
// them, if that cannot be left.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (w *walker) walk(buf, most, n uintptr, x *index) uintptr {
	var room rule
	made := uintptr(unsafe.Pointer(&room)) // this stack does not move
	for n < most {
		at := w.pc
		if n > 0 {
			at--
		}
		var r *rule
		if t := find(x, at); t != nil && t.loaded != nil {
			if insideCall(t.loaded, at, made) {
				r = &room
			}
		} else if t != nil {
			r = ruleAt(t, uint32(at-t.start))
		} else if libraryCall(x, at, made) {
			r = &room
		} else if n > 0 {
			return n // Go's own frames follow
		} else {
			*(*uintptr)(foreign(buf)) = at
			n = 1
			// If it calls nothing itself, its caller is known.
			pc, sp, ok := leaf(w.sp, w.lr)
			if !ok || find(x, pc-1) == nil || !calls(pc) {
				return n
			}
			w.pc, w.sp = pc, sp
			continue
		}
		*(*uintptr)(foreign(buf + n*8)) = at
		n++
		if r == nil || r.base == baseNone || r.ra == inRegister && (n > 1 || !hasLR) || !w.up(r, n > 1) {
			return n
		}
	}
	return n
}

// up goes to the caller, by a rule.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (w *walker) up(r *rule, above bool) (ok bool) {
	cfa := w.sp
	if r.base == baseFP {
		cfa = w.fp
	}
	cfa += uintptr(r.cfa)
	if cfa < w.sp || cfa == w.sp && above {
		return false // a caller's frame lies above
	}
	pc, fp := w.lr, w.fp
	if r.ra == inMemory {
		if pc, ok = load(cfa + uintptr(r.raAt)); !ok {
			return false
		}
	}
	if r.fp == inMemory {
		if fp, ok = load(cfa + uintptr(r.fpAt)); !ok {
			return false
		}
	}
	w.pc, w.sp, w.fp = pc, cfa, fp
	return true
}

// held is in symbolizerArg.data while the reader is counted, that is until pc is 0; above
// it is the number of the frame that comes next.
const held = 1

// describe is the symbolizer function. It reports whether the reader is to be counted
// until the answers have been used.
//
//go:nosplit
//go:norace
//go:nocheckptr
func describe(arg *symbolizerArg, x *index) (keep bool) {
	next := uintptr(0)
	if arg.more != 0 {
		next = arg.data >> 1
	}
	keep = arg.data&held != 0
	arg.file, arg.lineno, arg.funcName, arg.entry, arg.more = 0, 0, 0, 0, 0
	arg.data &= held
	if x == nil {
		return keep
	}
	t := find(x, arg.pc)
	if t == nil {
		return keep
	}
	if t.loaded != nil {
		if next == 0 && t.loaded.name(arg) {
			arg.data = held | 1<<1
			keep = true
		}
		return keep
	}
	p := placeAt(t, uint32(arg.pc-t.start))
	if p == nil || next >= uintptr(p.n) {
		return keep
	}
	f := (*frame)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(t.frames)), (uintptr(p.first)+next)*unsafe.Sizeof(frame{})))
	text := uintptr(unsafe.Pointer(unsafe.SliceData(t.text)))
	if f.fn != 0 {
		arg.funcName = text + uintptr(f.fn)
	}
	if f.file != 0 {
		arg.file, arg.lineno = text+uintptr(f.file), uintptr(f.line)
	}
	if next+1 < uintptr(p.n) {
		arg.more = 1
	} else if f.fn != 0 {
		arg.entry = t.start + uintptr(f.entry)
	}
	if arg.funcName|arg.file == 0 {
		return keep // nobody will say that they are done
	}
	arg.data = held | (next+1)<<1
	return true
}
