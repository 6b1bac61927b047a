package citest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestMissing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.ToSlash(filepath.Join(dir, "command.exe"))
	if err := os.WriteFile(file, nil, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if err := Missing("command.exe", file); err != nil {
		t.Error(err)
	}
	for _, s := range []string{"no-command-has-this-name", file + "/and/more", file + "2"} {
		if Missing("command.exe", s) == nil {
			t.Errorf("%s is there", s)
		}
	}
}

// TestNeed: what is missing skips, and fails where everything is said to be there.
func TestNeed(t *testing.T) {
	for _, ci := range []string{"", "1"} {
		t.Setenv(Variable, ci)
		r := record{TB: t}
		done := make(chan bool)
		go func() {
			defer close(done)
			Need(&r, "no-command-has-this-name")
			t.Error("the test went on")
		}()
		<-done
		if r.skipped == (ci != "") || r.failed != (ci != "") {
			t.Errorf("%s=%q: skipped %v, failed %v", Variable, ci, r.skipped, r.failed)
		}
	}
}

// TestCompiles: a compiler that is there but cannot do what is asked is missing.
func TestCompiles(t *testing.T) {
	Need(t, "gcc", "sh")
	for _, c := range []struct {
		source, command string
		args            []string
		works           bool
	}{
		{"int f(void) { return 0; }", "gcc", []string{"-c"}, true},
		{"int main(void) { return 0; }", "gcc", nil, true},
		{"int f(void) { return 0; }", "gcc", nil, false}, // no main
		{"#include <no_such_header.h>", "gcc", []string{"-fsyntax-only"}, false},
		{"int f(void);", "gcc", []string{"-no-such-option", "-c"}, false},
		{"int f(void);", "no-command-has-this-name", nil, false},
	} {
		if err := Compiles(c.source, c.command, c.args...); (err == nil) != c.works {
			t.Errorf("%s %v, %q: %v", c.command, c.args, c.source, err)
		}
	}
}

// record is a test that only notes how it ends.
type record struct {
	testing.TB
	skipped, failed bool
}

func (r *record) Helper()      {}
func (r *record) Skip(...any)  { r.skipped = true; runtime.Goexit() }
func (r *record) Fatal(...any) { r.failed = true; runtime.Goexit() }

func TestHost(t *testing.T) {
	t.Run("this", func(t *testing.T) { Host(t, runtime.GOOS, runtime.GOARCH) })
	t.Run("other", func(t *testing.T) {
		Host(t, runtime.GOOS, "pdp11")
		t.Error("this is no PDP-11")
	})
}

// TestOneOf: all numbers by steps of one, otherwise one of each step, others for another seed.
func TestOneOf(t *testing.T) {
	all := slices.Collect(OneOf(10, 1, 1))
	if !slices.Equal(all, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("all: %d", all)
	}
	some := slices.Collect(OneOf(1000, 7, 1))
	for i, v := range some {
		if v/7 != i || v >= 1000 {
			t.Errorf("%d is number %d", v, i)
		}
	}
	if len(some) != 143 || slices.Equal(some, slices.Collect(OneOf(1000, 7, 2))) || !slices.Equal(some, slices.Collect(OneOf(1000, 7, 1))) {
		t.Errorf("%d: %d", len(some), some)
	}
}

// Test386: the program that tells whether others for i386 run does in an emulator what it is to do.
func Test386(t *testing.T) {
	Host(t, "linux", "amd64")
	Need(t, "qemu-i386")
	path := filepath.Join(t.TempDir(), "run")
	if err := os.WriteFile(path, exit386(), 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("qemu-i386", path).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("without the emulator: %v", Runs386())
}

// TestTurn: each thing has its turn in as many runs as there are things, and the first where no number is set.
func TestTurn(t *testing.T) {
	for _, c := range []struct {
		seed string
		want []int // of 2, 3 and 4
	}{
		{"", []int{0, 0, 0}}, {"0", []int{0, 0, 0}}, {"1", []int{1, 1, 1}}, {"5", []int{1, 2, 1}}, {"268435455", []int{1, 0, 3}}, {"?", []int{0, 0, 0}},
	} {
		t.Setenv(Seed, c.seed)
		if got := []int{Turn(2), Turn(3), Turn(4)}; !slices.Equal(got, c.want) {
			t.Errorf("seed %q: %d, not %d", c.seed, got, c.want)
		}
	}
}
