package host

import (
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// blockedSignals has what each thread of this process blocks.
func blockedSignals(t *testing.T) map[int]uint64 {
	t.Helper()
	files, err := filepath.Glob("/proc/self/task/*/status")
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]uint64{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), "SigBlk:\t")
		word, _, _ := strings.Cut(rest, "\n")
		set, err := strconv.ParseUint(word, 16, 64)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		tid, err := strconv.Atoi(filepath.Base(filepath.Dir(f)))
		if err != nil {
			t.Fatal(err)
		}
		all[tid] = set
	}
	return all
}

// TestQuiet: while a main runs no thread of Go's takes its signals, this one does, and those who wait for one by os/signal have it; behind it
// all is as before, and what main has set is not.
func TestQuiet(t *testing.T) {
	StockThreads(5)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	came := make(chan os.Signal, 1)
	signal.Notify(came, syscall.SIGUSR1)
	defer signal.Stop(came)
	own := unix.Gettid()
	time.Sleep(10 * time.Millisecond) // those that are new block all for a moment
	before := blockedSignals(t)
	old, _ := sigact(int(unix.SIGUSR2), nil)
	signalled := func(when string) {
		t.Helper()
		if err := unix.Kill(unix.Getpid(), unix.SIGUSR1); err != nil {
			t.Fatal(err)
		}
		select {
		case <-came:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: no signal comes", when)
		}
	}
	for round := range 20 {
		end := quiet()
		during := blockedSignals(t)
		for tid, set := range during {
			if _, old := before[tid]; old && (tid == own) != (set&mainSignals != mainSignals) {
				t.Errorf("round %d: thread %d blocks %#x; this is %d", round, tid, set, own)
			}
		}
		if _, ok := sigact(int(unix.SIGUSR2), &sigaction{handler: quietPC(), flags: 0x04000000, restorer: quietReturnPC()}); !ok {
			t.Fatal("a handler cannot be set")
		}
		again := quiet() // of a main that another one calls
		again()
		signalled("meanwhile")
		end()
		signalled("afterwards")
		same := func() bool {
			after := blockedSignals(t)
			for tid, set := range before {
				if now, there := after[tid]; there && now != set {
					return false
				}
			}
			return true
		}
		for tries := 0; !same(); tries++ { // a thread that makes another one blocks all meanwhile
			if tries == 100 {
				t.Fatalf("round %d: threads block %v, and did %v", round, blockedSignals(t), before)
			}
			time.Sleep(time.Millisecond)
		}
		if now, _ := sigact(int(unix.SIGUSR2), nil); now.handler != old.handler {
			t.Errorf("round %d: the handler is still there", round)
		}
	}
	if now, _ := sigact(quietMessenger, nil); now.handler == quietPC() {
		t.Error("the quietMessenger's handler is still there")
	}
}

// TestMainSignals: what the runtime sends its threads gets there, and what faults raise.
func TestMainSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{unix.SIGURG, unix.SIGPROF, unix.SIGSEGV, unix.SIGBUS, unix.SIGFPE, quietMessenger, 32, 33} {
		if mainSignals>>(sig-1)&1 != 0 {
			t.Errorf("%v is the program's", sig)
		}
	}
	for _, sig := range []syscall.Signal{unix.SIGCHLD, unix.SIGALRM, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGWINCH, unix.SIGUSR1, 35, 64} {
		if mainSignals>>(sig-1)&1 == 0 {
			t.Errorf("%v is not the program's", sig)
		}
	}
}
