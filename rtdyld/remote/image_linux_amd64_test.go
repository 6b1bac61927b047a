package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// savedImage links a source to a linked image in a file, with the names of an executor.
func savedImage(t *testing.T, e *remote.Executor, img *objfmt.ObjectImage, save rtdyld.SaveConfig) string {
	t.Helper()
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Image = true
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.Load(t.Context(), img); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := l.Save(t.Context(), &b, save); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "image.so")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// mapped maps an image into an executor by a linker of its own; the file is closed again.
func mapped(t *testing.T, e *remote.Executor, path string) *rtdyld.Linker {
	t.Helper()
	l := linker(t, e)
	if _, err := mapImage(t, l, path, rtdyld.MapConfig{}); err != nil {
		t.Fatal(err)
	}
	return l
}

func mapImage(t *testing.T, l *rtdyld.Linker, path string, cfg rtdyld.MapConfig) (*rtdyld.Object, error) {
	t.Helper()
	x, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	return l.MapImage(t.Context(), x, cfg)
}

// fileMappings are the mappings of a file in a process, and how many bytes of those with code are its own.
func fileMappings(t *testing.T, pid int, path string) (n, own int) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps", pid))
	if err != nil {
		t.Fatal(err)
	}
	in, code := false, false
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		kb := 0
		if strings.Contains(f[0], "-") {
			if in, code = f[len(f)-1] == path, strings.Contains(f[1], "x"); in {
				n++
			}
		} else if _, err := fmt.Sscanf(line, "Private_Dirty: %d kB", &kb); err == nil && in && code {
			own += kb << 10
		}
	}
	return n, own
}

// imageExecutors are the ways in which an executor gets images: the file itself, or a copy.
var imageExecutors = []struct {
	name    string
	machine int
	start   func(t *testing.T, m *machine, cfg remote.Config) *remote.Executor
	file    bool
}{
	{"child", 0, func(t *testing.T, m *machine, cfg remote.Config) *remote.Executor {
		cmd := m.command(t)
		cmd.Config = cfg
		cmd.Limits = remote.Limits{NoWX: true, Sandbox: true}
		return start(t, cmd)
	}, true},
	{"stream", 0, func(t *testing.T, m *machine, cfg remote.Config) *remote.Executor {
		cmd := m.command(t)
		cmd.Config = cfg
		cmd.Stream = true
		return start(t, cmd)
	}, false},
	{"tcp", 0, func(t *testing.T, m *machine, cfg remote.Config) *remote.Executor {
		return dial(t, server(t, "-listen", "tcp:127.0.0.1:0", "-insecure"), cfg)
	}, false},
	{"arm64", 2, func(t *testing.T, m *machine, cfg remote.Config) *remote.Executor {
		cmd := m.command(t)
		cmd.Config = cfg
		return start(t, cmd)
	}, false},
}

// TestImages: a linked image is mapped in an executor, its file where the descriptor can be passed; code is never written, at the recorded base and
// elsewhere; constructors, destructors, exceptions and crashes are as of objects, and nothing is left of it.
func TestImages(t *testing.T) {
	for _, x := range imageExecutors {
		if citest.Sample() && x.machine > 0 {
			continue // its executor has to be built
		}
		t.Run(x.name, func(t *testing.T) {
			m := &machines[x.machine]
			var stdout bytes.Buffer
			open := func() *remote.Executor {
				stdout.Reset()
				return x.start(t, m, remote.Config{Stdin: strings.NewReader(""), Stdout: &stdout})
			}
			e := open()
			path := savedImage(t, e, m.compile(t, "libc.c", "-O1", "-fPIC"), rtdyld.SaveConfig{})
			l, second := mapped(t, e, path), linker(t, e)
			if _, err := mapImage(t, second, path, rtdyld.MapConfig{}); err != nil {
				t.Fatal(err)
			}
			a, b := address(t, l, "main"), address(t, second, "main")
			if base := l.Objects()[0].Blocks()[0].Addr; a == b || base != baseOf(t, path) {
				t.Errorf("mapped at %#x, main is at %#x and %#x", base, a, b)
			}
			for _, main := range []uint64{a, b} {
				status, err := e.Main(t.Context(), main, []string{"a", "b", "c"}, []string{"N=1"})
				if err != nil || status != 3 || !strings.HasSuffix(stdout.String(), "begin\n3 c eiklnr N=1\nnot ended by a newline") {
					t.Errorf("%d, %v, stdout %q", status, err, &stdout)
				}
				stdout.Reset()
				stdout.WriteString("begin\n") // of both, before
			}
			if n, own := fileMappings(t, e.Hello().PID, path); m.emulator == nil && ((n > 0) != x.file || own > 0) {
				t.Errorf("%d mappings of the file, %d bytes of code were written", n, own)
			}
			stdout.Reset()
			for _, l := range []*rtdyld.Linker{l, second} {
				if err := l.Unload(t.Context(), l.Objects()...); err != nil {
					t.Error(err)
				}
			}
			if got := stdout.String(); got != "handler\nend\nhandler\nend\n" {
				t.Errorf("unload: %q", got)
			}
			if n, _ := fileMappings(t, e.Hello().PID, path); n != 0 {
				t.Errorf("%d mappings are left", n)
			}
			path = savedImage(t, e, m.compile(t, "unwind.c", "-O1", "-fPIC", "-fexceptions", "-fno-optimize-sibling-calls"), rtdyld.SaveConfig{})
			count := abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}
			l = mapped(t, e, path)
			if n, err := e.Call(t.Context(), address(t, l, "frames"), count, nil, 50); err != nil || n < 51 || n > 70 {
				t.Errorf("%d frames, %v", n, err)
			}
			if m.emulator == nil {
				path = savedImage(t, e, m.compile(t, "faults.c", "-O1", "-fPIC", "-fno-optimize-sibling-calls"), rtdyld.SaveConfig{})
				for _, i := range []int{2, 3} {
					e := open()
					crash(t, e, mapped(t, e, path), i, all)
				}
			}
		})
	}
}

func baseOf(t *testing.T, path string) uint64 {
	t.Helper()
	x, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	return x.Base()
}

// TestImageErrors: an image is compared with the libraries of the executor, can be kept where it has to be, and an error leaves nothing of it there.
func TestImageErrors(t *testing.T) {
	m := &machines[0]
	cmd := m.command(t)
	cmd.Needed = []string{"libm.so.6"}
	e := start(t, cmd)
	cfg, err := e.LinkerConfig()
	if err != nil {
		t.Fatal(err)
	}
	libm, ok := cfg.Library("libm.so.6")
	if !ok || len(libm.BuildID) == 0 {
		t.Fatalf("libm: %v, %t", libm, ok)
	}
	img := m.compile(t, "image.c", "-O1", "-fPIC")
	from := rtdyld.SaveConfig{Libraries: []rtdyld.ImageLibrary{libm}, Imports: map[string]rtdyld.ImageImport{"cbrt": {}}}
	l := linker(t, e)
	o, err := mapImage(t, l, savedImage(t, e, img, from), rtdyld.MapConfig{})
	if err != nil {
		t.Fatal(err)
	}
	number := abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}
	if n, err := e.Call(t.Context(), address(t, l, "root"), number, nil, 27); err != nil || n != 3 {
		t.Errorf("%d, %v", n, err)
	}
	if err := l.Unload(t.Context(), o); err != nil {
		t.Error(err)
	}
	from.Libraries = []rtdyld.ImageLibrary{{Name: libm.Name, BuildID: slices.Repeat([]byte{7}, len(libm.BuildID))}}
	other := savedImage(t, e, img, from)
	var lib *rtdyld.ImageLibraryError
	if _, err := mapImage(t, l, other, rtdyld.MapConfig{}); !errors.As(err, &lib) || !bytes.Equal(lib.Found.BuildID, libm.BuildID) {
		t.Errorf("another library: %v", err)
	}
	if n, _ := fileMappings(t, e.Hello().PID, other); n != 0 {
		t.Errorf("%d mappings are left", n)
	}
	if o, err = mapImage(t, l, other, rtdyld.MapConfig{AnyLibrary: true}); err != nil {
		t.Errorf("any library: %v", err)
	} else if err := l.Unload(t.Context(), o); err != nil {
		t.Error(err)
	}

	fixed := savedImage(t, e, img, rtdyld.SaveConfig{Base: 0x2_0000_0000, Fixed: true})
	if o, err = mapImage(t, l, fixed, rtdyld.MapConfig{}); err != nil {
		t.Fatal(err)
	}
	if _, err := mapImage(t, linker(t, e), fixed, rtdyld.MapConfig{}); !errors.Is(err, rtdyld.ErrImageBase) {
		t.Errorf("a base that is taken: %v", err)
	}

	cmd.Needed = []string{"libnone.so.1"}
	if e, err := remote.Start(t.Context(), cmd); err == nil {
		t.Error(e.Close(), "started without a library that it needs")
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := mapImage(t, linker(t, e), other, rtdyld.MapConfig{}); !errors.Is(err, remote.ErrEnded) {
		t.Errorf("an executor that has ended: %v", err)
	}
	if err := l.Unload(t.Context(), o); !errors.Is(err, remote.ErrEnded) {
		t.Errorf("unload there: %v", err)
	}
}

// TestSessionImage: a session maps its images again in another executor, at the recorded base, below the objects that refer to them.
func TestSessionImage(t *testing.T) {
	m := &machines[0]
	cmd := m.command(t)
	cmd.Needed = []string{"libm.so.6"}
	s, err := remote.NewSession(t.Context(), func(ctx context.Context) (*remote.Executor, error) { return remote.Start(ctx, cmd) }, remote.SessionConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	e, _, err := s.Use(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x, err := rtdyld.OpenImage(savedImage(t, e, m.compile(t, "image.c", "-O1", "-fPIC"), rtdyld.SaveConfig{}), rtdyld.ImageConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	image, err := s.Map(t.Context(), x, rtdyld.MapConfig{})
	if err != nil {
		t.Fatal(err)
	}
	user, err := s.Load(t.Context(), m.compile(t, "image_user.c", "-O1", "-fPIC"))
	if err != nil {
		t.Fatal(err)
	}
	number := abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}
	for range 2 {
		if n, err := s.Call(t.Context(), "root_and_one", number, 27); err != nil || n != 4 {
			t.Errorf("%d, %v", n, err)
		}
		if o := image.Objects(); len(o) != 1 || o[0].Blocks()[0].Addr != x.Base() {
			t.Errorf("the image is not at its base: %v", o)
		}
		e, _, err := s.Use(t.Context())
		if err == nil {
			err = e.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Use(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Unload(t.Context(), image); !errors.Is(err, rtdyld.ErrInUse) {
		t.Errorf("unload what is used: %v", err)
	}
	if err := s.Unload(t.Context(), user, image); err != nil {
		t.Error(err)
	}
}
