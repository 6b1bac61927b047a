package perf

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// Of the jitdump file (JITDUMP specification, parts III and IV).
const (
	dumpMagic   = 0x4a695444 // "JiTD"
	dumpVersion = 1
	headerSize  = 40
	prefixSize  = 16

	recLoad      = 0
	recDebugInfo = 2
	recClose     = 3
	recUnwinding = 4
)

// maxRecord bounds a record of lines, maxCode a function: perf has its size in 32 bits.
const (
	maxRecord = 4 << 20
	maxCode   = 1 << 30
)

var (
	errManyLines = errors.New("some lines are left out: there are too many in a function")
	errLargeCode = errors.New("a function is too large")
	errTwice     = errors.New("is written by another part of this process")
)

// dumps are the files that this process has made, by path.
var dumps struct {
	mu    sync.Mutex
	files map[string]*dumpFile
}

// dumpFile is what all Dumps of a folder write to.
type dumpFile struct {
	machine uint32
	users   int // guarded by dumps.mu

	mu     sync.Mutex
	out    output
	open   bool
	marker []byte

	index atomic.Uint64 // of the next function
	alive sync.RWMutex  // held by those who read objects: Unloading waits for them
}

// joinDump returns the file of a path with one user more.
func joinDump(path string, machine uint32) (*dumpFile, error) {
	dumps.mu.Lock()
	defer dumps.mu.Unlock()
	f := dumps.files[path]
	if f == nil {
		f = &dumpFile{machine: machine, out: output{path: path}}
	}
	if f.users == 0 {
		if err := f.begin(); err != nil {
			return nil, err
		}
	}
	f.users++
	if dumps.files == nil {
		dumps.files = map[string]*dumpFile{}
	}
	dumps.files[path] = f
	return f, nil
}

// begin opens the file, writes its header if it is new, and maps the marker.
func (f *dumpFile) begin() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	path := f.out.path
	file, fresh, err := openOwn(path, os.Getpid())
	if err != nil {
		return err
	}
	info, err := file.Stat()
	op := "create"
	f.out.f = file
	switch {
	case err != nil:
	case fresh:
		f.index.Store(0)
		_, err = f.out.append(f.header())
	case f.out.info == nil || !os.SameFile(info, f.out.info):
		err = errTwice
	}
	if err == nil {
		op = "map"
		f.marker, err = mapMarker(file)
		if errors.Is(err, fs.ErrPermission) {
			err = errors.Join(err, errors.New("is its file system mounted noexec?"))
		}
	}
	if err != nil {
		file.Close()
		if fresh {
			os.Remove(path)
		}
		var fe *FileError
		if errors.As(err, &fe) {
			return fe
		}
		return &FileError{path, op, trim(err)}
	}
	f.out.info, f.open = info, true
	return nil
}

// leave is the end of a user.
func (f *dumpFile) leave() error {
	dumps.mu.Lock()
	defer dumps.mu.Unlock()
	if f.users--; f.users > 0 {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open = false
	_, err := f.out.append(appendPrefix(nil, recClose, 0, monotonic()))
	unmapMarker(f.marker)
	f.marker = nil
	if err2 := f.out.f.Close(); err == nil && err2 != nil {
		err = &FileError{f.out.path, "append", trim(err2)}
	}
	return err
}

// pause waits for records that are being made: their objects' memory must not go.
func (f *dumpFile) pause() {
	f.alive.Lock()
	defer f.alive.Unlock()
}

// write appends whole records.
func (f *dumpFile) write(b []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.open || len(b) == 0 {
		return nil
	}
	_, err := f.out.append(b)
	return err
}

var native = binary.NativeEndian

// header is what the file begins with.
func (f *dumpFile) header() []byte {
	b := make([]byte, 0, headerSize)
	for _, v := range [...]uint32{dumpMagic, dumpVersion, headerSize, f.machine, 0, uint32(os.Getpid())} {
		b = native.AppendUint32(b, v)
	}
	b = native.AppendUint64(b, monotonic())
	return native.AppendUint64(b, 0) // flags: the clock is perf's
}

// appendPrefix appends what a record with so many more bytes begins with.
func appendPrefix(b []byte, id uint32, size int, now uint64) []byte {
	b = native.AppendUint32(b, id)
	b = native.AppendUint32(b, uint32(prefixSize+size))
	return native.AppendUint64(b, now)
}

// setSize is for a record at b[at:] whose size was not known before.
func setSize(b []byte, at int) { native.PutUint32(b[at+4:], uint32(len(b)-at)) }

// add writes the functions of objects.
func (f *dumpFile) add(objs []*rtdyld.Object, lines *symbolize.Symbolizer, frames bool) (failed []error) {
	f.alive.RLock()
	defer f.alive.RUnlock()
	var buf []byte
	flush := func() {
		if err := f.write(buf); err != nil {
			failed = append(failed, err)
		}
		buf = buf[:0]
	}
	for _, o := range objs {
		if o.State() != rtdyld.Finalized {
			continue // it is unloaded already
		}
		if err := foreign(o); err != nil {
			failed = append(failed, err)
			continue
		}
		r := recorder{pid: uint32(os.Getpid()), tid: thread(), now: monotonic(), lines: lines}
		if frames {
			var err error
			if r.frames, err = unwind.Read(o); err != nil {
				failed = append(failed, &ObjectError{o.Name(), err})
			}
		}
		_, funcs := functions(o)
		for i := range funcs {
			var err error
			if buf, err = r.record(buf, &funcs[i], f.index.Add(1)-1); err != nil {
				failed = append(failed, &ObjectError{o.Name(), err})
			}
			if len(buf) >= batch {
				flush()
			}
		}
	}
	flush()
	return failed
}

// recorder makes the records of one object's functions.
type recorder struct {
	pid, tid uint32
	now      uint64
	lines    *symbolize.Symbolizer // nil: none
	frames   *unwind.Table         // nil: none
}

// record appends the records of a function, that of its code last, as the specification
// asks for. What could not be recorded is the error.
func (r *recorder) record(b []byte, fn *function, index uint64) (_ []byte, err error) {
	if len(fn.code) > maxCode {
		return b, errLargeCode
	}
	if r.lines != nil {
		b, err = r.debugInfo(b, fn)
	}
	if r.frames != nil {
		b = r.unwinding(b, fn)
	}
	at := len(b)
	b = appendPrefix(b, recLoad, 0, r.now)
	b = native.AppendUint32(b, r.pid)
	b = native.AppendUint32(b, r.tid)
	b = native.AppendUint64(b, fn.addr) // vma
	b = native.AppendUint64(b, fn.addr) // code_addr
	b = native.AppendUint64(b, uint64(len(fn.code)))
	b = native.AppendUint64(b, index)
	b = append(fn.appendName(b), 0)
	b = append(b, fn.code...)
	setSize(b, at)
	return b, err
}

// debugInfo appends a record of lines, none if there are none.
func (r *recorder) debugInfo(b []byte, fn *function) (_ []byte, err error) {
	rows := r.lines.Lines(fn.addr, fn.addr+uint64(len(fn.code)))
	if len(rows) == 0 {
		return b, nil
	}
	at := len(b)
	b = appendPrefix(b, recDebugInfo, 0, r.now)
	b = native.AppendUint64(b, fn.addr)
	count := len(b)
	b = native.AppendUint64(b, 0)
	n := uint64(0)
	for i := range rows {
		row := &rows[i]
		b = native.AppendUint64(b, row.Addr)
		b = native.AppendUint32(b, uint32(row.Line))
		b = native.AppendUint32(b, 0) // discriminator
		b = append(appendText(b, row.File), 0)
		n++
		if len(b)-at > maxRecord && i+1 < len(rows) {
			err = errManyLines
			break
		}
	}
	native.PutUint64(b[count:], n)
	setSize(b, at)
	return b, err
}

// unwinding appends a record of call frames, none if there are none. perf puts the
// sections behind the code, .eh_frame first (jit_add_eh_frame_info in its
// util/genelf.c), whatever the specification says of their order.
//
// mapped_size says how much of them perf takes for mapped in the process, behind the
// code at a multiple of 8. A perf that unwinds with libunwind reads them there alone; it
// also takes what it is told there for the function's own, so that it must not reach
// into other code.
func (r *recorder) unwinding(b []byte, fn *function) []byte {
	size := uint64(len(fn.code))
	part := r.frames.Range(fn.addr, fn.addr+size)
	if part.Len() == 0 {
		return b
	}
	at := len(b)
	b = appendPrefix(b, recUnwinding, 0, r.now)
	sizes := len(b)
	for range 3 {
		b = native.AppendUint64(b, 0)
	}
	data := len(b)
	eh := fn.addr + (size+7)&^7
	b = part.AppendEHFrame(b, eh)
	hdr := len(b)
	b = part.AppendEHFrameHdr(b, eh+uint64(hdr-data), eh)
	native.PutUint64(b[sizes:], uint64(len(b)-data))
	native.PutUint64(b[sizes+8:], uint64(len(b)-hdr))
	if eh+uint64(len(b)-data) <= fn.addr+size+fn.room {
		native.PutUint64(b[sizes+16:], uint64(len(b)-data))
	}
	setSize(b, at)
	return b
}
