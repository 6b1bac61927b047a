//go:build linux && (amd64 || arm64)

package host

import (
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// TestThreadKeys: keys with destructors go with the object that these are in, others stay, and threads that end later call nothing of it.
func TestThreadKeys(t *testing.T) {
	l := newLinker(t, open(t, Config{}))
	objs := load(t, l, object(t, gcc(), "keys.c", "-O1"))
	make4, err := abi.Func1[unsafe.Pointer, int32](caller(t), lookup(t, l, "make"))
	if err != nil {
		t.Fatal(err)
	}
	var keys [4]uint32
	if r := make4(unsafe.Pointer(&keys[0])); r != 0 {
		t.Fatalf("make returns %d", r)
	}
	c, err := getLibc()
	if err != nil {
		t.Fatal(err)
	}
	create, err := inLibc("pthread_key_create")
	if err != nil {
		t.Fatal(err)
	}
	set, err := inLibc("pthread_setspecific")
	if err != nil {
		t.Fatal(err)
	}
	// Somebody else has the number of the key that was deleted.
	for own := keys[0] + 1; own != keys[0]; {
		if callC(create, uintptr(unsafe.Pointer(&own)), 0) != 0 {
			t.Fatalf("no key %d", keys[0])
		}
		defer callC(c.keyDelete, uintptr(own))
	}

	// The first thread has values and ends while the object is there, the second one afterwards.
	give := bound0[int32](t, l, "set")
	thread := func() (c *crew, tid int) {
		c = newCrew(t, 1)
		c.all(func(int) {
			tid = unix.Gettid()
			if r := give(); r != 0 {
				t.Errorf("set returns %d", r)
			}
		})
		return c, tid
	}
	first, tid := thread()
	first.end()
	waitThread(t, tid)
	if got := call0[int32](t, l, "sum"); got != 3 {
		t.Errorf("destructors have run for %d, want 3", got)
	}
	second, tid := thread()
	if err := l.Unload(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for i, key := range keys {
		status := int32(callC(set, uintptr(key), 0))
		if there := status == 0; !inMusl() && there != (i == 0 || i == 3) { // musl does not tell
			t.Fatalf("key %d is there: %v", i, there) // the thread stays
		}
	}
	callC(c.keyDelete, uintptr(keys[3])) // nobody else can
	second.end()
	waitThread(t, tid)
	if n := loadedKeys.n.Load(); n != 0 {
		t.Errorf("%d keys are left", n)
	}
}
