package remote

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
)

// broken is each callback that goroutines of this package's own call; it panics.
type broken struct{}

var errBroken = errors.New("as a caller's may")

func (broken) Read([]byte) (int, error)                       { panic(errBroken) }
func (broken) Write([]byte) (int, error)                      { panic(errBroken) }
func (broken) Enabled(context.Context, slog.Level) bool       { return true }
func (broken) Handle(context.Context, slog.Record) error      { panic(errBroken) }
func (b broken) WithAttrs([]slog.Attr) slog.Handler           { return b }
func (b broken) WithGroup(string) slog.Handler                { return b }
func (broken) source(context.Context, int) (*Executor, error) { panic(errBroken) }

// ownCallbacks are fields of configurations that are called, with whether a goroutine of this package's own may call them.
var ownCallbacks = map[string]bool{
	"Config.Stdin": true, "Config.Stdout": true, "Config.Stderr": true, "Config.Logger": true,
	"SessionConfig.Configure": false,
}

// TestPanics: what panics on a goroutine of this package's own is an error, of which the Logger has a record, or ends a stream; a Logger that panics
// ends nothing. A callback that is not in the table fails the test.
func TestPanics(t *testing.T) {
	for _, c := range []reflect.Type{reflect.TypeFor[Config](), reflect.TypeFor[Command](), reflect.TypeFor[SessionConfig](), reflect.TypeFor[Limits]()} {
		for f := range c.Fields() {
			called := slices.Contains([]reflect.Kind{reflect.Func, reflect.Interface}, f.Type.Kind()) || f.Type == reflect.TypeFor[*slog.Logger]()
			if _, ok := ownCallbacks[c.Name()+"."+f.Name]; called != ok {
				t.Errorf("%s.%s has no case, or is none", c.Name(), f.Name)
			}
		}
	}
	var text bytes.Buffer
	for _, log := range []*slog.Logger{nil, slog.New(broken{}), slog.New(slog.NewTextHandler(&text, nil))} {
		var p *PanicError
		if _, err := guardReader(broken{}, log).Read(nil); !errors.As(err, &p) || p.Callback != "Config.Stdin" || p.Value != errBroken {
			t.Error(err)
		}
		w, err := newPump(guardWriter(0, broken{}, log))
		if err != nil {
			t.Fatal(err)
		}
		insidetest.Hang(t, "copying what nobody takes", func() {
			go w.copy()
			for range 2 {
				if _, err := io.WriteString(w.w, "out"); err != nil {
					t.Error(err)
				}
				w.settle()
			}
			w.close()
		})
		if w.last() != "outout" {
			t.Errorf("the child wrote %q", w.last())
		}
	}
	if s := text.String(); strings.Count(s, "callback panicked") != 2 || !strings.Contains(s, "Config.Stdout") || !strings.Contains(s, errBroken.Error()) {
		t.Errorf("records:\n%s", s)
	}
	var p *PanicError
	if _, err := NewPool(t.Context(), 2, broken{}.source); !errors.As(err, &p) || p.Value != errBroken || !strings.Contains(string(p.Stack), "source") {
		t.Error(err)
	}
}
