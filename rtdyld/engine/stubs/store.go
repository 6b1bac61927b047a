package stubs

import (
	"context"
	"encoding/binary"
)

// Where stubs are in another process, what their pointers are to be is known here, and stored there by Sync: one
// call at a time, so that what was set later is stored later.

// storing is what of a table has to be stored.
type storing struct {
	turn    chan struct{} // holds one while a call stores
	changed []*Stub       // whose pointers are to be stored; guarded by Table.mu
	at      bool          // a call stores what it has taken; guarded by Table.mu
}

// change notes that a stub's pointer is to be stored.
func (t *Table) change(s *Stub) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !s.changed && !t.closed {
		s.changed = true
		t.store.changed = append(t.store.changed, s)
	}
}

// Pending reports whether something that was set may not be stored yet.
func (t *Table) Pending() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.store.at || len(t.store.changed) > 0
}

// Sync has calls of all stubs that begin from now on go where they are set to go, or to the resolver: all of that is
// stored. After an error, which is Store's or ctx's cause, some may go where they went before, until another call of Sync.
// Without a Store there is nothing to do.
func (t *Table) Sync(ctx context.Context) error {
	if !t.Pending() {
		return nil
	}
	select {
	case t.store.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-t.store.turn }()
	for {
		list := t.takeChanged()
		if len(list) == 0 {
			return nil
		}
		if err := t.storeAll(ctx, list); err != nil {
			return err
		}
	}
}

// takeChanged takes what is to be stored.
func (t *Table) takeChanged() []*Stub {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.store.changed
	t.store.changed, t.store.at = nil, len(list) > 0
	for _, s := range list {
		s.changed = false
	}
	return list
}

// storeAll stores the pointers of stubs, or has them stored another time.
func (t *Table) storeAll(ctx context.Context, list []*Stub) error {
	addrs, words := make([]uint64, len(list)), make([]uint64, len(list))
	for i, s := range list {
		addrs[i], words[i] = s.remote, s.value()
	}
	stored := false
	defer func() { // also if Store panics
		if !stored {
			for _, s := range list {
				t.change(s)
			}
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		t.store.at = false
	}()
	err := t.cfg.Store(ctx, addrs, words)
	stored = err == nil
	return err
}

// settled is a stub that was free, once what it led to then is forgotten.
func (t *Table) settled(ctx context.Context, s *Stub) (*Stub, error) {
	if t.cfg.Store == nil {
		return s, nil
	}
	settled := false
	defer func() { // also if Store panics
		if !settled {
			s.Free()
		}
	}()
	if err := t.Sync(ctx); err != nil {
		return nil, err
	}
	settled = true
	return s, nil
}

// order is how bytes of a pointer follow each other in the stubs' memory.
func (t *Table) order() binary.ByteOrder {
	switch {
	case t.cfg.Store == nil:
		return binary.NativeEndian
	case t.cfg.Arch.IsBigEndian():
		return binary.BigEndian
	}
	return binary.LittleEndian
}
