// Package chunks has lists that are never copied while they grow, and that may be looked at meanwhile.
//
// Law: an element stays where it is, but for those of a list that is shorter than a chunk. So adding one takes as long
// in a list of a million as in one of a thousand.
package chunks

import (
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/arena"
)

// Size is how many elements a chunk has, but for the first one, which grows to that.
const (
	Size  = 1 << shift
	shift = 10
)

// Many is from how many chunks on, made at once, their memory is to lie in huge pages.
const Many = 4

// List is a list of which one goroutine at a time changes the length, while any may call [List.Peek]. Elements are to be
// atomic where others than that goroutine read them.
type List[T any] struct {
	dir   atomic.Pointer[directory[T]]
	first directory[T]
	one   [1]atomic.Pointer[chunk[T]]
	start chunk[T]
	n     int
}

type directory[T any] struct {
	chunks []atomic.Pointer[chunk[T]]
}

type chunk[T any] struct{ elems []T }

// Init makes an empty list, whose first elements are in memory, which must not be larger than Size. The list must not be
// copied afterwards.
func (l *List[T]) Init(memory []T) {
	l.start.elems, l.n = memory[:cap(memory)], 0
	l.first.chunks = l.one[:]
	l.one[0].Store(&l.start)
	l.dir.Store(&l.first)
}

// Clear makes the list empty for good.
func (l *List[T]) Clear() {
	l.n = 0
	l.dir.Store(nil)
}

// Len is how many elements there are.
func (l *List[T]) Len() int { return l.n }

// At returns an element.
func (l *List[T]) At(i int) *T {
	return &l.dir.Load().chunks[i>>shift].Load().elems[i&(Size-1)]
}

// Peek returns an element, nil if the list has no memory for it. Any goroutine may call it. A change that is made after the call may be seen by
// another call alone.
func (l *List[T]) Peek(i int) *T {
	d := l.dir.Load()
	if d == nil || i>>shift >= len(d.chunks) {
		return nil
	}
	c := d.chunks[i>>shift].Load()
	if c == nil || i&(Size-1) >= len(c.elems) {
		return nil
	}
	return &c.elems[i&(Size-1)]
}

// Add adds an element at the end, and returns it. It is zero, but in memory that Init was given. move copies the
// elements of the first chunk to larger memory.
func (l *List[T]) Add(move func(to, from []T)) *T {
	k := l.n >> shift
	if k == 0 {
		if first := len(l.dir.Load().chunks[0].Load().elems); l.n == first {
			l.enlarge(min(max(2*first, 16), Size), move)
		}
	} else if l.n&(Size-1) == 0 {
		l.more(k)
	}
	l.n++
	return l.At(l.n - 1)
}

// GrowFirst adds elements until there are n, no more than Size.
func (l *List[T]) GrowFirst(n int, move func(to, from []T)) {
	if n > len(l.dir.Load().chunks[0].Load().elems) {
		l.enlarge(n, move)
	}
	l.n = max(l.n, n)
}

// enlarge has the first chunk have n elements.
func (l *List[T]) enlarge(n int, move func(to, from []T)) {
	at := &l.dir.Load().chunks[0]
	c := &chunk[T]{make([]T, n)}
	move(c.elems, at.Load().elems)
	at.Store(c)
}

// more adds chunk k.
func (l *List[T]) more(k int) *chunk[T] {
	c := &chunk[T]{make([]T, Size)}
	l.wide(k + 1).chunks[k].Store(c)
	return c
}

// wide makes the directory wide enough for n chunks.
func (l *List[T]) wide(n int) *directory[T] {
	d := l.dir.Load()
	if n > len(d.chunks) {
		more := &directory[T]{make([]atomic.Pointer[chunk[T]], max(n, 2*len(d.chunks)))}
		for i := range d.chunks {
			more.chunks[i].Store(d.chunks[i].Load())
		}
		l.dir.Store(more)
		d = more
	}
	return d
}

// AddChunks adds n chunks, whose memory is one piece, behind the last one, which is full for [List.Add] then, whether it is or not.
func (l *List[T]) AddChunks(n int) {
	k := (l.n + Size - 1) >> shift
	d := l.wide(k + n)
	all, elems := make([]chunk[T], n), arena.Make[T](n*Size, n >= Many)
	for i := range all {
		all[i].elems = elems[i*Size : (i+1)*Size : (i+1)*Size]
		d.chunks[k+i].Store(&all[i])
	}
	l.n = (k + n) * Size
}

// AddEmpty adds a chunk without memory behind the last one, which is full for [List.Add] then.
func (l *List[T]) AddEmpty() {
	k := (l.n + Size - 1) >> shift
	l.wide(k + 1)
	l.n = (k + 1) * Size
}

// Free gives the memory of chunk k up, whose elements nobody is to ask for until Refill.
func (l *List[T]) Free(k int) { l.dir.Load().chunks[k].Store(nil) }

// Refill gives chunk k new memory.
func (l *List[T]) Refill(k int) { l.dir.Load().chunks[k].Store(&chunk[T]{make([]T, Size)}) }
