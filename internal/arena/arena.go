// Package arena gives the records of many objects memory in large pieces, in huge pages where there is much of it.
//
// Law: a piece is Go's own memory, of the records' own type if that has pointers, and stays as long as somebody points into it: there is
// nothing to give back, and nothing can be used for too long.
package arena

import "unsafe"

// hugePage is how many bytes a huge page has on most processors.
const hugePage = 2 << 20

// Large is from how many bytes of input on what is made of it lies in huge pages: a few of them are full.
const Large = 1 << 20

// Of has memory for slices of T, which lie one behind the other. The zero Of makes each slice by itself, and any goroutines
// may use that; another must not be used concurrently.
type Of[T any] struct {
	rest  []T
	n     int    // elements of a piece
	huge  bool   // pieces lie in huge pages
	words *Words // has the memory; nil: a has its own
}

// Init makes a zero Of ready that gives out a part of what is made of some bytes of input.
func (a *Of[T]) Init(input uint64) {
	var t T
	a.n, a.huge = pieceSize(input)/int(unsafe.Sizeof(t)), input >= Large
}

// InitFor is Init for most elements altogether: a piece has no more.
func (a *Of[T]) InitFor(input uint64, most int) {
	a.Init(input)
	a.n = min(a.n, most)
}

// pieceSize is how many bytes a piece has. What remains of the last one should be little beside the input.
func pieceSize(input uint64) int {
	const usual, largest = 256 << 10, 1 << 20
	return int(max(min(input/16, usual), min(input/128, largest)))
}

// Share makes a zero Of ready whose slices lie in pieces that others share. T has no pointers.
func (a *Of[T]) Share(w *Words) { a.words = w }

// Words is memory for records of several kinds without pointers. It must not be used concurrently.
type Words = Of[uint64]

// Take makes a slice of n zero elements. Others have memory of the same piece.
func (a *Of[T]) Take(n int) []T {
	if a.words != nil {
		return view[T](a.words.Take(words[T](n)), n)
	}
	if n >= a.n/4 {
		return Make[T](n, a.huge)
	}
	if n > len(a.rest) {
		a.rest = Make[T](a.n, a.huge)
	}
	s := a.rest[:n:n]
	a.rest = a.rest[n:]
	return s
}

// words is how many words have room for n elements.
func words[T any](n int) int {
	var t T
	return (n*int(unsafe.Sizeof(t)) + 7) / 8
}

// view is the first n elements in words.
func view[T any](w []uint64, n int) []T {
	if n == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(w))), n)
}

// Three makes slices of so many zero elements of three kinds without pointers, in one piece.
func Three[A, B, C any](a, b, c int) ([]A, []B, []C) {
	w := make([]uint64, words[A](a)+words[B](b)+words[C](c))
	x, y := w[words[A](a):], w[words[A](a)+words[B](b):]
	return view[A](w, a), view[B](x, b), view[C](y, c)
}

// Make makes a slice of n zero elements: in huge pages if it is large, or with huge if it is not small, since its
// neighbours are to have them, too.
func Make[T any](n int, huge bool) []T {
	s := make([]T, n)
	var t T
	if size := uintptr(n) * unsafe.Sizeof(t); size >= hugePage || huge && size >= hugePage/64 {
		advise(unsafe.Pointer(unsafe.SliceData(s)), size)
	}
	return s
}
