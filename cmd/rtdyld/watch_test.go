package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestGDB debugs a program that the command runs: a breakpoint by name before anything
// is loaded, its line, an argument, and the stack down to Go's frames. Without -gdb there
// is no such name.
func TestGDB(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc", "gdb")
	if citest.Sample() {
		t.Skip("builds the command: that of a test has no symbols")
	}
	dir := t.TempDir()
	tool, source, object := filepath.Join(dir, "rtdyld"), filepath.Join(dir, "p.c"), filepath.Join(dir, "p.o")
	const text = "volatile int sink;\n__attribute__((noinline)) int stop_here(int answer)\n{\n\treturn sink += answer;\n}\nint main(void) { return stop_here(42) + 1; }\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", tool)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	for _, cmd := range []*exec.Cmd{build, exec.Command("gcc", "-g", "-O1", "-c", "-o", object, source)} {
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, out)
		}
	}
	gdb := exec.Command("gdb", "-batch", "-nx", "-ex", "set breakpoint pending on", "-ex", "handle SIGURG nostop noprint",
		"-ex", "break stop_here", "-ex", "run", "-ex", "info args", "-ex", "bt", "-ex", "continue", "--args", tool, "run", "-gdb", object)
	got, err := gdb.CombinedOutput()
	if err != nil {
		t.Errorf("gdb: %v", err)
	}
	out := string(got)
	for _, re := range []string{
		`Breakpoint 1, stop_here \(answer=answer@entry=42\) at .*p\.c:[34]\n`,
		`\nanswer = 42\n`,
		`#0 +stop_here .*p\.c:[34]\n#1 .* main \(\) at .*p\.c:6\n`,
		`#\d+ .*runtime\.asmcgocall `,
		`exited with code 053`,
	} {
		if !regexp.MustCompile(re).MatchString(out) {
			t.Errorf("no %s in\n%s", re, out)
		}
	}
}
