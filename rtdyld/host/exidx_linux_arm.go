package host

import (
	"cmp"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// libgcc_s asks __gnu_Unwind_Find_exidx(pc, &n) for the index table that a place in code
// is in (Exception Handling ABI for the Arm Architecture, "Index table entries"). It is
// a function of glibc, which knows the program and its libraries alone and cannot be
// told of others. So the words through which images of the process call it, in their
// global offset tables, are made to lead to a function in assembly, which knows the
// tables of loaded objects and leaves all else to glibc's.
//
// That function runs on any thread at any time, and neither waits nor allocates. It
// searches a list of ranges, of which there are two: version v is in list v&1. A new
// version goes to the list that is not in use, where a late reader may still be: who
// finds that the version after the next has been begun starts again.

// findIndex is the name of the function.
const findIndex = "__gnu_Unwind_Find_exidx"

// The assembly uses these. A list is a number of ranges and that many indexRanges, in
// ascending order; the memory of one is never given back.
var (
	indexBegun   uint32     // the last version that was begun
	indexVersion uint32     // the last version that is complete
	indexLists   [2]*uint32 // by the lowest bit of the version
	indexNext    uintptr    // glibc's function
	indexPC      uintptr    // the function in assembly
)

// indexRange is a range of code, up to hi, and its table.
type indexRange struct{ lo, hi, table, entries uint32 }

const indexRangeWords = 4

// indexTables implements [rtdyld.Unwinder] for index tables of the process, which has one.
// It may be used concurrently.
type indexTables struct {
	mu     sync.Mutex
	ranges []indexRange // ascending, disjoint: the present version
	room   [2][]uint32  // indexLists
	kept   [][]uint32   // what indexLists were before
	im     *images      // what slots was made of
	slots  []indexSlot
}

var processIndex indexTables

// withIndexTables is u and what the process has for index tables.
func withIndexTables(u *unwinder) rtdyld.Unwinder { return rtdyld.Unwinders{u, &processIndex} }

// Formats implements rtdyld.Unwinder.
func (x *indexTables) Formats() rtdyld.UnwindFormat { return rtdyld.Exidx }

// Register implements rtdyld.Unwinder.
func (x *indexTables) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.lead(); err != nil {
		return fmt.Errorf("have %s find index tables: %w", findIndex, err)
	}
	next := slices.Clone(x.ranges)
	for _, t := range tables {
		if t.Lo >= t.Hi || t.Hi > 1<<32-1 || t.Addr > 1<<32-1 || len(t.Mem)%8 != 0 {
			return &UnwindError{Format: rtdyld.Exidx, Addr: t.Addr, Msg: "no index table of this process"}
		}
		r := indexRange{uint32(t.Lo), uint32(t.Hi), uint32(t.Addr), uint32(len(t.Mem) / 8)}
		i, found := findRange(next, t.Lo)
		if found || i < len(next) && next[i].lo < r.hi || i > 0 && next[i-1].hi > r.lo {
			return &UnwindError{Format: rtdyld.Exidx, Addr: t.Addr, Msg: "its code has an index table already"}
		}
		next = slices.Insert(next, i, r)
	}
	x.publish(next)
	return nil
}

// Deregister implements rtdyld.Unwinder. A table that is not registered is an
// error; the others go.
func (x *indexTables) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var errs []error
	next := slices.Clone(x.ranges)
	for _, t := range tables {
		i, found := findRange(next, t.Lo)
		if !found || uint64(next[i].table) != t.Addr {
			errs = append(errs, &UnwindError{Format: rtdyld.Exidx, Addr: t.Addr, Msg: "not registered"})
			continue
		}
		next = slices.Delete(next, i, i+1)
	}
	x.publish(next)
	return errors.Join(errs...)
}

func findRange(rs []indexRange, lo uint64) (int, bool) {
	return slices.BinarySearchFunc(rs, lo, func(r indexRange, lo uint64) int { return cmp.Compare(uint64(r.lo), lo) })
}

// publish makes the next version. x.mu is held.
func (x *indexTables) publish(ranges []indexRange) {
	v := indexVersion + 1
	atomic.StoreUint32(&indexBegun, v) // from here on readers of version v-2 start again
	list := x.room[v&1]
	fresh := len(list) < 1+len(ranges)*indexRangeWords
	if fresh {
		list = make([]uint32, 1+max(64, 2*len(ranges))*indexRangeWords)
	}
	for i, r := range ranges {
		copy(list[1+i*indexRangeWords:], []uint32{r.lo, r.hi, r.table, r.entries})
	}
	list[0] = uint32(len(ranges))
	if fresh {
		x.kept = append(x.kept, x.room[v&1])
		x.room[v&1] = list
		atomic.StorePointer((*unsafe.Pointer)(unsafe.Pointer(&indexLists[v&1])), unsafe.Pointer(&list[0]))
	}
	atomic.StoreUint32(&indexVersion, v)
	x.ranges = ranges
}

// lead has all images of the process that call glibc's function call ours. They never
// leave the process from then on. x.mu is held.
func (x *indexTables) lead() error {
	c, err := getLibc()
	if err != nil {
		return err
	}
	if indexNext == 0 {
		if indexNext, err = inLibc(findIndex); err != nil {
			return err
		}
		x.publish(nil) // both lists, before anybody reads them
		x.publish(nil)
	}
	if im := c.loadedImages(); im != x.im {
		var slots []indexSlot
		for _, l := range im.order {
			own := l.indexSlots()
			if len(own) == 0 {
				continue
			}
			if err := l.pin(); err != nil { // waits for the dynamic linker to be done with it
				return err
			}
			slots = append(slots, own...)
		}
		x.im, x.slots = im, slots
	}
	for _, s := range x.slots {
		if err := s.lead(); err != nil {
			return err
		}
	}
	return nil
}

// indexSlot is a word that leads to __gnu_Unwind_Find_exidx.
type indexSlot struct {
	addr     uintptr
	readOnly bool // the dynamic linker has made it so
}

// indexSlots lists those of an image, by its dynamic relocations (gABI, chapter 5,
// "Dynamic Section").
func (l *library) indexSlots() (slots []indexSlot) {
	var rel, size [2]uintptr
	for tag, v := range l.tags() {
		switch tag {
		case elf.DT_REL:
			rel[0] = l.address(v)
		case elf.DT_RELSZ:
			size[0] = v
		case elf.DT_JMPREL:
			rel[1] = l.address(v)
		case elf.DT_PLTRELSZ:
			size[1] = v
		}
	}
	for i := range rel {
		for _, r := range foreign[elf.Rel32](rel[i], int(size[i]/unsafe.Sizeof(elf.Rel32{}))) {
			if fillsWord(elf.R_ARM(r.Info&0xff)) && l.named(l.symbol(r.Info>>8), findIndex) {
				slots = append(slots, l.indexSlot(l.base+uintptr(r.Off)))
			}
		}
	}
	return slots
}

// fillsWord reports whether a dynamic relocation fills a word with an address alone.
func fillsWord(t elf.R_ARM) bool {
	return t == elf.R_ARM_JUMP_SLOT || t == elf.R_ARM_GLOB_DAT || t == elf.R_ARM_ABS32
}

func (l *library) indexSlot(addr uintptr) indexSlot {
	page := uintptr(os.Getpagesize())
	// As glibc has it, from the page of the first byte to before that of the last.
	return indexSlot{addr, addr >= l.relro[0]&^(page-1) && addr < l.relro[1]&^(page-1)}
}

// lead makes the word lead to our function. One that the dynamic linker has not filled
// yet, since nobody has called through it, is never filled then; one that it is just
// filling is looked at again the next time.
func (s indexSlot) lead() error {
	word := &foreign[uint32](s.addr, 1)[0]
	if atomic.LoadUint32(word) == uint32(indexPC) {
		return nil
	}
	if !s.readOnly {
		atomic.StoreUint32(word, uint32(indexPC))
		return nil
	}
	size := uintptr(os.Getpagesize())
	page := foreign[byte](s.addr&^(size-1), int(size))
	if err := unix.Mprotect(page, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return os.NewSyscallError("mprotect", err)
	}
	atomic.StoreUint32(word, uint32(indexPC))
	return os.NewSyscallError("mprotect", unix.Mprotect(page, unix.PROT_READ))
}
