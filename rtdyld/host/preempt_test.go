//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// calling calls functions without parameters.
func calling(t *testing.T) func(addr uint64) int32 {
	return func(addr uint64) int32 { return given[func() int32](t)(abi.Func0[int32](caller(t), addr))() }
}

// TestPreempt: a library calls a program's function in the place of its own, by calls and by pointers, bound at once or when it is first called, from the program's constructors on until it
// goes; what is weak or hidden, data and malloc stay.
func TestPreempt(t *testing.T) {
	for name, flags := range map[string][]string{
		"now":    {"-DLIBRARY", "-Wl,-z,now,-z,relro"},
		"lazy":   {"-DLIBRARY", "-Wl,-z,lazy,-z,relro"},
		"needed": {"-DLIBRARY"}, // by the one that is opened
	} {
		t.Run(name, func(t *testing.T) {
			lib := linkedLibrary(t, "libpreempt.so", "preempt.c", flags...)
			if name == "needed" {
				lib = linkedLibrary(t, "libuser.so", "together.c", "-DONE", "-Dtwo=ask", "-Wl,--no-as-needed", lib)
			}
			p := open(t, Config{Libraries: []string{lib}, Preempt: true})
			call := calling(t)
			ask := resolve(t, p, "ask")[0].Addr
			if got := call(ask); got != 1111 {
				t.Fatalf("before there is a program ask() is %d, want 1111", got)
			}
			first, second := newLinker(t, p), newLinker(t, p)
			objs := load(t, first, object(t, "gcc", "preempt.c", "-fPIC"))
			for fn, want := range map[string]int32{"at_first": 1112, "use": 2, "own_memory": 1, "local": 2220} {
				if got := call(lookup(t, first, fn)); got != want {
					t.Errorf("%s() is %d, want %d", fn, got, want)
				}
			}
			others := load(t, second, object(t, "gcc", "preempt.c", "-fPIC", "-DANSWER=3"))
			if got := call(ask); got != 1113 {
				t.Errorf("with a later program ask() is %d, want 1113", got)
			}
			if err := first.Unload(t.Context(), objs...); err != nil {
				t.Fatal(err)
			}
			if got := call(ask); got != 1113 {
				t.Errorf("once the first program has gone ask() is %d, want 1113", got)
			}
			if err := second.Unload(t.Context(), others...); err != nil {
				t.Fatal(err)
			}
			if got := call(ask); got != 1111 {
				t.Errorf("once both have gone ask() is %d, want 1111", got)
			}
			preempted.mu.Lock()
			defer preempted.mu.Unlock()
			if n := len(preempted.slots); n != 0 {
				t.Errorf("%d slots are kept", n)
			}
		})
	}
}

// TestPreemptNot: without the option a library's functions are its own. The library stays, since names of it were found among those of all,
// and libraries that are opened later are bound to it first: so its names are those of no other test.
func TestPreemptNot(t *testing.T) {
	var names []string
	for _, n := range []string{"ask", "ask_pointer", "answer", "weakly", "hiddenly", "data", "allocate"} {
		names = append(names, "-D"+n+"=staying_"+n)
	}
	p := open(t, Config{Libraries: []string{linkedLibrary(t, "libpreempt.so", "preempt.c", append(names, "-DLIBRARY")...)}, Global: true})
	l := newLinker(t, p)
	load(t, l, object(t, "gcc", "preempt.c", append(names, "-fPIC")...))
	if got := calling(t)(lookup(t, l, "at_first")); got != 1111 {
		t.Errorf("at_first() is %d, want 1111", got)
	}
}
