//go:build linux

package main

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
)

// TestCompare: what is worse by more than the factor is told, and the rest is not.
func TestCompare(t *testing.T) {
	changes := []figures.Change{{ID: "a", Old: 1, New: 2, Unit: "ms", Ratio: 2}, {ID: "b", Old: 2, New: 1, Unit: "ms", Ratio: 0.5}}
	var out strings.Builder
	if !compare(&out, changes, 1.5) || strings.Count(out.String(), "WORSE") != 1 {
		t.Error(out.String())
	}
	if out.Reset(); compare(&out, changes, 2) || strings.Contains(out.String(), "WORSE") {
		t.Error(out.String())
	}
}
