package objfmt

import (
	"cmp"
	"os"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// leastBack is how many bytes pay for a call of the kernel, or for a part of one.
const leastBack = 16 << 10

// pages are those that are given back together. The kernel tells the processors of each call on its own, page by page where they are few,
// and of all that is in one: that takes most of the time.
type pages struct {
	parts [64]unix.Iovec
	n     int
}

// oneByOne is set once the kernel has refused several parts of this process at a time. Linux 6.18 takes them; older ones may not.
var oneByOne atomic.Bool

// self is PIDFD_SELF of linux/pidfd.h, -10000.
const self = ^uintptr(10000 - 1)

// giveBack gives them back.
func (p *pages) giveBack() {
	parts := p.parts[:p.n]
	p.n = 0
	if len(parts) > 1 && !oneByOne.Load() {
		_, _, e := unix.Syscall6(unix.SYS_PROCESS_MADVISE, self, uintptr(unsafe.Pointer(&parts[0])), uintptr(len(parts)), unix.MADV_DONTNEED, 0, 0)
		if e == 0 {
			return
		}
		oneByOne.Store(true)
	}
	for _, x := range parts {
		unix.Madvise(unsafe.Slice(x.Base, x.Len), unix.MADV_DONTNEED)
	}
}

// extent is where bytes lie that are looked at together.
type extent struct{ from, to uintptr }

func extentOf(b []byte) extent { return extent{address(b), address(b) + uintptr(len(b))} }

// add makes an extent larger, so that it has all of b, if that is a part of all: what an image has been made with besides its file is not.
func (x *extent) add(b []byte, all extent) {
	switch y := extentOf(b); {
	case len(b) == 0 || y.from < all.from || y.to > all.to:
	case *x == extent{}:
		*x = y
	default:
		x.from, x.to = min(x.from, y.from), max(x.to, y.to)
	}
}

// add adds the whole pages that lie in part of mapped, but not those where relocation records of an image's sections do, nor, without
// copied, where contents and names do.
func (p *pages) add(mapped, part []byte, img *ObjectImage, copied bool) {
	var contents, records, names extent
	all := extentOf(part)
	for i := range img.Sections {
		if records.add(img.Sections[i].Raw, all); !copied {
			contents.add(img.Sections[i].Data, all)
		}
	}
	if !copied {
		names.add(img.Strings, all)
	}
	kept := [...]extent{contents, records, names}
	slices.SortFunc(kept[:], func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	from := all.from
	for _, x := range kept {
		if x.to > from {
			p.addExtent(mapped, extent{from, x.from})
			from = x.to
		}
	}
	p.addExtent(mapped, extent{from, all.to})
}

// addExtent adds the whole pages that lie in x.
func (p *pages) addExtent(mapped []byte, x extent) {
	page := uintptr(os.Getpagesize())
	base := address(mapped)
	from, to := x.from-base, x.to-base
	if from > to || to > uintptr(len(mapped)) || to-from < leastBack {
		return
	}
	// mmap begins with a page, and the last page is the file's alone.
	if from = (from + page - 1) &^ (page - 1); to < uintptr(len(mapped)) {
		to &^= page - 1
	}
	if from < to {
		if p.n == len(p.parts) {
			p.giveBack()
		}
		p.parts[p.n].Base = &mapped[from]
		p.parts[p.n].SetLen(int(to - from))
		p.n++
	}
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
