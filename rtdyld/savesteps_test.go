package rtdyld_test

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestSaveSteps: the Logger is told of the steps of Save. It may close the linker, which ends Save; when it panics the linker is as it was.
func TestSaveSteps(t *testing.T) {
	imgs := compileSave(t, saveSources, "-target", "x86_64-linux-gnu", "-fPIC")
	want, err := saved(t, rtdyld.SaveConfig{}, imgs...)
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	var l *rtdyld.Linker
	closes, panics := "", ""
	log := logged(func(step string) {
		switch steps = append(steps, step); step {
		case closes:
			_ = l.Close()
		case panics:
			panic(step)
		}
	})
	newLinker := func() {
		l = newRig(t, rtdyld.Config{Memory: &memory{}, TLS: &anyTLS{}, Image: true, Logger: slog.New(log)}).Linker
		if _, err := l.Load(t.Context(), imgs...); err != nil {
			t.Fatal(err)
		}
		steps = nil
	}
	save := func() ([]byte, error) {
		var b bytes.Buffer
		err := l.Save(t.Context(), &b, rtdyld.SaveConfig{})
		return b.Bytes(), err
	}
	newLinker()
	if got, err := save(); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v, want %d", len(got), err, len(want))
	}
	all := slices.Clone(steps)
	if i := slices.Index(all, "hash"); i < 0 || !slices.Equal(all[i:], []string{"hash", "predict", "link", "contents", "link again", "compare", "tables"}) {
		t.Fatalf("steps %q", all)
	}
	for _, step := range all[slices.Index(all, "hash"):] {
		func() {
			defer func() {
				if v := recover(); v != step {
					t.Errorf("%s: %v is recovered", step, v)
				}
			}()
			panics = step
			_, err := save()
			t.Errorf("%s: no panic, %v", step, err)
		}()
		panics = ""
		if got, err := save(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("after a panic in %s: %d bytes, %v", step, len(got), err)
		}
	}
	for _, step := range all[slices.Index(all, "hash"):] {
		closes = step
		newLinker()
		if _, err := save(); !errors.Is(err, rtdyld.ErrClosed) {
			t.Errorf("closed in %s: %v", step, err)
		}
	}
}
