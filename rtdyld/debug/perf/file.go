package perf

import (
	"errors"
	"io"
	"os"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// Config says what a [Map] or a [Dump] writes, and where. The zero value is usable.
type Config struct {
	// PID is the process that the code runs in. 0: this one. A Dump is of this one alone.
	PID int
	// Dir is the folder of the file. "": where perf looks for a map, /tmp; for a dump
	// $JITDUMPDIR if that is set, else the folder for temporary files. perf inject puts an
	// object for each function beside the dump.
	Dir string
	// OnError is told of each failure after the file was made: a *[FileError] or an
	// *[ObjectError]. It is called with no lock held, on the goroutine that loads or
	// unloads, and must not use the linker. nil: see Err.
	OnError func(error)
	// Lines gives a dump the lines of the source. It must be told of objects before the
	// dump is: it stands before it among the listeners. nil: a dump has none.
	Lines *symbolize.Symbolizer
	// NoFrames leaves call frames out of a dump. They are what perf record --call-graph
	// dwarf needs; for --call-graph fp they are not. A perf that is built with libunwind
	// uses those of functions alone that have room for them behind their code (some 80
	// bytes; gcc -falign-functions=256 makes it), and goes by frame pointers elsewhere.
	NoFrames bool
}

// errs keeps and tells what failed.
type errs struct {
	tell func(error)

	mu    sync.Mutex
	first error
}

// note keeps the first error, and tells of all.
func (e *errs) note(failed []error) {
	if len(failed) == 0 {
		return
	}
	e.mu.Lock()
	if e.first == nil {
		e.first = failed[0]
	}
	e.mu.Unlock()
	if e.tell == nil {
		return
	}
	for _, err := range failed {
		e.tell(err)
	}
}

func (e *errs) err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.first
}

// output is a file that grows by whole pieces.
type output struct {
	path string
	f    *os.File // opened for reading and appending
	info os.FileInfo
}

// append writes b at the end of the file and returns where it is. If not all of it can be
// written the file becomes as it was.
func (o *output) append(b []byte) (int64, error) {
	n, err := o.f.Write(b)
	end, err2 := o.f.Seek(0, io.SeekCurrent)
	if err == nil {
		err = err2
	}
	if err == nil {
		return end - int64(n), nil
	}
	if n > 0 && err2 == nil {
		err = errors.Join(err, o.cut(end-int64(n), end))
	}
	return 0, &FileError{o.path, "append", trim(err)}
}

// cut takes back what was written last, from start up to end. Where somebody else has
// written after it, it has to stay.
func (o *output) cut(start, end int64) error {
	info, err := o.f.Stat()
	if err != nil || info.Size() != end {
		return err
	}
	return o.f.Truncate(start)
}

// trim leaves out the path, which a FileError has.
func trim(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
