package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// leftover has threads that go on when main has returned, as those of a pool do, in code of its own and in a library's.
const leftover = `
#include <pthread.h>
#include <zlib.h>
static volatile unsigned long turns[3];
static void *turn(void *p)
{
	volatile unsigned long *n = p;
	for (;;)
		*n += 1 + crc32(0, (const unsigned char *)"abc", 3) % 2;
	return 0;
}
int main(void)
{
	pthread_t t;
	int i;
	for (i = 0; i < 3; i++)
		if (pthread_create(&t, 0, turn, (void *)&turns[i]) || pthread_detach(t))
			return 1;
	for (i = 0; i < 3; i++)
		while (!turns[i])
			;
	return 7;
}
`

// slow is a library that ends slowly: while it does, threads in others' code would crash if that was gone.
const slow = `
#include <unistd.h>
__attribute__((destructor)) static void end(void) { usleep(100000); write(1, "end\n", 4); }
`

// TestThreadsLeft: a program ends with main's status while threads of it still run.
func TestThreadsLeft(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc", "/usr/include/zlib.h")
	dir := t.TempDir()
	for name, text := range map[string]string{"p.c": leftover, "slow.c": slow, "alone.c": "int main(void) { return 7; }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	gcc := func(args ...string) {
		cmd := exec.Command("gcc", append([]string{"-O1"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	gcc("-c", "p.c", "alone.c")
	gcc("-shared", "-fPIC", "-o", "slow.so", "slow.c")
	for _, c := range []struct{ how, program, want string }{
		{"", "alone.o", "end\n"}, {"", "p.o", ""}, {"-isolated", "p.o", ""}, // exit has slow.so say it where libc has started the process
	} {
		cmd := exec.Command("rtdyld", "run", "-lib", filepath.Join(dir, "slow.so"), "-lib", "libz.so.1", filepath.Join(dir, c.program))
		if c.how != "" {
			cmd.Args = slices.Insert(cmd.Args, 2, c.how)
		}
		if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 7 || string(out) != c.want && string(out) != "end\n" {
			t.Errorf("%v: %v\n%s", cmd.Args, cmd.ProcessState, out)
		}
	}
}
