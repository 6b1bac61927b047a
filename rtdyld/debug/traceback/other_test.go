//go:build !linux || !(amd64 || arm64 || ppc64le)

package traceback

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// TestNoHook: where the runtime has no hook, New says so.
func TestNoHook(t *testing.T) {
	_, err := New(Config{})
	if !errors.Is(err, errors.ErrUnsupported) || !strings.HasSuffix(err.Error(), "no hook for signals in foreign code on "+runtime.GOOS+"/"+runtime.GOARCH) {
		t.Error(err)
	}
}
