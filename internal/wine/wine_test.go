package wine

import "testing"

// TestProgram: messages of Wine's own are not the program's, whole or cut.
func TestProgram(t *testing.T) {
	for _, c := range []struct{ all, program string }{
		{"", ""},
		{"wine client error:50: ", ""},
		{"wine client error:2c: write: Bad file descriptor\r\n", ""},
		{"one\nwine client error:50: read: Connection reset by peer\ntwo\n", "one\ntwo\n"},
		{"no newline: wine client error:50: ", "no newline: "},
		{"wine client error: mine\n", "wine client error: mine\n"},
		{"rtdyld: undefined: f\n", "rtdyld: undefined: f\n"},
	} {
		if got := Program(c.all); got != c.program {
			t.Errorf("%q: %q, want %q", c.all, got, c.program)
		}
	}
}
