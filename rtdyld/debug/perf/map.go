package perf

import (
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Map is a listener that writes a perf map: a line with start and size in hexadecimal and
// the name for each function. All Maps of a process and folder in this program share one
// file, so that any number of linkers and engines can have one. Its methods may be called
// concurrently.
//
// A file that is there already and belongs to this user is appended to if it is younger
// than the process: another part of the process writes to it, too.
type Map struct {
	file   *mapFile
	errs   errs
	closed atomic.Bool
}

// NewMap makes the file, or joins those who write to it. The error is a *[FileError], or
// an *[UnsupportedError] on other systems than Linux.
func NewMap(o Config) (*Map, error) {
	if err := available("map file"); err != nil {
		return nil, err
	}
	if o.PID == 0 {
		o.PID = os.Getpid()
	}
	if o.Dir == "" {
		o.Dir = "/tmp"
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, "perf-"+strconv.Itoa(o.PID)+".map"))
	if err != nil {
		return nil, &FileError{o.Dir, "create", err}
	}
	f, err := joinMap(path, o.PID)
	if err != nil {
		return nil, err
	}
	return &Map{file: f, errs: errs{tell: o.OnError}}, nil
}

// Path is the path of the file.
func (m *Map) Path() string { return m.file.out.path }

// Err returns the first error since NewMap, nil if all functions are in the file.
func (m *Map) Err() error { return m.errs.err() }

// Close ends the Map: what it is told of from then on is not written. The file stays, for
// perf reads it last. It returns [Map.Err] or what closing the file said.
func (m *Map) Close() error {
	if !m.closed.Swap(true) {
		if err := m.file.leave(); err != nil {
			m.errs.note([]error{err})
		}
	}
	return m.Err()
}

// Finalized implements [rtdyld.Listener].
func (m *Map) Finalized(objs []*rtdyld.Object) {
	if !m.closed.Load() {
		m.errs.note(m.file.add(objs))
	}
}

// Unloading implements [rtdyld.Listener].
func (m *Map) Unloading(objs []*rtdyld.Object) { m.file.remove(objs) }
