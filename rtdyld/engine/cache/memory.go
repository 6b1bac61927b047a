package cache

import (
	"bytes"
	"container/list"
	"context"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// Memory keeps objects in memory, up to a number of bytes; then those go that were asked
// for least recently. Objects that were handed out stay valid. It may be used concurrently.
type Memory struct {
	limit int64

	mu      sync.Mutex
	entries map[compiler.Key]*list.Element // of memoryEntry
	order   list.List                      // the most recently used first
	size    int64
}

type memoryEntry struct {
	key  compiler.Key
	name string
	data []byte // never written
}

// cost is what an entry counts: its bytes and about what it takes to keep them.
func (e *memoryEntry) cost() int64 { return int64(len(e.data)+len(e.name)) + 256 }

// NewMemory makes a cache of at most limit bytes; 0 or less keeps nothing.
func NewMemory(limit int64) *Memory {
	return &Memory{limit: limit, entries: map[compiler.Key]*list.Element{}}
}

// Get implements [compiler.ObjectCache].
func (m *Memory) Get(ctx context.Context, e compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	if err := ended(ctx); err != nil {
		return nil, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.entries[e.Key]
	if !ok {
		return nil, false, nil
	}
	m.order.MoveToFront(at)
	kept := at.Value.(*memoryEntry)
	return objfmt.NewBuffer(kept.name, kept.data), true, nil
}

// Put implements [compiler.ObjectCache]. An object that is larger than the cache is not
// kept.
func (m *Memory) Put(ctx context.Context, e compiler.Entry, obj *objfmt.ObjectBuffer) error {
	if err := ended(ctx); err != nil {
		return err
	}
	kept := &memoryEntry{e.Key, obj.Name(), obj.Bytes()}
	if kept.cost() > m.limit {
		m.remove(e.Key) // an older one of this key would be wrong
		return nil
	}
	kept.data = bytes.Clone(kept.data)
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.entries[e.Key]; ok {
		m.drop(at)
	}
	m.entries[e.Key] = m.order.PushFront(kept)
	m.size += kept.cost()
	for m.size > m.limit {
		m.drop(m.order.Back())
	}
	return nil
}

// Size returns how many objects there are and the bytes that they count.
func (m *Memory) Size() (objects int, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.entries), m.size
}

func (m *Memory) remove(key compiler.Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.entries[key]; ok {
		m.drop(at)
	}
}

// drop takes an entry out; mu is held.
func (m *Memory) drop(at *list.Element) {
	e := m.order.Remove(at).(*memoryEntry)
	delete(m.entries, e.key)
	m.size -= e.cost()
}
