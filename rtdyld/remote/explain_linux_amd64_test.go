package remote_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// TestExplainedCrash: of a crash in an executor, a symbolizer that the linker told of its
// objects says file and line.
func TestExplainedCrash(t *testing.T) {
	img := compile(t, "faults.c", "gcc", "-g", "-O1", "-fno-optimize-sibling-calls")
	e := start(t, helperCommand(""))
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	sym := symbolize.New()
	cfg.Listeners = append(cfg.Listeners, sym)
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Load(t.Context(), img); err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err = e.Call(t.Context(), address(t, l, "fault_deep"), pointer, nil, 0x1230)
	var c *remote.CrashError
	if !errors.As(err, &c) {
		t.Fatal(err)
	}
	told := sym.Explain(fmt.Errorf("call: %w", err))
	var x *symbolize.ExplainedError
	if !errors.As(told, &x) || !errors.As(told, &c) || !errors.Is(told, remote.ErrEnded) {
		t.Fatalf("%v", told)
	}
	if len(x.Where) != 1 || x.Where[0].PC != c.PC || x.Where[0].Line != 7 || filepath.Base(x.Where[0].File) != "faults.c" {
		t.Errorf("%+v", x.Where)
	}
	if want := fmt.Sprintf("%v: %#x is fault_read (", errors.Unwrap(told), c.PC); !strings.HasPrefix(told.Error(), want) || !strings.HasSuffix(told.Error(), "/faults.c:7) in "+img.Name) {
		t.Errorf("%s\nwant %s", told, want)
	}
}
