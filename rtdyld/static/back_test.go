//go:build !rtdyld_test_callback

package static

import (
	"errors"
	"strings"
	"testing"
)

// TestNoCallbacks: a program that does not import package callback is told to.
func TestNoCallbacks(t *testing.T) {
	if _, err := NewCallback(func() {}); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "imports github.com/go-rtdyld/rtdyld/rtdyld/static/callback, ") {
		t.Errorf("%v", err)
	}
}
