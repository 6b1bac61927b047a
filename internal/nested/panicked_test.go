package nested_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/nested"
)

// far calls f from far down.
func far(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	far(n-1, f)
}

type something struct{}

func (something) method(f func()) { far(200, f) }

// TestPanicked: the function is named that a package has called, however far down something panicked, and however the runtime does; if nothing else was
// called, what panicked.
func TestPanicked(t *testing.T) {
	const here = "github.com/go-rtdyld/rtdyld/internal/nested_test"
	named := func(callers []string, f func()) (name string) {
		defer func() {
			recover()
			name = nested.Panicked(callers...)
		}()
		f()
		return ""
	}
	var none *[2]int
	sorted := func() { slices.SortFunc([]int{1, 2}, func(int, int) int { panic("x") }) }
	for _, c := range []struct {
		callers []string
		f       func()
		want    string
	}{
		{[]string{here}, sorted, "nested_test.TestPanicked."},
		{[]string{"slices"}, sorted, "nested_test.TestPanicked."},
		{[]string{"testing"}, sorted, "nested_test.TestPanicked"},
		{[]string{here}, func() { _ = strings.Repeat("x", -1) }, "strings.Repeat"},
		{[]string{here}, func() { something{}.method(func() { _ = strings.Repeat("x", -1) }) }, "strings.Repeat"},
		{[]string{"testing"}, func() { something{}.method(func() { _ = strings.Repeat("x", -1) }) }, "nested_test.TestPanicked"},
		{[]string{here}, func() { something{}.method(func() { none[0] = 1 }) }, "nested_test.TestPanicked."},
		{[]string{"none"}, func() { something{}.method(sorted) }, "runtime.goexit"},
	} {
		if got := named(c.callers, c.f); !strings.HasPrefix(got, c.want) {
			t.Errorf("called by %v: %s, want %s", c.callers, got, c.want)
		}
	}
}
