//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// onMusl are tests of this package that a process of musl's passes as well.
var onMusl = []string{
	"TestBindNoAlloc", "TestCallbackAlone", "TestCallbackClose", "TestCallbackGoexit", "TestCallbackMany", "TestCallbackRecover", "TestCallbackThreads",
	"TestCanonicalFunctions", "TestDo", "TestExitDestructors", "TestExitHandlers", "TestFaults", "TestFlushStdioError", "TestForkMemory", "TestFragments", "TestGuests", "TestImageThreads",
	"TestInitEnv", "TestInitErrors", "TestLibraryOrder", "TestLowCopies", "TestOrigin", "TestPreempt", "TestProcessCallbacks", "TestQuickExit", "TestReadMemory",
	"TestRunMainErrors", "TestRunMainOutside", "TestSequenceRuns", "TestSmall", "TestTemplateRuns", "TestThreadKeys", "TestThreadsApart", "TestUndefined", "TestUnloadOrder",
	"TestMusl", "TestTLSAgain", "TestTLSModels",
}

const muslLoader = "/lib/ld-musl-x86_64.so.1"

// inMusl says that this is a process of musl's.
func inMusl() bool { return hostTriple().Environment == triple.Musl }

// TestMusl: in a process with musl, what loads and calls code, and takes it away, does as in one with glibc.
func TestMusl(t *testing.T) {
	if inMusl() {
		c, err := getLibc()
		if err != nil || !c.kind.keeps {
			t.Fatalf("%v, %v", c, err)
		}
		return
	}
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", "musl-gcc", muslLoader)
	file := filepath.Join(t.TempDir(), "host.test")
	build := exec.Command("go", "test", "-c", "-o", file, "-ldflags=-I "+muslLoader, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	run(t, build)
	args := []string{"-test.v", "-test.run", "^(" + strings.Join(onMusl, "|") + ")$"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	out, err := citest.Command(file, args...).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, regexp.MustCompile(`(?m)^ *(=== |--- PASS|    --- PASS).*\n`).ReplaceAll(out, nil))
	}
	for _, name := range onMusl {
		if !strings.Contains(string(out), "--- PASS: "+name+" ") {
			t.Errorf("%s does not pass", name)
		}
	}
}

// TestTLSAgain: where thread-locals of an object were, those of others have their own initial values, on threads that knew the former and on new ones.
func TestTLSAgain(t *testing.T) {
	l := newLinker(t, open(t, Config{}))
	starts := []int{5, 7, 0}
	var images []*objfmt.ObjectImage
	for _, start := range starts {
		images = append(images, object(t, gcc(), "tlseach.c", "-fPIC", "-O2", fmt.Sprintf("-DSTART=%d", start)))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for round := range 30 {
		obj := load(t, l, images[round%len(images)])
		check := func(n int) {
			for i := 1; i <= n; i++ {
				if got, want := call0[int64](t, l, "next"), int64(starts[round%len(starts)]+i)*1000+int64(2*i); got != want {
					t.Errorf("round %d: call %d returns %d, want %d", round, i, got, want)
				}
			}
		}
		check(3)
		done := make(chan struct{})
		go func() {
			defer close(done)
			runtime.LockOSThread() // which ends with it
			check(2)
		}()
		<-done
		if err := l.Unload(t.Context(), obj...); err != nil {
			t.Fatal(err)
		}
	}
	if n, used := len(ownBlocks.arenas), ownBlocks.bytes; n > 2 || used != 0 {
		t.Errorf("%d arenas, %d bytes in use", n, used)
	}
}

// TestTLSModels: where thread-locals are at no fixed offset from the thread pointer, code of the models that take one for granted is refused.
func TestTLSModels(t *testing.T) {
	for _, flags := range [][]string{{"-fno-pic", "-fno-pie"}, {"-fPIC", "-ftls-model=initial-exec"}, {"-fPIC", "-ftls-model=local-exec"}} {
		l := newLinker(t, open(t, Config{}))
		objs, err := l.Load(t.Context(), object(t, gcc(), "tlseach.c", flags...))
		if err == nil {
			err = l.Finalize(t.Context())
		}
		if err := l.Unload(t.Context(), objs...); err != nil {
			t.Error(err)
		}
		var re *rtdyld.RelocError
		switch refused := errors.As(err, &re) && errors.Is(err, rtdyld.ErrTLS) && strings.Contains(err.Error(), "compile with -fPIC"); {
		case inMusl() && !refused:
			t.Errorf("%v: %v", flags, err)
		case !inMusl() && err != nil:
			t.Errorf("%v: %v", flags, err)
		}
	}
}
