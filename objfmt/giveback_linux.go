package objfmt

import (
	"cmp"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// leastBack is how many bytes pay for a call of the kernel.
const leastBack = 16 << 10

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

// giveBack gives the whole pages back that lie in part of mapped, but not where relocation records of an image's sections do, nor, without
// copied, where contents and names do.
func giveBack(mapped, part []byte, img *ObjectImage, copied bool) {
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
			giveBackExtent(mapped, extent{from, x.from})
			from = x.to
		}
	}
	giveBackExtent(mapped, extent{from, all.to})
}

// giveBackExtent gives the whole pages back that lie in x.
func giveBackExtent(mapped []byte, x extent) {
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
		unix.Madvise(mapped[from:to], unix.MADV_DONTNEED)
	}
}

func address(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
