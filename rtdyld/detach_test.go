package rtdyld_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestDetach: memory that is detached outlives its objects' linker, images and names,
// and Release gives back everything.
func TestDetach(t *testing.T) {
	ev := &events{}
	m := &memory{}
	r := newRig(t, rtdyld.Config{Memory: m, Unwinder: ev, Initializer: ev, Listeners: []rtdyld.Listener{ev}})
	objs := r.load("base", "mutual_a", "mutual_b")
	user := r.load("user")[0]
	r.finalize()
	wantErr[*rtdyld.InUseError](t, func() error { _, err := r.Detach(context.Background(), objs[0]); return err }(), rtdyld.ErrInUse)
	if _, err := r.Detach(context.Background(), user); err == nil {
		t.Error("an object is detached without what it refers to")
	}
	if _, err := r.Detach(context.Background(), append(slices.Clone(objs[:2]), user)...); err == nil {
		t.Error("an object is detached without its batch")
	}
	if err := r.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	ev.log = nil
	d, err := r.Detach(context.Background(), append(objs, user)...)
	if err != nil {
		t.Fatal(err)
	}
	blocks := d.Blocks()
	var before [][]byte
	for _, b := range blocks {
		before = append(before, bytes.Clone(b.Mem))
	}
	if len(ev.log) != 0 {
		t.Errorf("told %q", ev.log)
	}
	if _, err := r.Lookup("base"); err == nil || len(r.Objects()) != 0 || user.State() != rtdyld.Unloaded {
		t.Error("the linker still knows what is detached")
	}
	// The same names again are no duplicates, and bind to the new objects.
	again := r.load("base", "user")
	r.finalize()
	r.unload(again...)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if m.live == 0 || len(blocks) == 0 {
		t.Fatal("memory went with the linker")
	}
	for i, b := range blocks {
		if !bytes.Equal(b.Mem, before[i]) {
			t.Errorf("block at %#x has changed", b.Addr)
		}
	}
	ev.log = nil
	for range 2 {
		if err := d.Release(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if m.live != 0 {
		t.Errorf("%d allocations are left", m.live)
	}
	if len(ev.log) == 0 {
		t.Error("nobody was told of the release")
	}
}

// TestDetachLoaded: what is not finalized cannot run on.
func TestDetachLoaded(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	if _, err := r.Detach(context.Background(), r.load("base")...); err == nil {
		t.Error("an object that is not finalized is detached")
	}
}
