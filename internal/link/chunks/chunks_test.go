package chunks_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/chunks"
)

type list = chunks.List[atomic.Uint64]

func move(to, from []atomic.Uint64) {
	for i := range from {
		to[i].Store(from[i].Load())
	}
}

// TestAdd: elements keep their values, and from the end of the first chunk on their places.
func TestAdd(t *testing.T) {
	for _, memory := range []int{0, 3, 26, chunks.Size} {
		var l list
		l.Init(make([]atomic.Uint64, memory))
		var at []*atomic.Uint64
		for i := range 5*chunks.Size + 7 {
			e := l.Add(move)
			e.Store(uint64(i))
			at = append(at, e)
		}
		for i := range l.Len() {
			if e := l.At(i); e.Load() != uint64(i) || l.Peek(i) != e || i >= chunks.Size && e != at[i] {
				t.Fatalf("memory for %d: element %d is %d, or elsewhere", memory, i, e.Load())
			}
		}
		if l.Peek(6*chunks.Size) != nil || l.Peek(1<<30) != nil {
			t.Error("an element that there is not")
		}
		l.Set(2, nil)
		if l.Peek(2*chunks.Size) != nil || l.Peek(3*chunks.Size) == nil {
			t.Error("a chunk that was freed is there, or another one is not")
		}
		if l.Set(2, make([]atomic.Uint64, chunks.Size)); l.At(2*chunks.Size).Load() != 0 {
			t.Error("memory that was freed is not new")
		}
		l.Clear()
		if l.Len() != 0 || l.Peek(0) != nil {
			t.Error("a list that was cleared has elements")
		}
	}
}

// TestAddChunks: many elements at once, behind a first chunk that stays short.
func TestAddChunks(t *testing.T) {
	var l list
	l.Init(make([]atomic.Uint64, 4))
	l.At(3).Store(3)
	l.AddChunks(make([]atomic.Uint64, 3*chunks.Size))
	if l.Len() != 4*chunks.Size || l.Peek(4) != nil || l.At(3).Load() != 3 || l.Peek(4*chunks.Size-1) == nil {
		t.Errorf("%d elements", l.Len())
	}
	at := l.At(chunks.Size)
	more := make([]atomic.Uint64, 40)
	more[3].Store(3)
	l.Set(0, more)
	if l.Len() != 4*chunks.Size || l.At(3).Load() != 3 || l.At(39).Load() != 0 || l.At(chunks.Size) != at {
		t.Error("the first chunk did not grow, or others moved")
	}
	l.Extend(6)
	if l.Len() != 6*chunks.Size || l.Peek(5*chunks.Size) != nil {
		t.Error("a chunk without memory has some, or is not there")
	}
}

// TestPeek: who looks meanwhile sees each element as it was set, or none.
func TestPeek(t *testing.T) {
	var l list
	l.Init(nil)
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for have := n.Load(); have < 4*chunks.Size; have = n.Load() {
				for i := range have {
					if e := l.Peek(int(i)); e == nil || e.Load() != uint64(i+1) {
						t.Errorf("element %d of %d is not there", i, have)
						return
					}
				}
			}
		})
	}
	for i := range 4 * chunks.Size {
		l.Add(move).Store(uint64(i + 1))
		n.Store(int64(i + 1))
	}
	wg.Wait()
}
