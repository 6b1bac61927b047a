//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"bytes"
	"context"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// onThread has a thread of C's own call a C function of a word, and gives its result.
func onThread(t testing.TB, f, arg uintptr) (result uintptr) {
	t.Helper()
	create, err := inLibc("pthread_create")
	if err != nil {
		t.Fatal(err)
	}
	join, err := inLibc("pthread_join")
	if err != nil {
		t.Fatal(err)
	}
	room := new([2]uintptr) // on the heap
	if r, _, _ := purego.SyscallN(create, uintptr(unsafe.Pointer(&room[0])), 0, f, arg); int32(r) != 0 {
		t.Fatal("no thread", r)
	}
	if r, _, _ := purego.SyscallN(join, room[0], uintptr(unsafe.Pointer(&room[1]))); int32(r) != 0 {
		t.Fatal("not joined", r)
	}
	return room[1]
}

// TestCallbackThreads: threads that C made call Go functions, which call C and are called from there again, collect garbage and have their
// stacks move, while signals of the profiler come in.
func TestCallbackThreads(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	if err := pprof.StartCPUProfile(io.Discard); err == nil {
		defer pprof.StopCPUProfile()
	}
	var calls atomic.Int64
	var again func(uint64) uint64
	inner := newCallbackOf(t, func(ctx context.Context, x uint64) uint64 {
		calls.Add(1)
		if x == 0 {
			return 0
		}
		made := bytes.Repeat([]byte{byte(x)}, 4096)
		pad(int(x % 64))
		return again(x-1) + uint64(made[17])
	}, CallbackConfig{})
	defer inner.Close()
	again = called(t, inner.Addr())
	outer := newCallbackOf(t, func(x uintptr) uintptr { return uintptr(again(uint64(x))) }, CallbackConfig{})
	defer outer.Close()
	const depth = 100
	threads, rounds := 4, 2
	if !citest.Sample() {
		threads, rounds = 16, 200
	}
	var wg sync.WaitGroup
	for range threads {
		wg.Go(func() {
			for range rounds {
				if got := onThread(t, uintptr(outer.Addr()), depth); got != depth*(depth+1)/2 {
					t.Errorf("%d", got)
				}
			}
		})
	}
	wg.Wait()
	if want := int64(threads * rounds * (depth + 1)); calls.Load() != want {
		t.Errorf("%d calls, want %d", calls.Load(), want)
	}
}

// pad needs n KiB of stack.
//
//go:noinline
func pad(n int) byte {
	var room [1024]byte
	room[n&1023] = byte(n)
	if n == 0 {
		return room[0]
	}
	return room[n&1023] + pad(n-1)
}

// TestCallbackAlone: on a thread that C made there is nothing for a panic or the end of a goroutine to go on to; the process ends, and says
// why.
func TestCallbackAlone(t *testing.T) {
	if os.Getenv(aloneEnv) != "" {
		c := newCallbackOf(t, endAlone, CallbackConfig{Recover: true})
		onThread(t, uintptr(c.Addr()), 1)
		return
	}
	for how, says := range map[string][]string{
		"panic":  {"nobody recovers this", "endAlone"},
		"goexit": {"runtime.Goexit called in a thread that was not created by the Go runtime"},
	} {
		cmd := citest.Command(os.Args[0], "-test.run=^TestCallbackAlone$")
		cmd.Env = append(os.Environ(), aloneEnv+"="+how)
		out, err := cmd.CombinedOutput()
		for _, text := range says {
			if err == nil || !strings.Contains(string(out), text) {
				t.Errorf("%s: %v, without %q\n%s", how, err, text, out)
			}
		}
	}
}

// aloneEnv has TestCallbackAlone end the process in that way.
const aloneEnv = "RTDYLD_TEST_ALONE"

// endAlone does what ends a process when a thread calls it that C made.
func endAlone(x uint64) uint64 {
	switch os.Getenv(aloneEnv) {
	case "panic":
		panic("nobody recovers this")
	case "goexit":
		runtime.Goexit()
	}
	return x
}
