//go:build amd64 || arm64

package traceback

import (
	"sync/atomic"
	"unsafe"
)

// Reporter is for a program in which the runtime cannot be told of loaded code, and whose signal handlers know what loaded code is:
// one that package static has C in. It returns a Traceback without lines, and the address of a C function that a handler may call,
//
//	void report(int signal, siginfo_t *, ucontext_t *, struct { uintptr low, high, only_loaded, with_registers; } *);
//
// which writes to standard error where loaded code was: its functions, objects and sections, from the innermost to where Go has
// called it. The stack that the thread was on is between low and high, which may be 0 if it is not known; with only_loaded it
// writes nothing if the signal came elsewhere than in loaded code, with_registers has it write the thread's registers, too.
// Functions without unwind tables, as musl's are, are left by a look at their stack for the return address: those that no
// call to the very function leads to are written with a question mark.
func Reporter() (*Traceback, uintptr) {
	shared.Lock()
	defer shared.Unlock()
	begin()
	return &Traceback{}, reportEntry()
}

// reportEntry returns the function's address.
func reportEntry() uintptr

// reportArg is what the assembly hands to report.
type reportArg struct {
	signal, info, context uintptr
	low, high             uintptr
	onlyLoaded, registers uintptr
}

// Called by assembly, and by one another, through variables: see libraryCall.
var (
	//lint:ignore U1000 assembly uses it
	reportCall = report
	framesCall = (*walker).frames
	walkCall   = (*walker).walk
	scanCall   = (*walker).scan
	entryCall  = entryOf
	frameCall  = (*pen).frame
)

// reporting is the one report that is being written: a thread that crashes meanwhile waits for a while, and then says nothing.
var reporting struct {
	busy   uint32
	frames [maxFrames]uintptr
	w      walker
	p      pen
}

// pen gathers text.
type pen struct {
	n   uintptr
	buf [16 << 10]byte
}

// writeOut writes to standard error, yield lets another thread run.
func writeOut(p unsafe.Pointer, n uintptr)
func yield()

//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) byte(b byte) {
	if p.n < uintptr(len(p.buf)) {
		*(*byte)(unsafe.Add(unsafe.Pointer(&p.buf), p.n)) = b
		p.n++
	}
}

//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) text(s string) {
	for i := uintptr(0); i < uintptr(len(s)); i++ {
		p.byte(*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i)))
	}
}

// c writes a C string.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) c(at uintptr) {
	for b := *(*byte)(foreign(at)); b != 0; b = *(*byte)(foreign(at)) {
		p.byte(b)
		at++
	}
}

//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) hex(v uintptr) {
	p.text("0x")
	shift := uintptr(60)
	for shift > 0 && v>>shift == 0 {
		shift -= 4
	}
	for ; ; shift -= 4 {
		p.byte("0123456789abcdef"[v>>shift&15])
		if shift == 0 {
			return
		}
	}
}

//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) signal(n uintptr) {
	switch n {
	case 4:
		p.text("SIGILL")
	case 5:
		p.text("SIGTRAP")
	case 6:
		p.text("SIGABRT")
	case 7:
		p.text("SIGBUS")
	case 8:
		p.text("SIGFPE")
	case 11:
		p.text("SIGSEGV")
	case 31:
		p.text("SIGSYS")
	default:
		p.text("a signal")
	}
}

// report is the function that Reporter tells.
//
//go:nosplit
//go:norace
//go:nocheckptr
func report(arg *reportArg, x *index) {
	pc := *(*uintptr)(foreign(arg.context + contextPC))
	if x == nil || arg.onlyLoaded != 0 && find(x, pc) == nil {
		return
	}
	for i := 0; !atomic.CompareAndSwapUint32(&reporting.busy, 0, 1); i++ {
		if i == 1000 {
			return
		}
		yield()
	}
	p := &reporting.p
	p.n = 0
	p.text("\n")
	p.signal(arg.signal)
	p.text(" in C")
	sp := *(*uintptr)(foreign(arg.context + contextSP))
	if arg.signal != 6 {
		fault := *(*uintptr)(foreign(arg.info + 16)) // si_addr
		p.text(", address ")
		p.hex(fault)
		if arg.high != 0 && fault >= arg.low-stackRoom && fault < arg.low || arg.high != 0 && sp < arg.low {
			p.text(": the C stack is full")
		}
	}
	p.text(":\n")
	w := &reporting.w // what is handed to a function behind a variable is not on the stack
	w.begin(arg.context)
	frames := uintptr(unsafe.Pointer(&reporting.frames))
	n, guessed := framesCall(w, frames, arg.high, x)
	for i := uintptr(0); i < n; i++ {
		frameCall(p, x, *(*uintptr)(foreign(frames + 8*i)), guessed>>i&1 == 0)
	}
	if n == maxFrames {
		p.text("  ...\n")
	}
	if arg.registers != 0 {
		p.registers(arg.context)
	}
	writeOut(unsafe.Pointer(&p.buf), p.n)
	atomic.StoreUint32(&reporting.busy, 0)
}

// maxFrames is how many frames a report has: as many as a word has bits.
const maxFrames = 64

// frames writes the program counters of the frames from w on to buf, which has room for maxFrames, and returns how many there are, and
// a bit for each of those that were found by a search of the stack and may be none. A stack ends below high, if that is not 0.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (w *walker) frames(buf, high uintptr, x *index) (n, guessed uintptr) {
	ok, sure := true, true
	for ok {
		from := n
		n = walkCall(w, buf, maxFrames, n, x)
		if !sure && n > from {
			guessed |= 1 << from
		}
		if n == maxFrames {
			break
		}
		ok, sure = scanCall(w, x, high, n > 1)
	}
	return n, guessed
}

// stackRoom is how far below a stack an access is one of the stack's: a function may have so much there.
const stackRoom = 64 << 10

// registers writes the registers that a thread had.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) registers(context uintptr) {
	for i := uintptr(0); i < uintptr(len(registers)); i++ {
		r := (*register)(unsafe.Add(unsafe.Pointer(&registers), i*unsafe.Sizeof(register{})))
		if i%4 == 0 && i > 0 {
			p.byte('\n')
		}
		p.byte(' ')
		p.c(uintptr(unsafe.Pointer(&r.name)))
		p.byte(' ')
		p.hex(*(*uintptr)(foreign(context + r.at)))
	}
	p.byte('\n')
}

// frame writes what is known of a frame.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (p *pen) frame(x *index, pc uintptr, sure bool) {
	p.text("  ")
	t := find(x, pc)
	arg := symbolizerArg{pc: pc}
	if t != nil && t.loaded != nil {
		t.loaded.name(&arg)
	}
	if arg.funcName != 0 {
		p.c(arg.funcName)
		p.byte('+')
		p.hex(pc - arg.entry)
	} else {
		p.text("?")
	}
	if t != nil && t.loaded != nil {
		p.text(" in ")
		p.text(t.loaded.object)
		if s := t.loaded.section(pc); s != nil {
			p.text(" (")
			p.text(s.name)
			p.text(")")
		}
	}
	p.text(" at ")
	p.hex(pc)
	if !sure {
		p.text(" ?")
	}
	p.text("\n")
}

// entryOf returns where the function begins that a pc lies in, 0 if that is not known.
//
//go:nosplit
//go:norace
//go:nocheckptr
func entryOf(x *index, pc uintptr) uintptr {
	arg := symbolizerArg{pc: pc}
	if t := find(x, pc); t != nil && t.loaded != nil {
		t.loaded.name(&arg)
	}
	return arg.entry
}

// maxScan is how many words of a frame are looked at.
const maxScan = 1024

// scan goes to the caller of a function without unwind tables: where the return address on its stack is. That is behind a
// call of the very function, or of one that jumps to it at its end; else it may be the first that is behind a call by
// a pointer, and sure is false.
//
//go:nosplit
//go:norace
//go:nocheckptr
func (w *walker) scan(x *index, high uintptr, above bool) (ok, sure bool) {
	at := w.pc
	if above { // it has called another
		at--
	}
	if find(x, at) == nil {
		return false, false
	}
	entry := entryCall(x, at)
	if hasLR && !above && find(x, w.lr-1) != nil && calls(w.lr) && leads(x, w.lr, entry) == direct {
		w.pc = w.lr
		return true, true
	}
	maybe := uintptr(0)
	for i := uintptr(0); i < maxScan; i++ {
		sp := w.sp + 8*i
		if high != 0 && sp >= high {
			break
		}
		pc, ok := load(sp)
		if !ok {
			break
		}
		if find(x, pc-1) == nil || !calls(pc) {
			continue
		}
		switch leads(x, pc, entry) {
		case direct:
			w.pc, w.sp = pc, sp+8
			return true, true
		case indirect:
			if maybe == 0 {
				maybe = sp
			}
		}
	}
	if maybe == 0 {
		return false, false
	}
	w.pc, _ = load(maybe)
	w.sp = maybe + 8
	return true, false
}

// How a call leads to a function.
const (
	elsewhere = iota
	direct
	indirect // or elsewhere: by a pointer
)

// leads says how the call before pc leads to the function at entry.
//
//go:nosplit
//go:norace
//go:nocheckptr
func leads(x *index, pc, entry uintptr) int {
	to, ok := target(pc)
	switch {
	case !ok:
		return indirect
	case to == entry:
		return direct
	case entry != 0 && find(x, to) != nil && find(x, to+maxJump) != nil && jumps(to, entry):
		return direct
	}
	return elsewhere
}

// maxJump is how far behind its beginning a function may jump to another: it does nothing else.
const maxJump = 64
