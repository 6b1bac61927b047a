package figures_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
)

// TestAgainst: figures are compared by ratio, those of others and those that one run lacks are not, and of a rate less is worse.
func TestAgainst(t *testing.T) {
	old, now := &figures.Run{}, &figures.Run{}
	old.Add(figures.Figure{ID: "a", Value: 2, Ours: true}, figures.Figure{ID: "b", Value: 4, Ours: true, More: true}, figures.Figure{ID: "theirs", Value: 1},
		figures.Figure{ID: "gone", Value: 1, Ours: true}, figures.Figure{ID: "zero", Ours: true})
	now.Add(figures.Figure{ID: "a", Value: 9, Ours: true}, figures.Figure{ID: "a", Value: 3, Ours: true}, figures.Figure{ID: "b", Value: 2, Ours: true, More: true},
		figures.Figure{ID: "theirs", Value: 9}, figures.Figure{ID: "new", Value: 1, Ours: true}, figures.Figure{ID: "zero", Value: 1, Ours: true})
	if got, want := fmt.Sprint(now.Against(old)), "[{b 4 2  2} {a 2 3  1.5}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestFile: a run that was written is read as it was.
func TestFile(t *testing.T) {
	r := &figures.Run{Machine: figures.Machine{Go: "go1", Tools: map[string]string{"mold": "2"}}}
	r.Add(figures.Figure{ID: "a/b", Value: 1.5, Unit: "ms", Ours: true})
	r.Miss("b", "c", fmt.Errorf("not there"))
	data, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	again, err := figures.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%+v", *again), fmt.Sprintf("%+v", *r); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if v, ok := again.Get("a/b"); !ok || v != 1.5 {
		t.Errorf("%v %v", v, ok)
	}
	if _, ok := again.Get("b"); ok {
		t.Error("there is no b")
	}
}
