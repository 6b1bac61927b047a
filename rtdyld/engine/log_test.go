package engine_test

import (
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
)

// TestLogger: each step of a module's life is a debug record.
func TestLogger(t *testing.T) {
	var out strings.Builder
	text := slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return a
	}})
	s := &store{m: map[compiler.Key][]byte{}}
	use := func(remove bool) {
		t.Helper()
		r := newRig(t, engine.Config{Cache: s, Logger: slog.New(text)})
		m := r.add("a", "def a")
		r.lookup("a")
		if remove {
			if err := r.Remove(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			bad := r.add("bad", "bad")
			if err := r.Load(t.Context(), bad); err == nil {
				t.Error("a bad module is loaded")
			}
		}
	}
	use(false)
	use(true)
	var got []string
	for line := range strings.Lines(out.String()) {
		line = regexp.MustCompile(`bytes=\d+`).ReplaceAllString(line, "bytes=N")
		if i := strings.Index(line, " error="); i >= 0 {
			line = line[:i] + " error"
		}
		got = append(got, strings.TrimSpace(line))
	}
	made := []string{`msg="module loaded" module=a objects=1`, `msg="module finalized" module=a objects=1`}
	want := slices.Concat([]string{`msg="module compiled" module=a bytes=N`}, made, []string{`msg="module cached" module=a bytes=N`}, made,
		[]string{`msg="module removed" module=a objects=1`, `msg="module failed" module=bad error`})
	if !slices.Equal(got, want) {
		t.Errorf("records\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
