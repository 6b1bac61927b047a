//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// segmentHeaders is for how many segments there is room in the shared objects of a process.
func segmentHeaders(p *Process) (n int) {
	p.segments.mu.Lock()
	defer p.segments.mu.Unlock()
	for _, f := range p.segments.files {
		n += f.count
	}
	return n
}

// TestSegments: what looks for pointers in the writable segments that dl_iterate_phdr tells of, a library or an object, finds variables of objects there from
// their constructors on until they go, each once.
func TestSegments(t *testing.T) {
	for _, reader := range []string{"library", "object", "same object"} {
		t.Run(reader, func(t *testing.T) {
			before := segmentReaders.Swap(false)
			defer segmentReaders.Store(before)
			var cfg Config
			var read []*objfmt.ObjectImage
			flags := []string{"-DPROGRAM", "-fdata-sections"}
			switch reader {
			case "library":
				cfg.Libraries = []string{linkedLibrary(t, "libreader.so", "segments.c", "-DREADER")}
			case "object":
				read = append(read, object(t, "gcc", "segments.c", "-DREADER", "-fPIC"))
			default:
				flags = append(flags, "-DREADER")
			}
			p := open(t, cfg)
			call := calling(t)
			first, second := newLinker(t, p), newLinker(t, p)
			images := append(read, object(t, "gcc", "segments.c", append(flags, "-fPIC")...))
			objs := load(t, first, images...)
			check := func(which string, fn func(name string) uint64) {
				t.Helper()
				want := call(fn("number"))
				if got := call(fn("at_first")); got != want {
					t.Errorf("%s: its constructor found %d variables once, want %d", which, got, want)
				}
				if got := call(fn("now")); got != want {
					t.Errorf("%s: %d variables are found once, want %d", which, got, want)
				}
				if got := call(fn("of_constants")); got != 0 {
					t.Errorf("%s: constants are found %d times as writable", which, got)
				}
			}
			one := func(name string) uint64 { return lookup(t, first, name) }
			two := func(name string) uint64 { return lookup(t, second, name) }
			check("first", one)
			others := load(t, second, images...)
			check("second", two)
			check("first, beside another", one)
			where := given[func() uintptr](t)(abi.Func0[uintptr](caller(t), two("where")))()
			if im := p.c.loadedImages().at(where); im != nil {
				t.Errorf("a variable is in the image %q", im.name)
			}
			if n := segmentHeaders(p); n < 150 {
				t.Errorf("there are %d headers: the variables are not pages apart", n)
			}
			if err := second.Unload(t.Context(), others...); err != nil {
				t.Fatal(err)
			}
			check("first, once the other has gone", one)
			listed := given[func(uintptr) int32](t)(abi.Func1[uintptr, int32](caller(t), resolveOr(t, p, "listed", one)))
			if n := listed(where); n != 0 {
				t.Errorf("what has gone is found %d times", n)
			}
			if reader != "library" { // which stays to be asked
				return
			}
			at := given[func() uintptr](t)(abi.Func0[uintptr](caller(t), one("where")))()
			if err := first.Unload(t.Context(), objs...); err != nil {
				t.Fatal(err)
			}
			if n := listed(at); n != 0 {
				t.Errorf("the first is found %d times when it has gone", n)
			}
			if n := segmentHeaders(p); n != 0 {
				t.Errorf("%d headers are kept", n)
			}
		})
	}
}

// resolveOr is where the process has a name, or else a program.
func resolveOr(t *testing.T, p *Process, name string, program func(string) uint64) uint64 {
	t.Helper()
	if s := resolve(t, p, name)[0]; s.Found {
		return s.Addr
	}
	return program(name)
}

// TestSegmentsApart: objects that were loaded together go one by one.
func TestSegmentsApart(t *testing.T) {
	p := open(t, Config{Libraries: []string{linkedLibrary(t, "libreader.so", "segments.c", "-DREADER")}})
	call := calling(t)
	l := newLinker(t, p)
	var rename []string
	for _, n := range []string{"number", "now", "at_first", "of_constants", "where"} {
		rename = append(rename, "-D"+n+"=other_"+n)
	}
	objs := load(t, l, object(t, "gcc", "segments.c", "-DPROGRAM", "-fPIC", "-fdata-sections"), object(t, "gcc", "segments.c", append(rename, "-DPROGRAM", "-fPIC", "-fdata-sections")...))
	number := call(lookup(t, l, "number"))
	if n := call(lookup(t, l, "now")) + call(lookup(t, l, "other_now")); n != 2*number {
		t.Fatalf("%d variables are found once, want %d", n, 2*number)
	}
	if err := l.Unload(t.Context(), objs[1]); err != nil {
		t.Fatal(err)
	}
	if n := call(lookup(t, l, "now")); n != number {
		t.Errorf("%d variables are found once when the object behind them has gone, want %d", n, number)
	}
}

// TestSegmentsFailed: where constructors do not run, nothing is shown any more.
func TestSegmentsFailed(t *testing.T) {
	p := open(t, Config{Libraries: []string{linkedLibrary(t, "libreader.so", "segments.c", "-DREADER")}})
	l := newLinker(t, p)
	objs := load(t, l, object(t, "gcc", "segments.c", "-DPROGRAM", "-fPIC"))
	if n := segmentHeaders(p); n == 0 {
		t.Fatal("there are no headers")
	}
	var failed *InitError
	if err := p.runs.Init(t.Context(), objs, []uint64{0}); !errors.As(err, &failed) {
		t.Fatalf("a constructor at address 0: %v", err)
	}
	if n := segmentHeaders(p); n != 0 {
		t.Errorf("there are %d headers", n)
	}
}

// TestSegmentsNot: where nothing calls dl_iterate_phdr no shared object is opened for those that do.
func TestSegmentsNot(t *testing.T) {
	before := segmentReaders.Swap(false)
	defer segmentReaders.Store(before)
	p := open(t, Config{Libraries: []string{"libm.so.6"}})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "preempt.c", "-fPIC", "-DLIBRARY"))
	if n := segmentHeaders(p); n != 0 {
		t.Errorf("there are %d headers", n)
	}
	im := p.c.loadedImages()
	for _, l := range im.order {
		if (l.function("_Unwind_Resume") != 0 || l.function(iteratesSegments) != 0) && readsSegments([]*library{l}) {
			t.Errorf("%s is taken for a reader", l.name)
		}
	}
}
