package perf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Dump is a listener that writes a jitdump file for perf inject: each function with its
// code and, as far as they are known, call frames and lines. All Dumps of a folder in
// this program share one file. Its methods may be called concurrently.
//
// Unloaded code has no record. What is loaded at its addresses later has one with a later
// time, by which perf tells them apart.
type Dump struct {
	file   *dumpFile
	lines  *symbolize.Symbolizer
	frames bool
	errs   errs
	closed atomic.Bool
}

// NewDump makes the file, or joins those who write to it, and has perf know of it: perf
// record sees that a page of the file is mapped so that it could be executed, for which
// the file system must not be mounted noexec. The error is a *[FileError], or an
// *[UnsupportedError] on other systems than Linux and for another process.
func NewDump(o Config) (*Dump, error) {
	if err := available("jitdump"); err != nil {
		return nil, err
	}
	if o.PID != 0 && o.PID != os.Getpid() {
		return nil, &UnsupportedError{"jitdump of another process, which would have to map the file"}
	}
	machine := elfMachine(triple.Host().Arch)
	if machine == 0 {
		return nil, &UnsupportedError{"jitdump"}
	}
	dir := o.Dir
	if dir == "" {
		dir = os.Getenv("JITDUMPDIR")
	}
	if dir == "" {
		dir = os.TempDir()
	}
	path, err := filepath.Abs(filepath.Join(dir, "jit-"+strconv.Itoa(os.Getpid())+".dump"))
	if err != nil {
		return nil, &FileError{dir, "create", err}
	}
	f, err := joinDump(path, machine)
	if err != nil {
		return nil, err
	}
	return &Dump{file: f, lines: o.Lines, frames: !o.NoFrames, errs: errs{tell: o.OnError}}, nil
}

// elfMachine is the number of a processor in ELF, 0 for one whose code is not linked here.
func elfMachine(a triple.Arch) uint32 {
	switch {
	case a == triple.X86_64:
		return 62
	case a == triple.X86:
		return 3
	case a == triple.AArch64:
		return 183
	case a.IsARM() || a.IsThumb():
		return 40
	case a == triple.RISCV64:
		return 243
	case a == triple.PPC64 || a == triple.PPC64LE:
		return 21
	case a == triple.SystemZ:
		return 22
	case a == triple.LoongArch64:
		return 258
	case a.IsMIPS():
		return 8
	}
	return 0
}

// foreign is not nil for an object that cannot run in this process.
func foreign(o *rtdyld.Object) error {
	a, host := o.Image().Triple.Arch, triple.Host().Arch
	same := a == host || host.IsARM() && (a == triple.ARM || a == triple.Thumb)
	if same && (!a.IsMIPS() || o.Image().Is64 == host.Is64Bit()) && elfMachine(a) != 0 { // n32 is not for n64
		return nil
	}
	return &ObjectError{o.Name(), fmt.Errorf("code for %v in a process of %v: %w", a, host, errForeign)}
}

var errForeign = errors.New("not recorded")

// Path is the path of the file.
func (d *Dump) Path() string { return d.file.out.path }

// Err returns the first error since NewDump, nil if all functions are in the file.
func (d *Dump) Err() error { return d.errs.err() }

// Close ends the Dump: what it is told of from then on is not written. The last of those
// that share a file ends that; a later Dump goes on with it. It returns [Dump.Err] or
// what writing the end said.
func (d *Dump) Close() error {
	if !d.closed.Swap(true) {
		if err := d.file.leave(); err != nil {
			d.errs.note([]error{err})
		}
	}
	return d.Err()
}

// Finalized implements [rtdyld.Listener].
func (d *Dump) Finalized(objs []*rtdyld.Object) {
	if !d.closed.Load() {
		d.errs.note(d.file.add(objs, d.lines, d.frames))
	}
}

// Unloading implements [rtdyld.Listener].
func (d *Dump) Unloading([]*rtdyld.Object) { d.file.pause() }
