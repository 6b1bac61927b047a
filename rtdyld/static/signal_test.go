//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSignals: C's handlers run: for raise on the thread, for signals to C's threads there, for signals to threads that are not adopted
// elsewhere; errno is kept. Handlers for signals that Go needs are refused.
func TestSignals(t *testing.T) {
	p := scene(t)
	install, uninstall := bind[func(int32) int32](t, p, "install"), bind[func(int32) int32](t, p, "uninstall")
	raise, times := bind[func(int32) int32](t, p, "raise_one"), bind[func(int32) int32](t, p, "times")
	for _, s := range []unix.Signal{unix.SIGBUS, unix.SIGFPE, unix.SIGSEGV, unix.SIGURG, unix.SIGPROF} {
		if e := install(int32(s)); e != int32(unix.ENOSYS) {
			t.Errorf("a handler for %v: errno %d", s, e)
		}
	}
	if r := bind[func(string) int32](t, p, "shell")(":"); r != 0 { // which has SIGINT and SIGQUIT ignored meanwhile
		t.Errorf("system: %d", r)
	}
	usr := int32(unix.SIGUSR1)
	if e := install(usr); e != 0 {
		t.Fatalf("errno %d", e)
	}
	defer func() {
		if uninstall(usr) != 1 {
			t.Error("another handler was installed")
		}
	}()
	for range 100 {
		if n := raise(usr); n != 1 {
			t.Fatalf("raise: %d", n)
		}
	}
	for range 10 {
		if r := bind[func(int32) int32](t, p, "send_all")(usr); r != 0 {
			t.Fatalf("signals to a thread of C's: %d", r)
		}
	}
	if e := bind[func() int32](t, p, "alternate")(); e != int32(unix.ENOSYS) {
		t.Errorf("sigaltstack: errno %d", e)
	}
	n := times(usr)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // the thread ends with the goroutine
		for range 10 {
			n := times(usr) // from here on it is adopted
			if err := unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGUSR1); err != nil {
				t.Error(err)
			}
			for times(usr) == n {
				runtime.Gosched()
			}
		}
	}()
	<-ended
	if times(usr) < n+10 {
		t.Errorf("%d of 10", times(usr)-n)
	}
	// So many threads at a time are not there: some are new.
	n = times(usr)
	var strangers atomic.Int32
	var wg, all sync.WaitGroup
	all.Add(64)
	for range 64 {
		wg.Go(func() {
			runtime.LockOSThread() // the thread ends with the goroutine
			all.Done()
			all.Wait()
			if isAdopted() {
				return
			}
			strangers.Add(1)
			if err := unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGUSR1); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if strangers.Load() == 0 {
		t.Fatal("all of 64 threads have been adopted before")
	}
	for times(usr) == n {
		runtime.Gosched()
	}
}
