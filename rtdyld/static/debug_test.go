//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// debugged is testdata/debug, and what makes it load testdata/debug.c after other arguments.
type debugged struct{ program, libc, load string }

func (d debugged) args(before string, after ...string) []string {
	args := []string{d.libc, d.load}
	if before != "" {
		args = []string{d.libc, before, d.load}
	}
	return append(args, after...)
}

// TestDebug: what sees a static program from outside sees its C.
func TestDebug(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("gdb and perf for this machine, and a processor's time in an emulator is not this program's")
	}
	citest.Need(t, "go", "gcc")
	dir := t.TempDir()
	program := filepath.Join(dir, "debug")
	// The program's own package says what its functions' parameters are called, where GOFLAGS have the compiler make no DWARF.
	build := exec.CommandContext(t.Context(), "go", "build", "-gcflags=-dwarf", "-o", program, "./testdata/debug")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	object := filepath.Join(dir, "debug.o")
	for _, cmd := range []*exec.Cmd{build, exec.Command("gcc", "-g", "-O1", "-fno-builtin", "-fno-optimize-sibling-calls", "-w", "-c", "-o", object, "testdata/debug.c")} {
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
	}
	d := debugged{program, "libc=" + archive(t, libc.Config{}), "load=" + object}
	t.Run("gdb", d.gdb)
	t.Run("profile", d.profile)
	t.Run("perf", d.perf)
}

// gdb stops in functions of C that were named before there were any, in libc's, too; it shows lines, arguments, and the callers up to where
// Go's stack ends and, by Go's own extension, from there to main.
func (d debugged) gdb(t *testing.T) {
	citest.Need(t, "gdb")
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	extension := filepath.Join(strings.TrimSpace(string(goroot)), "src", "runtime", "runtime-gdb.py")
	citest.Need(t, extension)
	const images = "python print('images:', len([o for o in gdb.objfiles() if 'in-memory' in (o.filename or '')]))"
	steps := []struct{ command, want string }{
		{"break inner", `pending`},
		{"break qsort", `pending`},
		{"break main.marker", `Breakpoint 3`},
		{"run", `hit Breakpoint 1, inner \(x=(x@entry=)?24\) at testdata/debug\.c:\d+\n`},
		{"bt", `(?s)#0 .*inner \(x=.*#1 .* outer \(n=(3|<optimized out>)\) at testdata/debug\.c:\d+\n#2 .* quickEntry \(\) at [^\n]*\n#3 .*static\.enter \(\) at [^\n]*\n#4  0x0+ in \?\? \(\)\n(Backtrace stopped[^\n]*\n)?$`},
		{"source " + extension, ``},
		{"goroutine 1 bt", `(?s)static\.run \(.* main\.call \(name="outer"\) at .* main\.main \(\)`},
		{"finish", `Value returned is .* = \d+\n`},
		{"continue", `hit Breakpoint 2, 0x[0-9a-f]+ in qsort \(\)\n`},
		{"bt 2", `#1 .* sorted \(n=(3|<optimized out>)\) at testdata/debug\.c:\d+\n`},
		{"info symbol qsort", `^qsort in section \.text`},
		{"continue", `hit Breakpoint 3, main\.marker`},
		{images, `images: 0\n`},
		{"continue", `exited normally`},
	}
	script := "set pagination off\nset confirm off\nset debuginfod enabled off\nset width 0\nset auto-load no\nset startup-with-shell off\nset breakpoint pending on\n" +
		"set environment GODEBUG=asyncpreemptoff=1\nhandle SIGURG nostop noprint pass\n"
	for i, s := range steps {
		script += fmt.Sprintf("echo \\n@%d@\\n\n%s\n", i, s.command)
	}
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "gdb", append([]string{"-nx", "-batch", "-x", file, "--args", d.program}, d.args("jit", "call=outer", "call=sorted")...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	rest := string(out)
	for i, s := range steps {
		_, part, _ := strings.Cut(rest, fmt.Sprintf("\n@%d@\n", i))
		part, _, _ = strings.Cut(part, fmt.Sprintf("\n@%d@\n", i+1))
		if !regexp.MustCompile(s.want).MatchString(part) {
			t.Errorf("%s: no %s in\n%s", s.command, s.want, part)
		}
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}

// profile: a CPU profile has the time that C takes at the code that called it.
func (d debugged) profile(t *testing.T) {
	profile := filepath.Join(t.TempDir(), "profile")
	args := d.args("", "profile="+profile, "call=spins", "call=spins")
	// A machine that is busy gives a process few samples: until there are enough.
	here, all := 0, 0
	for try := 1; ; try++ {
		if out, err := exec.CommandContext(t.Context(), d.program, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		out, err := exec.CommandContext(t.Context(), "go", "tool", "pprof", "-unit=ms", "-traces", profile).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for trace := range strings.SplitSeq(string(out), "-----------+") {
			if m := regexp.MustCompile(`\n\s+(\d+)ms\s+(\S+)`).FindStringSubmatch(trace); m != nil {
				n, err := strconv.Atoi(m[1])
				if err != nil {
					t.Fatal(err)
				}
				all += n
				if strings.HasSuffix(m[2], "/static.run") && regexp.MustCompile(`(?s)static\.caller\..*main\.call\n.*main\.main`).MatchString(trace) {
					here += n
				}
			}
		}
		if all >= 100 && here*10 >= all*7 {
			return
		}
		if all >= 100 || try == 50 {
			t.Fatalf("%d of %d ms are where C was called:\n%s", here, all, out)
		}
	}
}

// perf names functions of a static program's C and libc's, by the dump that the listener writes.
func (d debugged) perf(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), d.program, d.args("perf="+dir, "call=outer")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dumps, err := filepath.Glob(filepath.Join(dir, "jit-*.dump"))
	if err != nil || len(dumps) != 1 {
		t.Fatalf("%v, %v", dumps, err)
	}
	data, err := os.ReadFile(dumps[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"outer", "qsort", "rtdyld_adopt"} {
		if !strings.Contains(string(data), "\x00"+name+"\x00") {
			t.Errorf("no %s in the dump", name)
		}
	}
	if _, err := exec.LookPath("perf"); err != nil || citest.Sample() {
		return
	}
	run := func(name string, args ...string) string {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(os.Environ(), "HOME="+dir)
		out, err := cmd.CombinedOutput()
		if regexp.MustCompile(`perf_event_paranoid|not permitted|not supported|No permission`).Match(out) {
			t.Skipf("perf may not record here: %s", out)
		}
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
		return string(out)
	}
	recorded := filepath.Join(dir, "data")
	run("perf", append([]string{"record", "-k", "mono", "-e", "cpu-clock:u", "-F", "400", "-o", recorded, d.program}, d.args("perf="+dir, "call=spins", "call=spins")...)...)
	run("perf", "inject", "-j", "-i", recorded, "-o", recorded+".jit")
	if report := run("perf", "report", "--stdio", "-s", "sym", "-i", recorded+".jit"); !strings.Contains(report, "[.] spin_inner") {
		t.Errorf("no spin_inner in\n%s", report)
	}
}
