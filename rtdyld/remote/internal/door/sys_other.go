//go:build !linux

package door

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Here threads wait for others of their process alone, without a limit.
var (
	mu    sync.Mutex
	woken = sync.NewCond(&mu)
)

const forever time.Duration = -1

func sleep(p *uint32, v uint32, _ time.Duration) {
	mu.Lock()
	defer mu.Unlock()
	for atomic.LoadUint32(p) == v {
		woken.Wait()
	}
}

func wake(*uint32) {
	mu.Lock()
	defer mu.Unlock()
	woken.Broadcast()
}

func memory() (*os.File, error) {
	return nil, fmt.Errorf("memory for calls on %s: %w", runtime.GOOS, objfmt.ErrUnsupported)
}

func attach(*os.File) (*Page, error) {
	_, err := memory()
	return nil, err
}

func detach(*Page) {}
