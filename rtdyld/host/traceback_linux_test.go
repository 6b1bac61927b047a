//go:build (amd64 || arm64 || ppc64le) && !rtdyld_nolinkname

package host

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// crashEnv has TestCrashHelper load an object and crash: "MODE FILE".
const crashEnv = "RTDYLD_TEST_CRASH"

// TestCrashHelper is a process that crashes.
func TestCrashHelper(t *testing.T) {
	mode, file, ok := strings.Cut(os.Getenv(crashEnv), " ")
	if !ok {
		return // it runs for other tests only
	}
	own := func(p *program.Program) {
		f, _ := p.Lookup("own_traceback")
		g, _ := p.Lookup("own_symbolizer")
		runtime.SetCgoTraceback(0, pointer(uintptr(f.Addr)), nil, pointer(uintptr(g.Addr)))
	}
	off := With(Config{NoTraceback: true})
	var before *program.Program
	if mode == "own" {
		before = loaded(t, File(file), off)
		own(before)
	}
	inputs := []Input{File(file)}
	if mode == "off" {
		inputs = append(inputs, off)
	}
	p, err := Load(context.Background(), inputs...)
	if err != nil {
		t.Fatal(err)
	}
	switch mode {
	case "own": // nobody has set another: this would panic
		own(before)
		fmt.Fprintln(os.Stderr, "the program's own is kept")
	case "off":
		own(p)
		fmt.Fprintln(os.Stderr, "nothing was set")
	}
	var crash func() int32
	if err := p.Bind("crash", &crash); err != nil {
		t.Fatal(err)
	}
	crash()
}

// TestTraceback: of a program that does nothing but Load, Go's traceback names the loaded
// functions; a program's own is kept; an option turns it off.
func TestTraceback(t *testing.T) {
	file := filepath.Join(t.TempDir(), "boom.o")
	img := object(t, "gcc", "boom.c")
	if err := os.WriteFile(file, img.Buffer.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	const ours = `boom\n\tpc=0x[0-9a-f]+\ncrash\n\tpc=0x[0-9a-f]+\n`
	for _, c := range []struct{ mode, has string }{
		{"default", ours},
		{"own", `the program's own is kept\n(?s:.*)signal arrived during cgo execution`},
		{"off", `nothing was set\n(?s:.*)signal arrived during cgo execution`},
	} {
		cmd := citest.Command(os.Args[0], "-test.run=^TestCrashHelper$")
		cmd.Env = append(os.Environ(), crashEnv+"="+c.mode+" "+file)
		out, err := cmd.CombinedOutput()
		if err == nil || !regexp.MustCompile(c.has).Match(out) {
			t.Errorf("%s: %v\n%s", c.mode, err, out)
		}
		if c.mode == "own" && hasCgo() && !strings.Contains(string(out), "\nown_frame\n") {
			t.Errorf("the program's own is not asked:\n%s", out)
		}
		if c.mode != "default" && regexp.MustCompile(ours).Match(out) {
			t.Errorf("%s:\n%s", c.mode, out)
		}
	}
}

// hasCgo reports whether this program is built with cgo: the runtime asks nobody in others,
// unless package traceback has given it what is missing.
func hasCgo() bool {
	info, _ := debug.ReadBuildInfo()
	return slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "1"})
}

// TestTracebackLooks: libraries are looked for once, and again where there are others.
func TestTracebackLooks(t *testing.T) {
	looks := func() int {
		tracing.Lock()
		defer tracing.Unlock()
		return tracing.looks
	}
	open(t, Config{Libraries: []string{"libm.so.6"}})
	before := looks()
	if before == 0 {
		t.Fatal("nothing is shown")
	}
	for range 3 {
		p := open(t, Config{})
		if got := looks(); got != before {
			t.Errorf("%d looks for the same libraries", got-before)
		}
		if n := len(p.LinkerConfig().Listeners); n != 2 {
			t.Errorf("%d listeners", n)
		}
	}
	p, err := Open(Config{Libraries: []string{"libresolv.so.2"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := looks(); got != before+1 {
		t.Errorf("%d looks for another library", got-before)
	}
	handle := p.handles[len(p.handles)-1]
	if err := p.Close(); err != nil || tracing.known[handle] {
		t.Errorf("%v; a library that is closed is known", err)
	}
	held := open(t, Config{Libraries: []string{"libresolv.so.2"}})
	before = looks()
	for range 3 { // as programs that are loaded and closed
		p, err := Open(Config{Libraries: []string{"libresolv.so.2"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got := looks(); got != before || !tracing.known[held.handles[len(held.handles)-1]] {
		t.Errorf("%d looks for a library that another Process holds open", got-before)
	}
	if n := len(open(t, Config{NoTraceback: true}).LinkerConfig().Listeners); n != 1 {
		t.Errorf("%d listeners", n)
	}
}

// BenchmarkLoadTraceback loads, finalizes and unloads a small object.
func BenchmarkLoadTraceback(b *testing.B) {
	img := object(b, "gcc", "boom.c")
	for _, c := range []struct {
		name string
		off  bool
	}{{"default", false}, {"off", true}} {
		b.Run(c.name, func(b *testing.B) {
			p := open(b, Config{NoTraceback: c.off})
			l, err := rtdyld.New(p.LinkerConfig())
			if err != nil {
				b.Fatal(err)
			}
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				objs, err := l.Load(ctx, img)
				if err == nil {
					err = l.Finalize(ctx, objs...)
				}
				if err == nil {
					err = l.Unload(ctx, objs...)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
