package objfmt

import (
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/arena"
)

// Opener opens files that are used together, as those of a link are. On systems that map files it reads the small ones
// instead, into memory that they share: that takes less time than to map them, to touch their pages and to unmap them. The
// memory goes with the last of their buffers. The zero Opener is ready to use, by one goroutine at a time; others have one [Opener.Beside] it.
type Opener struct {
	// Files is how many files there are to open, as far as that is known: memory for many lies in huge pages.
	Files int

	rest   []byte
	piece  int          // bytes of the last piece of memory
	larger atomic.Int64 // bytes of files that are not small and were read
	others atomic.Int32 // that are beside this one
	first  *Opener      // counts both; nil: this one does
}

const (
	// smallFile is up to how many bytes it takes less time to read a file than to map it, touch its pages and unmap it. In virtual
	// machines that is more, by much in some, but pages of what is mapped can be given back, those of what was read cannot.
	smallFile = 64 << 10
	// Links of few files read larger ones, too, so many bytes of them: nothing is given back of such links.
	largerFile, largerFiles = 1 << 20, 16 << 20
	// Pieces of memory begin small, for links that are, and grow up to one that pays for huge pages.
	firstPiece, largestPiece = 64 << 10, 1 << 20
	// manyFiles fill some of these: small ones have some KiB. A piece of theirs has the size of a huge page: two goroutines that
	// touch the same one for the first time would both have the kernel clear a page.
	manyFiles, manyPiece = 256, 2 << 20
)

// Open is [OpenBuffer], but that it may read the file instead of mapping it: what happens to the file later does not matter then.
func (o *Opener) Open(path string) (*ObjectBuffer, error) { return open(path, o) }

// Beside is an Opener for another goroutine that opens files of the same link: it has memory of its own, and all together
// read as many bytes of files that are not small as one would. It may be called by any goroutine once Files is set.
func (o *Opener) Beside() *Opener {
	first := o.counter()
	first.others.Add(1)
	return &Opener{Files: o.Files, first: first}
}

// counter is the Opener that counts for all of a link.
func (o *Opener) counter() *Opener {
	if o.first != nil {
		return o.first
	}
	return o
}

// takes reports whether a file of some bytes is one to read. A nil Opener takes none.
func (o *Opener) takes(size int64) bool {
	if o == nil || size <= smallFile {
		return o != nil
	}
	if size > largerFile || o.Files >= manyFiles {
		return false
	}
	if larger := &o.counter().larger; larger.Add(size) > largerFiles {
		larger.Add(-size)
		return false
	}
	return true
}

// take has memory for a file that it takes: a piece of its own for one that would fill much of one.
func (o *Opener) take(size int) []byte {
	const line = 64 // files begin at lines of the processor's cache
	if all := (size + line - 1) &^ (line - 1); all > len(o.rest) {
		if o.piece = max(firstPiece, min(2*o.piece, largestPiece)); o.Files/int(1+o.counter().others.Load()) >= manyFiles {
			o.piece = manyPiece
		}
		if all > o.piece/4 && all > smallFile/2 {
			return arena.Make[byte](size, o.piece >= largestPiece)
		}
		o.rest = arena.Make[byte](o.piece, o.piece >= largestPiece)
	}
	b := o.rest[:size:size]
	o.rest = o.rest[(size+line-1)&^(line-1):]
	return b
}
