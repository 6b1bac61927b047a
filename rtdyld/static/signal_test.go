//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
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

// TestSignalsToThreads: every signal but SIGKILL and SIGSTOP is sent to threads of C's, some while garbage is collected. None of them
// runs a handler of Go's, which would end the process, and the one that C handles is handled by each.
func TestSignalsToThreads(t *testing.T) {
	const side = 8
	rounds := 200
	if citest.Sample() {
		rounds = 3
	}
	p := scene(t)
	bind[func()](t, p, "keys")()
	install, uninstall, times := bind[func(int32) int32](t, p, "install"), bind[func(int32) int32](t, p, "uninstall"), bind[func(int32) int32](t, p, "times")
	start, number, end := bind[func(int32) int32](t, p, "start_targets"), bind[func(int32) int32](t, p, "target_number"), bind[func(int32) int32](t, p, "end_targets")
	usr := int32(unix.SIGUSR2)
	if e := install(usr); e != 0 {
		t.Fatalf("errno %d", e)
	}
	defer uninstall(usr)
	sent, handled := 0, times(usr)
	for range rounds {
		if r := start(side); r != 0 {
			t.Fatalf("start: %d", r)
		}
		for i := range int32(side) {
			sent += sendAll(t, int(number(i)))
		}
		runtime.GC()
		for times(usr) < handled+side { // each has had it
			runtime.Gosched()
		}
		handled = times(usr)
		if r := end(side); r != 0 {
			t.Fatalf("a thread found that %d is wrong", r)
		}
	}
	if want := rounds * side * 60; sent < want { // two more may be an emulator's
		t.Errorf("%d signals of %d", sent, want)
	}
	t.Logf("%d signals to %d threads", sent, rounds*side)
}

// sendAll sends all signals that may be sent to a thread, and returns how many those are.
func sendAll(t *testing.T, number int) (sent int) {
	t.Helper()
	for s := unix.Signal(1); s <= 64; s++ {
		if s == unix.SIGKILL || s == unix.SIGSTOP {
			continue
		}
		if err := unix.Tgkill(os.Getpid(), number, s); err == nil {
			sent++
		} else if s < 63 { // which emulators keep for themselves
			t.Errorf("%v: %v", s, err)
		}
	}
	return sent
}
