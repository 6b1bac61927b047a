//go:build linux

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// peek looks at its parent, and at its parent's: their environment, their memory, by files
// and by calls. It returns how often it could, and writes what.
const peek = `
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
static int seen;
static void look(int pid, const char *what)
{
	char path[64], buf[4096];
	snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
	int fd = open(path, O_RDONLY);
	if (fd >= 0 && (!strcmp(what, "mem") || read(fd, buf, sizeof buf) > 0)) {
		printf("%s\n", path);
		seen++;
	}
	close(fd);
}
static int parent(int pid)
{
	char path[64], buf[512];
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	FILE *f = fopen(path, "r");
	if (!f || !fgets(buf, sizeof buf, f))
		return 0;
	return atoi(strrchr(buf, ')') + 4);
}
int main(int argc, char **argv)
{
	int pid = getppid();
	for (int i = 0; i < 2; i++, pid = parent(pid)) {
		char byte;
		struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
		look(pid, "environ");
		look(pid, "mem");
		look(pid, "maps");
		if (process_vm_readv(pid, &here, 1, &there, 1, 0) > 0 || errno != EPERM) {
			printf("process_vm_readv %d\n", i);
			seen++;
		}
		if (ptrace(PTRACE_SEIZE, pid, 0, 0) == 0) {
			printf("ptrace %d\n", i);
			seen++;
		}
	}
	if (argc > 1)
		look(getpid(), "environ");
	if (fcntl(7, F_GETFD) >= 0) {
		printf("descriptor 7\n");
		seen++;
	}
	fflush(stdout);
	return seen;
}
`

// TestHidden: an isolated program reads neither the command's environment and memory nor
// those of its keeper, has none of the command's descriptors, and with -empty-env nothing of
// its own environment; not as root, and not as another user.
func TestHidden(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc")
	dir := t.TempDir()
	for d := dir; d != os.TempDir() && len(d) > 1; d = filepath.Dir(d) {
		os.Chmod(d, 0o755)
	}
	if err := os.WriteFile(filepath.Join(dir, "peek.c"), []byte(peek), 0o644); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command("gcc", "-c", "peek.c")
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	from, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(dir, "rtdyld"), os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(to, from)
	if err2 := to.Close(); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	users := []*syscall.Credential{nil}
	if os.Getuid() == 0 {
		users = append(users, &syscall.Credential{Uid: 65534, Gid: 65534})
	}
	for _, user := range users {
		for _, args := range [][]string{{"run", "-isolated", "peek.o"}, {"run", "-isolated", "-empty-env", "peek.o", "--", "own"}} {
			cmd := exec.Command(filepath.Join(dir, "rtdyld"), args...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "SECRET=secret")
			cmd.ExtraFiles = []*os.File{from, from, from, from, from} // 3 to 7
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: user}
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Run(); err != nil {
				t.Errorf("user %v, %q: %v\n%s", user, args, err, &out)
			}
		}
	}
}
