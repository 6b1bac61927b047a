package host

import (
	"slices"
	"testing"
)

// TestThreadLocalEnv: the environment has the room that is asked for, and all else that it had.
func TestThreadLocalEnv(t *testing.T) {
	const set = tunablesVariable + "=" + surplusTunable + "="
	for _, c := range []struct {
		env  []string
		size uint64
		want []string
	}{
		{nil, 0, nil},
		{[]string{"A=1"}, 4096, []string{"A=1", set + "4608"}},
		{[]string{set + "5000", "A=1"}, 4096, []string{set + "5000", "A=1"}},
		{[]string{set + "5000"}, 4608, []string{set + "5000:" + surplusTunable + "=5120"}},
		{[]string{tunablesVariable + "=glibc.malloc.check=3", "A=1"}, 1024, []string{tunablesVariable + "=glibc.malloc.check=3:" + surplusTunable + "=1536", "A=1"}},
		{[]string{tunablesVariable + "="}, 1024, []string{set + "1536"}},
		{[]string{"A=1"}, 513, []string{"A=1", set + "1025"}},
		{[]string{"A=1"}, 512, []string{"A=1"}},
	} {
		before := slices.Clone(c.env)
		if got := ThreadLocalEnv(c.env, c.size); !slices.Equal(got, c.want) || !slices.Equal(c.env, before) {
			t.Errorf("%q, %d bytes: %q of %q, want %q", before, c.size, got, c.env, c.want)
		}
	}
}
