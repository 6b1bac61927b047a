package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// recorder is a testing.TB that notes failures instead of failing.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failed = fmt.Sprintf(format, args...) }

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// check runs Check and returns what it complained of.
func check(t *testing.T, path, got string) string {
	r := &recorder{TB: t}
	done := make(chan bool)
	go func() {
		defer close(done)
		Check(r, path, []byte(got))
	}()
	<-done
	return r.failed
}

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sub", "x.txt")
	if msg := check(t, path, "a\nb\n"); !strings.Contains(msg, "-update") {
		t.Errorf("without a file: %q", msg)
	}
	*update = true
	if msg := check(t, path, "a\nb\n"); msg != "" {
		t.Errorf("-update: %s", msg)
	}
	*update = false
	if b, err := os.ReadFile(path); err != nil || string(b) != "a\nb\n" {
		t.Fatalf("-update wrote %q, %v", b, err)
	}
	if msg := check(t, path, "a\nb\n"); msg != "" {
		t.Errorf("equal: %s", msg)
	}
	for _, got := range []string{"a\nc\n", "a\nb", "a\nb\n\n", ""} {
		if msg := check(t, path, got); !strings.Contains(msg, "x.txt") || !strings.Contains(msg, "\"b") {
			t.Errorf("%q against a, b: %q shows no line", got, msg)
		}
	}
}
