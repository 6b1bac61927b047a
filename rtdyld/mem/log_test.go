package mem

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestLogger: a slab is a debug record when it comes and one when it goes.
func TestLogger(t *testing.T) {
	var out strings.Builder
	m, err := New(Config{NoExec: true, StripeSize: 1 << 20, Logger: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	want := func(what string) {
		t.Helper()
		text := out.String()
		out.Reset()
		if what == "" && text != "" || strings.Count(text, "\n") > 1 || !strings.Contains(text, what) {
			t.Errorf("records %q, want %q", text, what)
		}
	}
	want("")
	a, err := m.Allocate(t.Context(), []rtdyld.Request{{Kind: objfmt.KindCode, Size: 100, Align: 16}})
	if err != nil {
		t.Fatal(err)
	}
	slab := fmt.Sprintf("addr=%d bytes=%d", FirstAddr, 3<<20)
	want(`level=DEBUG msg="slab reserved" ` + slab)
	if err := errors.Join(a.Release(context.Background()), m.Close()); err != nil {
		t.Fatal(err)
	}
	want(`level=DEBUG msg="slab released" ` + slab)
}
