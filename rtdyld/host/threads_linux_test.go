//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestThreadsApart: where Threads have a table of descriptors of their own, no thread of
// Go's runtime has it, even if the runtime wants threads while they are made.
func TestThreadsApart(t *testing.T) {
	const env = "RTDYLD_TEST_APART"
	if os.Getenv(citest.Emulator) != "" {
		t.Skip("an emulator's threads have one table")
	}
	if os.Getenv(env) == "" { // a thread's table is for good
		for range 8 {
			cmd := citest.Command(os.Args[0], "-test.run=^TestThreadsApart$", "-test.v")
			cmd.Env = append(os.Environ(), env+"=1", "GORACE=atexit_sleep_ms=0")
			if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestThreadsApart") {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		return
	}
	const mark, many = 200, 32 // a descriptor that the other table lacks
	runtime.GOMAXPROCS(16)
	runtime.LockOSThread()
	r, w, err := os.Pipe() // the runtime opens what it waits with, in one table still
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if err := unix.Unshare(unix.CLONE_FILES); err != nil {
		t.Fatal(err)
	}
	if err := unix.Dup3(0, mark, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := NewThreads(many); err != nil {
		t.Fatal(err)
	}
	StockThreads(2 * many)
	n := 0
	for _, tid := range taskNumbers(t) {
		if _, err := os.Lstat(fmt.Sprintf("%s/%d/fd/%d", taskPath, tid, mark)); err == nil {
			n++
		}
	}
	if n != 1+many {
		t.Errorf("%d threads have the table, want %d", n, 1+many)
	}
}

// taskNumbers lists the threads of the process.
func taskNumbers(t *testing.T) []int {
	t.Helper()
	threads.mu.Lock()
	defer threads.mu.Unlock()
	tids, err := threadIDs()
	if err != nil {
		t.Fatal(err)
	}
	return tids
}
