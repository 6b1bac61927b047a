//go:build !linux

package perf

import (
	"errors"
	"runtime"
	"testing"
)

// TestUnsupported: only Linux has perf.
func TestUnsupported(t *testing.T) {
	on := " not supported on " + runtime.GOOS + "/" + runtime.GOARCH
	if _, err := NewMap(Config{}); !errors.Is(err, errors.ErrUnsupported) || err.Error() != "perf: map file:"+on {
		t.Error(err)
	}
	if _, err := NewDump(Config{}); !errors.Is(err, errors.ErrUnsupported) || err.Error() != "perf: jitdump:"+on {
		t.Error(err)
	}
}
