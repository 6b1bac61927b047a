package nearest

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"run", "run", 0}, {"prinft", "printf", 1}, {"ab", "ba", 1}, {"abc", "ca", 3}} {
		if got := Distance(tt.a, tt.b); got != tt.want || Distance(tt.b, tt.a) != tt.want {
			t.Errorf("%q, %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestOf(t *testing.T) {
	words := []string{"run", "link", "dump", "triple", "isolated", "printf", "sprintf"}
	for word, want := range map[string]string{
		"rnu": "run", "rum": "run", "lnik": "link", "links": "link", "isolate": "isolated", "Isolated": "isolated", "prinft": "printf", "printf": "printf",
		"frobnicate": "", "x": "", "": "", strings.Repeat("x", 10000): "",
	} {
		if got := Of(word, words...); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
