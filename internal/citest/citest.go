// Package citest decides whether a test can run where it is.
//
// A machine that has Go and nothing else runs go test ./... without a failure:
// tests that want a compiler or a library skip, with the reason. The machine that
// has everything sets RTDYLD_CI; there a skip would hide what is broken, so what is
// missing is a failure.
//
// Law: for tests alone; knows nothing of the project.
package citest

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// Variable is the environment variable that turns skips for a lack of tools into
// failures, set to anything but the empty string.
const Variable = "RTDYLD_CI"

// Full is the environment variable that has tests do all that they can, however long it
// takes, set to anything but the empty string. Without it go test ./... is a matter of
// minutes.
const Full = "RTDYLD_FULL"

// Sample reports whether a test that could go on for long is to take a sample of its
// work, or the part of it that tells most: it does unless [Full] is set, and with -short.
func Sample() bool { return testing.Short() || os.Getenv(Full) == "" }

// Seed is the environment variable with the number by which things take turns in samples: .ci/run has one for each commit.
const Seed = "RTDYLD_SEED"

// Turn returns which of n things has its turn in a sample, by the number in [Seed]: the first if there is none. What .ci/run
// compiles for a processor takes turns by the same number, so that what a run tests of one it has compiled for it once.
func Turn(n int) int {
	seed, _ := strconv.ParseUint(os.Getenv(Seed), 10, 64)
	return int(seed % uint64(n))
}

// GoFlags returns flags with those of the environment's GOFLAGS behind them, for a go command that a test starts: what it
// compiles the command that started the test has often compiled so.
func GoFlags(flags string) string { return strings.TrimSpace(flags + " " + os.Getenv("GOFLAGS")) }

// CI reports whether [Variable] is set.
func CI() bool { return os.Getenv(Variable) != "" }

// Need skips the test unless all things named are there, and fails it instead
// where [Variable] is set. A name with a slash is a file or folder, as packages
// install them; one without is a command.
func Need(t testing.TB, things ...string) {
	t.Helper()
	if err := Missing(things...); err != nil {
		if CI() {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// Missing returns an error that names the first of things that is not there, nil if
// all are. See [Need] for what a thing is.
func Missing(things ...string) error {
	for _, thing := range things {
		if !strings.Contains(thing, "/") {
			if _, err := exec.LookPath(thing); err != nil {
				return fmt.Errorf("needs %s: %w", thing, err)
			}
			continue
		}
		if _, err := os.Stat(filepath.FromSlash(thing)); err != nil {
			return fmt.Errorf("needs %s: %w", thing, err)
		}
	}
	return nil
}

// NeedCompiler is [Need] for a compiler that must work: it is tried on a source in C, or C++
// if its name ends in "++", for a compiler may be there without the headers and libraries of
// a target. Without -c or -fsyntax-only among its arguments it links as well.
func NeedCompiler(t testing.TB, source string, command string, args ...string) {
	t.Helper()
	if err := Compiles(source, command, args...); err != nil {
		if CI() {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// Compiles returns an error that has the compiler's, nil if it compiles the source. See
// [NeedCompiler].
func Compiles(source string, command string, args ...string) error {
	if err := Missing(command); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "citest")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	language := "c"
	if strings.Contains(filepath.Base(command), "++") {
		language = "c++"
	}
	args = append(append([]string{}, args...), "-x", language, "-o", filepath.Join(dir, "out"), "-")
	cmd := exec.Command(command, args...)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("needs %s that works: %v: %w\n%s", command, args, err, out)
	}
	return nil
}

// Host skips the test on hosts that are not goos/goarch. That is no lack of
// anything, so it is never a failure.
func Host(t testing.TB, goos, goarch string) {
	t.Helper()
	if runtime.GOOS != goos || runtime.GOARCH != goarch {
		t.Skipf("for %s/%s, this is %s/%s", goos, goarch, runtime.GOOS, runtime.GOARCH)
	}
}

// Need386 skips the test where programs for i386 do not run, see [Runs386]. Nothing that could be
// installed is missing there, so it is never a failure.
func Need386(t testing.TB) {
	t.Helper()
	if !Runs386() {
		t.Skip("programs for i386 do not run here")
	}
}

// Runs386 reports whether the kernel runs programs for i386: that of a virtual machine may not, and Go's
// do not run in qemu-i386, whose threads share a thread area.
func Runs386() bool { return runs386() }

var runs386 = sync.OnceValue(func() bool {
	dir, err := os.MkdirTemp("", "citest")
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run")
	return os.WriteFile(path, exit386(), 0o777) == nil && exec.Command(path).Run() == nil
})

// exit386 is a program for i386 that ends with 0.
func exit386() []byte {
	const base, headers = 0x8048000, 52 + 32
	code := []byte{0x31, 0xc0, 0x40, 0x31, 0xdb, 0xcd, 0x80} // xor eax,eax; inc eax; xor ebx,ebx; int 0x80
	b := append([]byte(elf.ELFMAG), byte(elf.ELFCLASS32), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT))
	b = append(b, make([]byte, headers-len(b))...)
	le := binary.LittleEndian
	le.PutUint16(b[16:], uint16(elf.ET_EXEC))
	le.PutUint16(b[18:], uint16(elf.EM_386))
	for at, v := range map[int]uint32{
		20: uint32(elf.EV_CURRENT), 24: base + headers, 28: 52, 40: 52 | 32<<16, 44: 1, // e_entry, e_phoff, e_ehsize, e_phentsize, e_phnum
		52: uint32(elf.PT_LOAD), 60: base, 64: base, 68: headers + 7, 72: headers + 7, 76: uint32(elf.PF_R | elf.PF_X), 80: 0x1000,
	} {
		le.PutUint32(b[at:], v)
	}
	return append(b, code...)
}

// Hear has what the test starts take SIGHUP and SIGINT as others do, though the process that has started the test
// ignores them, as nohup and shells do for what runs in the background.
func Hear(t testing.TB) {
	c := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(sig) {
			signal.Notify(c, sig) // a handler is no child's
		}
	}
	t.Cleanup(func() { signal.Stop(c) })
}

// OneOf cuts the numbers below n into pieces of step numbers and yields one of each piece, in
// order, chosen at random: the same ones for the same seed. Step 1 yields all.
func OneOf(n, step int, seed uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		for from := 0; from < n; from += step {
			if !yield(from + r.IntN(min(step, n-from))) {
				return
			}
		}
	}
}
