package cgroup

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// takeVariable has the test program take as many bytes of memory that it shares.
const takeVariable = "RTDYLD_CGROUP_TEST_TAKES"

func TestMain(m *testing.M) {
	if n, err := strconv.Atoi(os.Getenv(takeVariable)); err == nil {
		take(n)
	}
	os.Exit(m.Run())
}

// take waits for a byte, takes memory, says so and ends.
func take(n int) {
	os.Stdin.Read(make([]byte, 1))
	b, err := unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANON)
	if err != nil {
		os.Exit(1)
	}
	for i := 0; i < n; i += 4096 {
		b[i] = 1
	}
	os.Exit(0)
}

// must tells whether there must be a group: root on a machine that has memory in version 1, and
// can make folders there.
func must(t *testing.T) bool {
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(f) < 3 || f[1] != "memory" {
			continue
		}
		dir := filepath.Join("/sys/fs/cgroup/memory", f[2], "rtdyld-test-"+strconv.Itoa(os.Getpid()))
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Logf("no version 1: %v", err)
			return false
		}
		return os.Remove(dir) == nil
	}
	return false
}

// TestGroup: a process that shares its memory with nobody yet ends in a group where that is too
// much, is counted, and the group goes.
func TestGroup(t *testing.T) {
	const limit = 32 << 20
	for _, c := range []struct {
		takes int
		ends  syscall.Signal
	}{{limit / 2, -1}, {2 * limit, syscall.SIGKILL}} {
		g, err := Make(limit)
		if err != nil {
			if must(t) {
				t.Fatal(err)
			}
			t.Skipf("no control group: %v", err)
		}
		folders := g.folders()
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), takeVariable+"="+strconv.Itoa(c.takes))
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if err := g.Add(cmd.Process.Pid); err != nil {
			t.Error(err)
		}
		in.Close()
		cmd.Wait()
		if got := cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(); got != c.ends {
			t.Errorf("%d bytes: %v", c.takes, cmd.ProcessState)
		}
		if got := g.OutOfMemory(); got != (c.ends > 0) {
			t.Errorf("%d bytes: out of memory: %v", c.takes, got)
		}
		if d, ok := g.Time(); ok && d == 0 {
			t.Error("the process has taken no time")
		}
		if err := g.Remove(); err != nil {
			t.Error(err)
		}
		for _, dir := range folders {
			if _, err := os.Stat(dir); !os.IsNotExist(err) {
				t.Errorf("%s: %v", dir, err)
			}
		}
	}
}

// TestKill: a group that is to end has no more processes than it has.
func TestKill(t *testing.T) {
	g, err := Make(0)
	if err != nil {
		t.Skipf("no control group: %v", err)
	}
	if g.LimitsMemory() || g.OutOfMemory() {
		t.Error("a limit that nobody has set")
	}
	sh := exec.Command("/bin/sh", "-c", "read x; /bin/true; sleep 1000")
	in, err := sh.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sh.Start(); err != nil {
		g.Remove()
		t.Skip(err)
	}
	if err := g.Add(sh.Process.Pid); err != nil {
		t.Error(err)
	}
	if err := g.Remove(); err == nil {
		t.Error("a group with a process is removed")
	}
	if g.processes == "" {
		t.Log("nobody counts processes")
		sh.Process.Kill()
	}
	g.Kill()
	in.Close()
	if sh.Wait() == nil {
		t.Error("a shell goes on")
	}
	if err := g.Remove(); err != nil {
		t.Error(err)
	}
}
