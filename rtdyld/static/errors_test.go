package static

import (
	"errors"
	"testing"
)

// TestErrors: errors match what they say they match, and say what they know.
func TestErrors(t *testing.T) {
	inner := errors.New("cut off")
	for _, c := range []struct {
		err  error
		is   error
		text string
	}{
		{&UnsupportedError{"musl 1.1.24", "1.2.3 is known"}, ErrUnsupported, "static: musl 1.1.24: 1.2.3 is known"},
		{&UnsupportedError{"musl 1.1.24", "1.2.3 is known"}, errors.ErrUnsupported, "static: musl 1.1.24: 1.2.3 is known"},
		{&LibcError{"libc.a", "read", inner}, inner, "static: libc libc.a: read: cut off"},
		{&LibcError{Msg: "link", Err: inner}, inner, "static: libc: link: cut off"},
		{&ThreadError{"a C stack", inner}, inner, "static: no memory for a C stack: cut off"},
	} {
		if !errors.Is(c.err, c.is) || c.err.Error() != c.text {
			t.Errorf("%v", c.err)
		}
	}
}
