package main

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestRun: a function is compiled when it is called, and another takes its place behind the
// same address; one that does not compile is told with the compiler's message.
func TestRun(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "clang")
	var out strings.Builder
	err := run(t.Context(), &out, []string{"x*x + 1", "exp(x) - x", "y"})
	if want := "f(x) = x*x + 1: f(2) = 5\nf(x) = exp(x) - x: f(2) = 5.38906\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if err == nil || !strings.Contains(err.Error(), "undeclared identifier 'y'") {
		t.Errorf("a bad function: %v", err)
	}
}
