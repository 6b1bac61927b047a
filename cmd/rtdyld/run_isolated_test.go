package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// emulated is a program for another processor.
const emulated = `
#include <pthread.h>
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
	if (argc > 1 && !strcmp(argv[1], "leave"))
		pthread_exit(0);
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
		{"riscv64", "riscv64-linux-gnu", "qemu-riscv64", "/usr/riscv64-linux-gnu", "/lib/ld-linux-riscv64-lp64d.so.1", "8"},
		{"ppc64le", "powerpc64le-linux-gnu", "qemu-ppc64le", "/usr/powerpc64le-linux-gnu", "", "8"},
		{"s390x", "s390x-linux-gnu", "qemu-s390x", "/usr/s390x-linux-gnu", "/lib/ld64.so.1", "8"},
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
			if c.goarch == "s390x" { // purego has it from this version on
				build.Env = append(build.Env, "GOTOOLCHAIN=go1.27.2")
				version := exec.Command("go", "version")
				if version.Env = build.Env; version.Run() != nil {
					t.Skip("Go 1.27 cannot be had here")
				}
			}
			compile := exec.Command("clang", "-target", c.triple, "-isystem", c.root+"/include", "-O1", "-c", "-o", object, source)
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
				{[]string{"exit"}, 9, "begin\nend\n", "^$"},
				{[]string{"leave"}, 0, "begin\nend\n", "^$"},
				// qemu-ppc64le has no address where Go looks for it (the register DAR); that of s390x is the page.
				{[]string{"fault"}, 139, "begin\n", `^rtdyld: executor crashed: SIGSEGV \(segmentation violation\), address (0x1230|0x0|0x1000|unknown), in fault\+0x[0-9a-f]+ \(.*p\.o\) at 0x[0-9a-f]+\n(rtdyld: main\+0x[0-9a-f]+ in .*p\.o\n)?$`},
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

// orphan starts a daemon and goes on; both have their numbers in the file pids.
const orphan = `
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	FILE *f = fopen("pids.new", "w");
	int first = getpid();
	signal(SIGTERM, SIG_IGN);
	if (fork() == 0) {
		setsid();
		fprintf(f, "%d %d\\n", first, (int)getpid());
		fclose(f);
		rename("pids.new", "pids");
	}
	for (;;)
		pause();
}
`

// TestKilledCommand: a program of run -isolated ends with the command, and its processes with
// it, even if the command is killed.
func TestKilledCommand(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(orphan), 0o666); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command("gcc", "-c", "p.c")
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command("rtdyld", "run", "-isolated", "p.o")
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []byte
	until(t, "the program begins", func() bool {
		pids, _ = os.ReadFile(filepath.Join(dir, "pids"))
		return pids != nil
	})
	cmd.Process.Kill()
	cmd.Wait()
	for pid := range strings.FieldsSeq(string(pids)) {
		until(t, "process "+pid+" ends", func() bool {
			// The number may be another process's by now.
			text, err := os.ReadFile("/proc/" + pid + "/cmdline")
			return err != nil || !bytes.Contains(text, []byte("p.o"))
		})
	}
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 6000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("not yet: %s", what)
}
