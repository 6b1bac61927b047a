package host

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// functionTables implements [rtdyld.Unwinder] for the process. The system gets
// one table for each image base, with the functions of all objects in order: Wine
// looks for a function in the first table alone that begins below it, and a table is
// taken to begin at its base.
type functionTables struct{}

// runtimeFunction is RUNTIME_FUNCTION (winnt.h): what one function's frame is like,
// in numbers that count from the image base.
type runtimeFunction struct{ begin, end, unwind uint32 }

const runtimeFunctionSize = 12

// table is what the system has for one base.
type table struct {
	funcs  []runtimeFunction // by begin
	memory uintptr           // the system's copy; 0: it has none
}

var tables struct {
	mu      sync.Mutex
	byBase  map[uint64]*table
	retired []retiredTable
}

// retiredTable is memory that another thread, which handles an exception, may still
// look at for a moment.
type retiredTable struct {
	memory uintptr
	since  time.Time
}

// retirement is how long such memory is kept.
const retirement = 10 * time.Second

var (
	ntdll                  = windows.NewLazySystemDLL("ntdll.dll")
	rtlAddFunctionTable    = ntdll.NewProc("RtlAddFunctionTable")
	rtlDeleteFunctionTable = ntdll.NewProc("RtlDeleteFunctionTable")
)

// Formats implements rtdyld.Unwinder.
func (functionTables) Formats() rtdyld.UnwindFormat { return rtdyld.PData }

// Register implements rtdyld.Unwinder.
func (functionTables) Register(_ context.Context, list []rtdyld.UnwindTable) error {
	funcs, err := readTables(list)
	if err != nil || len(funcs) == 0 {
		return err
	}
	base := list[0].Base
	tables.mu.Lock()
	defer tables.mu.Unlock()
	t := tables.byBase[base]
	if t == nil {
		t = new(table)
	}
	all := append(slices.Clone(t.funcs), funcs...)
	slices.SortFunc(all, func(a, b runtimeFunction) int { return cmp.Compare(a.begin, b.begin) })
	for i := range len(all) - 1 {
		if all[i].end > all[i+1].begin {
			return tableError(list[0], "functions at %#x and %#x overlap", base+uint64(all[i].begin), base+uint64(all[i+1].begin))
		}
	}
	if err := t.install(list[0], all); err != nil {
		return err
	}
	if tables.byBase == nil {
		tables.byBase = map[uint64]*table{}
	}
	tables.byBase[base] = t
	return nil
}

// Deregister implements rtdyld.Unwinder. The tables are read again.
func (functionTables) Deregister(_ context.Context, list []rtdyld.UnwindTable) error {
	funcs, err := readTables(list)
	if err != nil || len(funcs) == 0 {
		return err
	}
	base := list[0].Base
	tables.mu.Lock()
	defer tables.mu.Unlock()
	t := tables.byBase[base]
	gone := make(map[runtimeFunction]bool, len(funcs))
	for _, f := range funcs {
		gone[f] = true
	}
	var left []runtimeFunction
	if t != nil {
		left = slices.DeleteFunc(slices.Clone(t.funcs), func(f runtimeFunction) bool { return gone[f] })
	}
	if t == nil || len(left)+len(funcs) != len(t.funcs) {
		return tableError(list[0], "not registered")
	}
	if err := t.install(list[0], left); err != nil {
		return err
	}
	if len(left) == 0 {
		delete(tables.byBase, base)
	}
	return nil
}

func tableError(t rtdyld.UnwindTable, format string, args ...any) error {
	return &UnwindError{Format: rtdyld.PData, Addr: t.Addr, Msg: fmt.Sprintf(format, args...)}
}

// readTables reads the entries of an object's tables, which have one base; those of
// nothing are left out.
func readTables(list []rtdyld.UnwindTable) ([]runtimeFunction, error) {
	var funcs []runtimeFunction
	for _, t := range list {
		if t.Base != list[0].Base {
			return nil, tableError(t, "counts from %#x, others of the object from %#x", t.Base, list[0].Base)
		}
		if len(t.Mem)%runtimeFunctionSize != 0 {
			return nil, tableError(t, "size %d is no multiple of %d", len(t.Mem), runtimeFunctionSize)
		}
		for m := t.Mem; len(m) > 0; m = m[runtimeFunctionSize:] {
			f := runtimeFunction{binary.LittleEndian.Uint32(m), binary.LittleEndian.Uint32(m[4:]), binary.LittleEndian.Uint32(m[8:])}
			if f == (runtimeFunction{}) {
				continue
			}
			if f.end <= f.begin {
				return nil, tableError(t, "function from %#x to %#x", f.begin, f.end)
			}
			funcs = append(funcs, f)
		}
	}
	return funcs, nil
}

// install gives the system a new table, which a change of from makes necessary, and then
// takes the old one away, so that no function is without one. tables.mu is held.
func (t *table) install(from rtdyld.UnwindTable, funcs []runtimeFunction) error {
	c, err := getLibc()
	if err != nil {
		return err
	}
	memory := uintptr(0)
	if len(funcs) > 0 {
		if memory = callC(c.malloc, uintptr(len(funcs)*runtimeFunctionSize)); memory == 0 {
			return ErrNoMemory
		}
		copy(foreign[runtimeFunction](memory, len(funcs)), funcs)
		if ok, _, _ := rtlAddFunctionTable.Call(memory, uintptr(len(funcs)), uintptr(from.Base)); ok&0xff == 0 {
			c.release(memory)
			return tableError(from, "the system refuses it")
		}
	}
	if t.memory != 0 {
		rtlDeleteFunctionTable.Call(t.memory)
		tables.retired = append(tables.retired, retiredTable{t.memory, time.Now()})
	}
	t.memory, t.funcs = memory, funcs
	for len(tables.retired) > 0 && time.Since(tables.retired[0].since) > retirement {
		c.release(tables.retired[0].memory)
		tables.retired = tables.retired[1:]
	}
	return nil
}
