package objfmt

import "github.com/go-rtdyld/rtdyld/internal/arena"

// Opener opens files that are used together, as those of a link are. On systems that map files it reads the small ones
// instead, into memory that they share: that takes less time than to map them, to touch their pages and to unmap them. The
// memory goes with the last of their buffers. The zero Opener is ready to use, by one goroutine at a time.
type Opener struct {
	// Files is how many files there are to open, as far as that is known: memory for many lies in huge pages.
	Files int

	rest  []byte
	piece int // bytes of the last piece of memory
}

const (
	// smallFile is up to how many bytes it takes less time to read a file than to map it; from twice as many on it takes more.
	smallFile = 32 << 10
	// Pieces of memory begin small, for links that are, and grow up to one that pays for huge pages.
	firstPiece, largestPiece = 64 << 10, 1 << 20
	// manyFiles fill some of these: small ones have some KiB.
	manyFiles = 256
)

// Open is [OpenBuffer], but that it may read the file instead of mapping it: what happens to the file later does not matter then.
func (o *Opener) Open(path string) (*ObjectBuffer, error) { return open(path, o) }

// takes reports whether a file of some bytes is one to read. A nil Opener takes none.
func (o *Opener) takes(size int64) bool { return o != nil && size <= smallFile }

// take has memory for a small file.
func (o *Opener) take(size int) []byte {
	if size > len(o.rest) {
		if o.piece = max(firstPiece, min(2*o.piece, largestPiece)); o.Files >= manyFiles {
			o.piece = largestPiece
		}
		o.rest = arena.Make[byte](o.piece, o.piece == largestPiece)
	}
	b := o.rest[:size:size]
	o.rest = o.rest[size:]
	return b
}
