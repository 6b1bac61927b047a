package texts

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for _, c := range []struct{ name, want, line string }{
		{"_ZN3foo3barEv", "_ZN3foo3barEv", "_ZN3foo3barEv"},
		{"with space", "with space", "with space"},
		{"grüße", "grüße", "grüße"},
		{"", "", ""},
		{"a\nb", `"a\nb"`, `a\nb`},
		{"\x1b[2J", `"\x1b[2J"`, `\x1b[2J`},
		{"\x7f", `"\x7f"`, `\x7f`},
		{"\u0085", `"\u0085"`, `\u0085`},
		{"\u202e", `"\u202e"`, `\u202e`},
		{"\xff!", `"\xff!"`, `\xff!`},
		{`"quoted"`, `"\"quoted\""`, `"quoted"`},
	} {
		if got := Name(c.name); got != c.want {
			t.Errorf("Name(%q) is %s, want %s", c.name, got, c.want)
		}
		if got := Line(c.name); got != c.line {
			t.Errorf("Line(%q) is %s, want %s", c.name, got, c.line)
		}
	}
}

// TestJoin: the text of many errors ends, and all are found.
func TestJoin(t *testing.T) {
	if Join() != nil || Join(nil, nil) != nil {
		t.Error("no errors are an error")
	}
	if err := Join(nil, fs.ErrExist, fs.ErrClosed); err.Error() != errors.Join(fs.ErrExist, fs.ErrClosed).Error() {
		t.Errorf("%v", err)
	}
	const n = 1_000_000
	errs := make([]error, n)
	for i := range errs {
		errs[i] = fmt.Errorf("error %d", i)
	}
	errs[n-1] = &fs.PathError{Op: "open", Path: "last", Err: fs.ErrNotExist}
	err := Join(errs...)
	text := err.Error()
	if lines := strings.Split(text, "\n"); len(lines) != Most+1 || lines[0] != "error 0" || lines[Most] != "and 999980 more errors" {
		t.Errorf("%.500s", text)
	}
	var path *fs.PathError
	if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &path) || path.Path != "last" {
		t.Error("the last error is not found")
	}
	if got := Names([]string{"a", "b\n"}); got != `a, "b\n"` {
		t.Error(got)
	}
	if got := Names(make([]string, 100)); !strings.HasSuffix(got, " and 80 more") {
		t.Error(got)
	}
}
