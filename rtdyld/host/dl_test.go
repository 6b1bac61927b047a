//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ebitengine/purego"
)

// TestDLErrors: who opens a library that is missing is told why, and not what is wrong with another's, while goroutines
// change threads.
func TestDLErrors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	if _, err := getLibc(); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			path := "/nonexistent/lib" + strings.Repeat("x", n+1) + ".so"
			for range 2000 {
				if _, err := dlopen(path, purego.RTLD_NOW); err == nil || !strings.HasPrefix(err.Error(), path+": ") {
					t.Errorf("%s: %v", path, err)
					return
				}
				runtime.Gosched()
			}
		})
	}
	all.Wait()
}
