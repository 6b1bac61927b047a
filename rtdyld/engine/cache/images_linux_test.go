package cache_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/cache"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

const demo = "../../../testdata/demo/scene.o"

// started is what a program does that keeps images, with counts.
type started struct {
	t        *testing.T
	cfg      cache.ImagesConfig
	builds   int // of objects
	loads    int // objects that a linker has loaded
	requests int // of memory for them
	reports  []error
}

// NotifyLoaded implements rtdyld.LoadNotifier.
func (s *started) NotifyLoaded(_ context.Context, objs []*rtdyld.Object) error {
	s.loads += len(objs)
	return nil
}

// counting is a memory manager that is counted.
type counting struct {
	rtdyld.MemoryManager
	s *started
}

func (c counting) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	c.s.requests++
	return c.MemoryManager.Allocate(ctx, reqs)
}

// start begins a program.
func start(t *testing.T) *started {
	t.Helper()
	citest.Host(t, "linux", "amd64")
	cfg, err := host.LinkerConfig("libm.so.6")
	if err != nil {
		t.Fatal(err)
	}
	s := &started{t: t}
	cfg.Memory, cfg.Loaded = counting{cfg.Memory, s}, s
	s.cfg = cache.ImagesConfig{Linker: cfg, Report: func(err error) { s.reports = append(s.reports, err) }}
	return s
}

// load loads an object by an image in a folder, calls f of it if there is one, and unloads it. name says which image.
func (s *started) load(dir, object, name string, f func(c abi.Caller, l *rtdyld.Linker)) error {
	s.t.Helper()
	c, err := cache.OpenImages(dir, s.cfg)
	if err != nil {
		s.t.Fatal(err)
	}
	l, err := rtdyld.New(s.cfg.Linker)
	if err != nil {
		s.t.Fatal(err)
	}
	defer l.Close()
	data, err := os.ReadFile(object)
	if err != nil {
		s.t.Fatal(err)
	}
	objs, err := c.Load(s.t.Context(), l, c.Key([]compiler.Key{sha256.Sum256(data)}, name), func(ctx context.Context) ([]*objfmt.ObjectImage, error) {
		s.builds++
		img, err := objfile.Open(object)
		return []*objfmt.ObjectImage{img}, err
	})
	if err != nil {
		return err
	}
	if f != nil {
		caller, err := host.Caller()
		if err != nil {
			s.t.Fatal(err)
		}
		f(caller, l)
	}
	return l.Unload(s.t.Context(), objs...)
}

// ball calls a function of the demo.
func (s *started) ball(c abi.Caller, l *rtdyld.Linker) {
	s.t.Helper()
	sym, err := l.Lookup("brightness")
	if err != nil {
		s.t.Fatal(err)
	}
	f, err := abi.Func2[float64, float64, float64](c, sym.Addr)
	if err != nil {
		s.t.Fatal(err)
	}
	if got := f(-0.3, 0); got < 0.498 || got > 0.499 {
		s.t.Errorf("the ball is %g", got)
	}
}

// want compares counts, and forgets them.
func (s *started) want(what string, builds int, report error) {
	s.t.Helper()
	if s.builds != builds || builds == 0 && s.loads+s.requests != 0 {
		s.t.Errorf("%s: %d builds, not %d; %d objects were linked, with %d requests for memory", what, s.builds, builds, s.loads, s.requests)
	}
	if report == nil && s.reports != nil || report != nil && !errors.Is(errors.Join(s.reports...), report) {
		s.t.Errorf("%s: reported %v, not %v", what, s.reports, report)
	}
	s.builds, s.loads, s.requests, s.reports = 0, 0, 0, nil
}

// files lists images of a folder.
func files(t *testing.T, dir string) (paths []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "rtdyld-images", "??", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestImages: a second start maps what the first has linked, from the file, and neither compiles nor links.
func TestImages(t *testing.T) {
	dir := t.TempDir()
	s := start(t)
	if err := s.load(dir, demo, "a", s.ball); err != nil {
		t.Fatal(err)
	}
	s.want("the first start", 1, nil)
	again := start(t)
	err := again.load(dir, demo, "a", func(c abi.Caller, l *rtdyld.Linker) {
		again.ball(c, l)
		maps, err := os.ReadFile("/proc/self/maps")
		if list := files(t, dir); err != nil || len(list) != 1 || !strings.Contains(string(maps), list[0]) {
			t.Errorf("not mapped from %q, %v", list, err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	again.want("the second", 0, nil)
	if err := again.load(dir, demo, "b", nil); err != nil {
		t.Fatal(err)
	}
	again.want("another option", 1, nil)
	if n := len(files(t, dir)); n != 2 {
		t.Errorf("%d files", n)
	}
}

// TestImagesMiss: what cannot be used is linked anew, and replaced.
func TestImagesMiss(t *testing.T) {
	dir, beside := t.TempDir(), t.TempDir()
	s := start(t)
	if err := errors.Join(s.load(dir, demo, "a", nil), s.load(beside, demo, "b", nil)); err != nil {
		t.Fatal(err)
	}
	s.want("two images", 2, nil)
	path := files(t, dir)[0]
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(files(t, beside)[0])
	if err != nil {
		t.Fatal(err)
	}
	library, err := os.ReadFile("/lib/x86_64-linux-gnu/libm.so.6")
	if err != nil {
		t.Skip(err)
	}
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"a flipped bit", flipped, rtdyld.ErrImageHash},
		{"cut", good[:len(good)/2], objfmt.ErrFormat},
		{"empty", nil, rtdyld.ErrNotImage},
		{"another's", other, cache.ErrDamaged},
		{"a library", library, rtdyld.ErrNotImage},
	} {
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.load(dir, demo, "a", s.ball); err != nil {
			t.Fatal(c.name, err)
		}
		s.want(c.name, 1, c.want)
		if err := s.load(dir, demo, "a", s.ball); err != nil {
			t.Fatal(c.name, err)
		}
		s.want(c.name+", mended", 0, nil)
	}

	changed := start(t)
	real := changed.cfg.Linker.Library
	changed.cfg.Linker.Library = func(name string) (lib rtdyld.ImageLibrary, ok bool) {
		if lib, ok = real(name); ok && len(lib.BuildID) > 0 {
			lib.BuildID[0] ^= 1
		}
		return lib, ok
	}
	for _, builds := range []int{1, 0} { // it is bound to that library from then on
		report := rtdyld.ErrImageLibrary
		if builds == 0 {
			report = nil
		}
		if err := changed.load(dir, demo, "a", changed.ball); err != nil {
			t.Fatal(err)
		}
		changed.want("another library", builds, report)
	}

	small := start(t)
	small.cfg.Limit = 1000
	for range 2 {
		if err := small.load(t.TempDir(), demo, "a", small.ball); err != nil {
			t.Fatal(err)
		}
		small.want("an image larger than the limit", 1, nil)
	}
	if err := os.Chmod(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := s.load(dir, demo, "a", s.ball); err != nil {
		t.Fatal(err)
	}
	s.want("a folder that others may write", 1, cache.ErrRefused)
}

// TestImagesErrors: objects that cannot be saved are loaded as they are, and what fails is an error.
func TestImagesErrors(t *testing.T) {
	dir := t.TempDir()
	s := start(t)
	low := func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x1000, Kind: rtdyld.Data}, true
	}
	s.cfg.Linker.Resolver = rtdyld.ResolverFunc(low)
	const absolute = "../../../testdata/elf-amd64/abs32.o"
	if err := s.load(dir, absolute, "a", nil); err != nil {
		t.Fatal(err)
	}
	s.want("an address of 32 bits", 1, rtdyld.ErrNotSavable)
	if n := len(files(t, dir)); n != 0 {
		t.Errorf("%d files", n)
	}
	s = start(t)
	s.cfg.Linker.Resolver = nil
	var undefined *rtdyld.UndefinedError
	if err := s.load(dir, demo, "a", nil); !errors.As(err, &undefined) {
		t.Errorf("undefined names: %v", err)
	}
	if err := s.load(dir, "doc.go", "a", nil); !errors.Is(err, objfmt.ErrUnknownFormat) {
		t.Errorf("no object: %v", err)
	}
	s.cfg.Linker.Images = nil
	if _, err := cache.OpenImages(dir, s.cfg); !errors.Is(err, rtdyld.ErrUnsupported) {
		t.Errorf("no mapper: %v", err)
	}
}
