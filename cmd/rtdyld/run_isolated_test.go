package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// emulated is a program for another processor.
const emulated = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) int fault(long addr) { return *(volatile int *)addr; }
__attribute__((constructor)) static void begin(void) { puts("begin"); }
__attribute__((destructor)) static void end(void) { puts("end"); }
int main(int argc, char **argv)
{
	char line[100];
	if (argc > 1 && !strcmp(argv[1], "fault"))
		return fault(0x1230) + argc;
	if (argc > 1 && !strcmp(argv[1], "exit"))
		exit(9);
	while (fgets(line, sizeof line, stdin))
		printf("%d %d %s", (int)sizeof(void *), argc, line);
	return 40 + argc;
}
`

// TestExecutor runs programs for other processors in an executor under an emulator.
func TestExecutor(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	if citest.Sample() {
		t.Skip("builds a command for each processor")
	}
	for _, c := range []struct {
		goarch, triple, qemu, root, interpreter, word string
	}{
		{"arm64", "aarch64-linux-gnu", "qemu-aarch64", "/usr/aarch64-linux-gnu", "", "8"},
		{"arm", "armv7-linux-gnueabihf", "qemu-arm", "/usr/arm-linux-gnueabihf", "/lib/ld-linux-armhf.so.3", "4"},
	} {
		t.Run(c.goarch, func(t *testing.T) {
			citest.Need(t, "clang", c.qemu, c.root+"/lib/libc.so.6", c.root+"/include/stdio.h")
			dir := t.TempDir()
			tool, source, object := filepath.Join(dir, "rtdyld-executor"), filepath.Join(dir, "p.c"), filepath.Join(dir, "p.o")
			if err := os.WriteFile(source, []byte(emulated), 0o666); err != nil {
				t.Fatal(err)
			}
			build := exec.Command("go", "build", "-o", tool)
			if c.interpreter != "" {
				build.Args = append(build.Args, "-ldflags=-I "+c.interpreter)
			}
			build.Args = append(build.Args, "../rtdyld-executor")
			build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+c.goarch)
			compile := exec.Command("clang", "-target", c.triple, "-O1", "-c", "-o", object, source)
			for _, cmd := range []*exec.Cmd{build, compile} {
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %v\n%s", cmd, err, out)
				}
			}
			executor := c.qemu + " -L " + c.root + " " + tool
			for _, r := range []struct {
				args   []string
				status int
				stdout string
				stderr string // regular expression
			}{
				{[]string{"a", "b"}, 43, "begin\n" + c.word + " 3 one\n" + c.word + " 3 two\nend\n", "^$"},
				{[]string{"exit"}, 9, "begin\n", "^$"},
				{[]string{"fault"}, 139, "begin\n", `^rtdyld: executor crashed: SIGSEGV \(segmentation violation\), address (0x1230|unknown), in fault\+0x[0-9a-f]+ \(.*p\.o\) at 0x[0-9a-f]+\n$`},
			} {
				var stdout, stderr bytes.Buffer
				cmd := exec.Command("rtdyld", append([]string{"run", "-executor", executor, object, "--"}, r.args...)...)
				cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader([]byte("one\ntwo\n")), &stdout, &stderr
				var exit *exec.ExitError
				if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
					t.Fatal(err)
				}
				if got := cmd.ProcessState.ExitCode(); got != r.status || !regexp.MustCompile(r.stderr).Match(stderr.Bytes()) {
					t.Errorf("%v: status %d, want %d\n%s", r.args, got, r.status, &stderr)
				}
				if stdout.String() != r.stdout && r.status < 128 { // C keeps its output until the end
					t.Errorf("%v: stdout %q, want %q", r.args, &stdout, r.stdout)
				}
			}
		})
	}
}
