// Package chunks has lists that are never copied while they grow, and that may be looked at meanwhile.
//
// Law: an element stays where it is, but for those of a list that is shorter than a chunk. So adding one takes as long
// in a list of a million as in one of a thousand.
package chunks

import "sync/atomic"

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
	first atomic.Pointer[chunk[T]]
	dir   atomic.Pointer[directory[T]]
	start chunk[T]
	n     int
}

// chunk is the first one, which may be short.
type chunk[T any] struct{ elems []T }

// directory has all others, from 1 on; nil has no memory.
type directory[T any] struct {
	chunks []atomic.Pointer[[Size]T]
}

// Init makes an empty list, whose first elements are in memory, which must not be larger than Size. The list must not be
// copied afterwards.
func (l *List[T]) Init(memory []T) {
	l.start.elems, l.n = memory[:cap(memory)], 0
	l.first.Store(&l.start)
	l.forget()
}

// forget drops the directory, if there is one: to store costs more than to look.
func (l *List[T]) forget() {
	if l.dir.Load() != nil {
		l.dir.Store(nil)
	}
}

// Clear makes the list empty for good.
func (l *List[T]) Clear() {
	l.n = 0
	l.first.Store(nil)
	l.forget()
}

// Len is how many elements there are.
func (l *List[T]) Len() int { return l.n }

// At returns an element.
func (l *List[T]) At(i int) *T {
	if i < Size {
		return &l.first.Load().elems[i]
	}
	return &l.dir.Load().chunks[i>>shift].Load()[i&(Size-1)]
}

// Peek returns an element, nil if the list has no memory for it. Any goroutine may call it. A change that is made after the call may be seen by
// another call alone.
func (l *List[T]) Peek(i int) *T {
	if i < Size {
		c := l.first.Load()
		if c == nil || i >= len(c.elems) {
			return nil
		}
		return &c.elems[i]
	}
	d := l.dir.Load()
	if d == nil || i>>shift >= len(d.chunks) {
		return nil
	}
	c := d.chunks[i>>shift].Load()
	if c == nil {
		return nil
	}
	return &c[i&(Size-1)]
}

// Add adds an element at the end, and returns it. It is zero, but in memory that Init was given. move copies the
// elements of the first chunk to larger memory.
func (l *List[T]) Add(move func(to, from []T)) *T {
	if k := l.n >> shift; k == 0 {
		if first := l.first.Load().elems; l.n == len(first) {
			more := make([]T, min(max(2*len(first), 16), Size))
			move(more, first)
			l.Set(0, more)
		}
	} else if l.n&(Size-1) == 0 {
		l.wide(k + 1).chunks[k].Store(new([Size]T))
	}
	l.n++
	return l.At(l.n - 1)
}

// wide makes the directory wide enough for n chunks.
func (l *List[T]) wide(n int) *directory[T] {
	d, have := l.dir.Load(), 0
	if d != nil {
		have = len(d.chunks)
	}
	if n > have {
		more := &directory[T]{make([]atomic.Pointer[[Size]T], max(n, 2*have))}
		for i := range have {
			more.chunks[i].Store(d.chunks[i].Load())
		}
		l.dir.Store(more)
		d = more
	}
	return d
}

// AddChunks adds chunks with memory for them behind the last one, or the first if there is none, which is full for [List.Add] then, whether it is or not.
func (l *List[T]) AddChunks(elems []T) {
	k := max(1, (l.n+Size-1)>>shift)
	d := l.wide(k + len(elems)>>shift)
	for ; len(elems) > 0; k++ {
		d.chunks[k].Store((*[Size]T)(elems))
		elems = elems[Size:]
	}
	l.n = k * Size
}

// Extend has the list have n chunks, the last ones without memory.
func (l *List[T]) Extend(n int) {
	l.wide(n)
	l.n = n * Size
}

// Set gives chunk k other memory, or none, with what is in it. The first chunk may be short.
func (l *List[T]) Set(k int, elems []T) {
	switch {
	case k == 0:
		l.first.Store(&chunk[T]{elems})
	case elems == nil:
		l.dir.Load().chunks[k].Store(nil)
	default:
		l.dir.Load().chunks[k].Store((*[Size]T)(elems))
	}
}
