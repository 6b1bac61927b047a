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

// TableError reports a function table that the system cannot be told of.
type TableError struct {
	Addr uint64 // of the table
	Msg  string
}

func (e *TableError) Error() string { return fmt.Sprintf("function table at %#x: %s", e.Addr, e.Msg) }

// TargetAddress is that of the table, for symbolizers.
func (e *TableError) TargetAddress() (addr uint64, ok bool) { return e.Addr, true }

// functionTables implements [rtdyld.FunctionTables] for the process. The system gets
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

// RegisterTables implements [rtdyld.FunctionTables].
func (functionTables) RegisterTables(_ context.Context, base uint64, blocks []rtdyld.Block) error {
	funcs, err := readTables(blocks)
	if err != nil || len(funcs) == 0 {
		return err
	}
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
			return &TableError{blocks[0].Addr, fmt.Sprintf("functions at %#x and %#x overlap", base+uint64(all[i].begin), base+uint64(all[i+1].begin))}
		}
	}
	if err := t.install(base, all); err != nil {
		return err
	}
	if tables.byBase == nil {
		tables.byBase = map[uint64]*table{}
	}
	tables.byBase[base] = t
	return nil
}

// DeregisterTables implements [rtdyld.FunctionTables]. The tables are read again.
func (functionTables) DeregisterTables(_ context.Context, base uint64, blocks []rtdyld.Block) error {
	funcs, err := readTables(blocks)
	if err != nil || len(funcs) == 0 {
		return err
	}
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
		return &TableError{blocks[0].Addr, "not registered"}
	}
	if err := t.install(base, left); err != nil {
		return err
	}
	if len(left) == 0 {
		delete(tables.byBase, base)
	}
	return nil
}

// readTables reads the entries of tables; those of nothing are left out.
func readTables(blocks []rtdyld.Block) ([]runtimeFunction, error) {
	var funcs []runtimeFunction
	for _, b := range blocks {
		if len(b.Mem)%runtimeFunctionSize != 0 {
			return nil, &TableError{b.Addr, fmt.Sprintf("size %d is no multiple of %d", len(b.Mem), runtimeFunctionSize)}
		}
		for m := b.Mem; len(m) > 0; m = m[runtimeFunctionSize:] {
			f := runtimeFunction{binary.LittleEndian.Uint32(m), binary.LittleEndian.Uint32(m[4:]), binary.LittleEndian.Uint32(m[8:])}
			if f == (runtimeFunction{}) {
				continue
			}
			if f.end <= f.begin {
				return nil, &TableError{b.Addr, fmt.Sprintf("function from %#x to %#x", f.begin, f.end)}
			}
			funcs = append(funcs, f)
		}
	}
	return funcs, nil
}

// install gives the system a new table and then takes the old one away, so that no
// function is without one. tables.mu is held.
func (t *table) install(base uint64, funcs []runtimeFunction) error {
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
		if ok, _, _ := rtlAddFunctionTable.Call(memory, uintptr(len(funcs)), uintptr(base)); ok&0xff == 0 {
			c.release(memory)
			return &TableError{base, "the system refuses it"}
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
