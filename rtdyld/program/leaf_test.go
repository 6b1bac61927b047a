//go:build linux && (amd64 || arm64)

package program_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

const leafSource = `
typedef unsigned long u64;
u64 mix(const u64 *p, u64 n, u64 rounds) {
	u64 a[16];
	for (int k = 0; k < 16; k++) a[k] = k * 0x9e3779b97f4a7c15;
	for (u64 r = 0; r < rounds; r++)
		for (u64 i = 0; i < n; i++) { u64 k = (i + r) & 15; a[k] = (a[k] ^ p[i]) * 0xff51afd7ed558ccd; a[(k + 5) & 15] += a[k] >> 29; }
	u64 s = 0;
	for (int k = 0; k < 16; k++) s = s * 31 + a[k];
	return s;
}
double poly(double x, u64 n) { double s = 0, c = 1; for (u64 i = 0; i < n; i++) { s += c * x; c *= -x / (i + 2); } return s; }
__attribute__((noinline)) u64 other(u64);
u64 calls(u64 n) { return other(n) + 1; }
u64 other(u64 n) { return n * 3; }
u64 crash(u64 *p) { return *p; }
`

// mixed is mix in Go.
func mixed(p []uint64, rounds uint64) uint64 {
	var a [16]uint64
	for k := range a {
		a[k] = uint64(k) * 0x9e3779b97f4a7c15
	}
	for r := range rounds {
		for i := range p {
			k := (uint64(i) + r) & 15
			a[k] = (a[k] ^ p[i]) * 0xff51afd7ed558ccd
			a[(k+5)&15] += a[k] >> 29
		}
	}
	s := uint64(0)
	for _, v := range a {
		s = s*31 + v
	}
	return s
}

// leaves loads leafSource, as code that leaf calls can be made to.
func leaves(t testing.TB) *program.Program {
	var options []string
	if runtime.GOARCH == "arm64" {
		options = []string{"-ffixed-x28"}
	}
	p, err := host.Load(t.Context(), host.Bytes("leaf.o", compile(t, leafSource, options...)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// TestBindLeaf: a leaf is bound and called, what is none says why, and a program that is closed is not called.
func TestBindLeaf(t *testing.T) {
	p := leaves(t)
	var mix func(p []uint64, n, rounds uint64) uint64
	var quick func(p *uint64, n, rounds uint64) uint64
	var poly func(x float64, n uint64) float64
	if err := errors.Join(p.BindLeaf("mix", &mix), p.BindLeaf("mix", &quick), p.BindLeaf("poly", &poly)); err != nil {
		t.Fatal(err)
	}
	data := []uint64{1, 2, 3, 1 << 63}
	if got, want := mix(data, 4, 9), mixed(data, 9); got != want || quick(&data[0], 4, 9) != want {
		t.Errorf("mix: %#x, want %#x", got, want)
	}
	if got := poly(1, 30); got < 0.63212 || got > 0.63213 { // 1 - 1/e
		t.Errorf("poly: %v", got)
	}
	var f func(uint64) uint64
	var le *abi.LeafError
	if err := p.BindLeaf("calls", &f); !errors.As(err, &le) || !strings.Contains(err.Error(), "bind calls: ") || !strings.HasSuffix(err.Error(), "is a call") {
		t.Errorf("a function that calls another: %v", err)
	}
	if err := p.BindLeaf("getpid", &f); err == nil || !strings.Contains(err.Error(), "its code is not the program's") {
		t.Errorf("a library's function: %v", err)
	}
	var nf *program.NotFoundError
	if err := p.BindLeaf("nothing", &f); !errors.As(err, &nf) {
		t.Errorf("no function: %v", err)
	}
	var ce *program.CallError
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.BindLeaf("mix", &mix); !errors.Is(err, program.ErrClosed) {
		t.Errorf("bind: %v", err)
	}
	defer func() {
		if err, _ := recover().(error); !errors.As(err, &ce) || ce.Name != "mix" {
			t.Errorf("call: %v", err)
		}
	}()
	quick(&data[0], 4, 9)
}

var storm = flag.Duration("storm", 0, "how long TestLeafSignals takes")

// TestLeafSignals: leaf calls are right while another process sends signals at 10 kHz to each thread, for preemption, for profiles and for the
// program, stacks move, the garbage collector works, and a profile is taken. The full form takes ten minutes.
func TestLeafSignals(t *testing.T) {
	if tids := os.Getenv("RTDYLD_LEAF_STORM"); tids != "" {
		sendStorm(strings.Fields(tids))
		return
	}
	long := *storm
	if long == 0 {
		long = time.Second
		if !citest.Sample() {
			long = 10 * time.Minute
		}
	}
	p := leaves(t)
	var mix func(p *uint64, n, rounds uint64) uint64
	if err := p.BindLeaf("mix", &mix); err != nil {
		t.Fatal(err)
	}
	profile, err := os.Create(t.TempDir() + "/cpu")
	if err != nil {
		t.Fatal(err)
	}
	defer profile.Close()
	if err := pprof.StartCPUProfile(profile); err != nil {
		t.Logf("no profile: %v", err)
	} else {
		defer pprof.StopCPUProfile()
	}
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, unix.SIGUSR1)
	defer signal.Stop(heard)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	var wg sync.WaitGroup
	var calls, wrong atomic.Int64
	threads := make(chan int, 2)
	for g := range cap(threads) {
		wg.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			threads <- unix.Gettid()
			data := make([]uint64, 500)
			for i := range data {
				data[i] = uint64(i*i + g)
			}
			want := mixed(data, 40)
			for ctx.Err() == nil {
				if got := mix(&data[0], uint64(len(data)), 40); got != want {
					wrong.Add(1)
				}
				calls.Add(1)
			}
		})
	}
	wg.Go(func() { // stacks move, and frames are looked at
		var grow func(n int) int
		grow = func(n int) int {
			var room [200]byte
			if n > 0 {
				room[n%200] = byte(grow(n - 1))
			}
			return int(room[n%200]) + 1
		}
		for ctx.Err() == nil {
			done := make(chan int)
			go func() { done <- grow(100) }()
			<-done
			runtime.GC()
		}
	})
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := citest.Command(exe, "-test.run=^TestLeafSignals$")
	cmd.Env = append(os.Environ(), fmt.Sprintf("RTDYLD_LEAF_STORM=%d %d %d", unix.Getpid(), <-threads, <-threads))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for n, end := 0, time.Now().Add(long); n < 100 || time.Now().Before(end); n++ { // however slow the machine is, a hundred
		<-heard
	}
	if err := cmd.Process.Signal(unix.SIGTERM); err != nil {
		t.Error(err)
	}
	told, err := io.ReadAll(out)
	if err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, told)
	}
	cancel()
	wg.Wait()
	t.Logf("%d calls; %s", calls.Load(), told)
	if wrong.Load() != 0 || calls.Load() == 0 {
		t.Errorf("%d of %d calls gave a wrong result", wrong.Load(), calls.Load())
	}
}

// sendStorm sends signals to threads of a process, each 10,000 a second, until SIGTERM.
func sendStorm(words []string) {
	ids := make([]int, len(words))
	for i, w := range words {
		ids[i], _ = strconv.Atoi(w)
	}
	over := make(chan os.Signal, 1)
	signal.Notify(over, unix.SIGTERM)
	signals := []unix.Signal{unix.SIGURG, unix.SIGPROF, unix.SIGUSR1}
	start := time.Now()
	for n := 0; ; n++ {
		for _, tid := range ids[1:] {
			if err := unix.Tgkill(ids[0], tid, signals[n%len(signals)]); err != nil {
				fmt.Println(err)
				return
			}
		}
		select {
		case <-over:
			fmt.Printf("%.0f signals a second to each thread", float64(n+1)/time.Since(start).Seconds())
			os.Exit(0)
		default:
		}
		if ahead := time.Duration(n)*100*time.Microsecond - time.Since(start); ahead > 0 {
			_ = unix.Nanosleep(&unix.Timespec{Nsec: int64(min(ahead, time.Millisecond))}, nil)
		}
	}
}

// TestLeafFault: a fault in a leaf ends the process; recover does not see it.
func TestLeafFault(t *testing.T) {
	p := leaves(t)
	if os.Getenv("RTDYLD_LEAF_FAULT") != "" {
		var crash func(p uintptr) uint64
		if err := p.BindLeaf("crash", &crash); err != nil {
			t.Fatal(err)
		}
		defer func() { recover(); fmt.Println("recovered") }()
		fmt.Println("before")
		crash(8)
		fmt.Println("behind")
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := citest.Command(exe, "-test.run=^TestLeafFault$")
	cmd.Env = append(os.Environ(), "RTDYLD_LEAF_FAULT=1", "TMPDIR="+t.TempDir())
	out, err := cmd.CombinedOutput()
	var ee *exec.ExitError
	if !errors.As(err, &ee) || !strings.Contains(string(out), "before") || strings.Contains(string(out), "behind") || strings.Contains(string(out), "recovered") {
		t.Errorf("%v: %s", err, out)
	}
}
