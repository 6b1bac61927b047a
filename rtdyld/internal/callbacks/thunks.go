//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package callbacks

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// A thunk is a few instructions that put a number in a register and jump to the entry, which is assembly: it saves
// what C passed in an abi.Saved on C's stack and enters Go as cgo does, at enterGo, which finds the callback by the
// number. Thunks are made in batches, written before they can be executed, and never unmapped: a thunk whose callback
// is closed says so when it is called, and serves another callback only after many others
// have been closed.

// Quarantine is how many thunks are closed after a thunk, at least, before it serves another callback.
const Quarantine = 1 << 13

// Numbers of thunks in the smallest and the largest batch.
const (
	firstBatch = 1 << 8
	lastBatch  = 1 << 12
)

// slot is what a thunk's number leads to.
type slot struct {
	callback atomic.Pointer[Callback] // nil: closed
	addr     uint64                   // of the thunk
	next     uint32                   // of those closed, in order
	was      reflect.Type             // of the function that was closed
}

// slotTable has the slots of numbers in chunks, which do not move.
type slotTable []*[firstBatch]slot

// slotOf is the slot of a number.
func slotOf(n uint32) *slot {
	t := *slotTables.Load()
	return &t[n/firstBatch][n%firstBatch]
}

var (
	slotTables atomic.Pointer[slotTable]
	slotMu     sync.Mutex // held while slotTables, a Pool, or a slot but its callback changes
)

// Pool is the thunks that lead to one entry.
type Pool struct {
	entry       *uintptr
	next, end   uint32 // numbers of the newest batch that no callback has had
	size        uint32 // of that
	first, last uint32 // closed thunks: the one closed first, and last
	closed      uint32 // how many they are
}

// Chunks returns how many chunks of thunks there are.
func Chunks() int {
	if t := slotTables.Load(); t != nil {
		return len(*t)
	}
	return 0
}

// take finds a thunk.
func (p *Pool) take(c *Callback) (err error) {
	slotMu.Lock()
	defer slotMu.Unlock()
	var n uint32
	switch {
	case p.closed > Quarantine:
		n = p.first
		p.first = slotOf(n).next
		p.closed--
	default:
		if p.next == p.end {
			if err := p.grow(); err != nil {
				return err
			}
		}
		n = p.next
		p.next++
	}
	s := slotOf(n)
	c.number, c.addr = n, s.addr
	s.was = nil
	s.callback.Store(c)
	return nil
}

// give ends a thunk's callback.
func (p *Pool) give(c *Callback) {
	slotMu.Lock()
	defer slotMu.Unlock()
	s := slotOf(c.number)
	s.was = c.typ
	s.callback.Store(nil)
	if p.closed == 0 {
		p.first = c.number
	} else {
		slotOf(p.last).next = c.number
	}
	p.last = c.number
	p.closed++
}

// grow makes a batch. Where its first thunk would be the others find the address of the entry.
func (p *Pool) grow() error {
	var old slotTable
	if t := slotTables.Load(); t != nil {
		old = *t
	}
	size, number := min(max(2*p.size, firstBatch), lastBatch), uint32(len(old))*firstBatch
	m, err := thunkMemory()
	if err != nil {
		return err
	}
	ctx := context.Background()
	a, err := m.Allocate(ctx, []rtdyld.Request{{Kind: objfmt.KindCode, Size: uint64(size) * thunkSize, Align: 64, Object: "callbacks"}})
	if err != nil {
		return fmt.Errorf("callbacks: %w", err)
	}
	b := a.Blocks()[0]
	*(*uintptr)(unsafe.Pointer(&b.Mem[0])) = *p.entry
	for i := uint32(1); i < size; i++ {
		writeThunk(b.Mem[i*thunkSize:(i+1)*thunkSize], uint64(i)*thunkSize, b.Addr, number+i, uint64(*p.entry))
	}
	if err := a.Finalize(ctx); err != nil {
		return fmt.Errorf("callbacks: %w", errors.Join(err, a.Release(ctx)))
	}
	table := append(slotTable(nil), old...)
	for chunk := uint32(0); chunk < size; chunk += firstBatch {
		slots := new([firstBatch]slot)
		for i := range slots {
			slots[i].addr = b.Addr + uint64(chunk+uint32(i))*thunkSize
		}
		table = append(table, slots)
	}
	slotTables.Store(&table)
	p.next, p.end, p.size = number+1, number+size, size
	return nil
}

// thunkMemory is where thunks are. It is not the slab, which is near what callbacks are made to find.
var thunkMemory = sync.OnceValues(func() (*mem.Manager, error) {
	return mem.New(mem.Config{StripeSize: 1 << 20, NoHuge: true, NoProbe: true})
})

// enterGo is what entries call in Go, with an *abi.Saved on C's stack.
//
//lint:ignore U1000 assembly uses it
func enterGo(frame unsafe.Pointer) {
	s := (*abi.Saved)(frame)
	c := slotOf(uint32(s.Number)).callback.Load()
	if c == nil {
		panic(closedError(uint32(s.Number)))
	}
	if c.plain {
		c.callee.Call(context.Background(), s)
		return
	}
	c.enter(s)
}

// enterGoCall is enterGo for assembly, which finds its code behind the pointer: that of the Go function itself.
//
//lint:ignore U1000 assembly uses it
var enterGoCall = enterGo

// closedError says which callback was called.
func closedError(n uint32) *ClosedCallbackError {
	slotMu.Lock()
	defer slotMu.Unlock()
	s := slotOf(n)
	e := &ClosedCallbackError{Type: "?", Addr: s.addr}
	if s.was != nil {
		e.Type = s.was.String()
	}
	return e
}
