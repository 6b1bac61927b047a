package confine

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// behind is the variable that has the test program try what Landlock is to refuse, in the
// folder that it names; restrict has it restrict itself before.
const behind, restrict = "RTDYLD_TEST_BEHIND", "RTDYLD_TEST_RESTRICT"

func TestMain(m *testing.M) {
	dir := os.Getenv(behind)
	if dir == "" {
		os.Exit(m.Run())
	}
	if os.Getenv(restrict) != "" {
		os.Unsetenv(restrict)
		runtime.LockOSThread()
		err := Landlock()
		if err == nil {
			err = unix.Exec("/proc/self/exe", os.Args, os.Environ())
		}
		fmt.Println(err)
		os.Exit(2)
	}
	// On threads that the one before did not have.
	done := make(chan bool)
	go func() {
		runtime.LockOSThread()
		attempts(dir)
		close(done)
	}()
	<-done
}

// attempts prints the error of each.
func attempts(dir string) {
	path := func(name string) string { return filepath.Join(dir, name) }
	for _, a := range []struct {
		what string
		try  func() error
	}{
		{"restricted", CheckLandlock},
		{"read", func() error { _, err := os.ReadFile(path("file")); return err }},
		{"write", func() error { return os.WriteFile(path("file"), nil, 0o666) }},
		{"create", func() error { return os.WriteFile(path("new"), nil, 0o666) }},
		{"truncate", func() error { return os.Truncate(path("file"), 1) }},
		{"mkdir", func() error { return os.Mkdir(path("folder"), 0o777) }},
		{"symlink", func() error { return os.Symlink("file", path("link")) }},
		{"rename", func() error { return os.Rename(path("file"), path("moved")) }},
		{"remove", func() error { return os.Remove(path("other")) }},
		{"bind", func() error {
			fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				return err
			}
			defer unix.Close(fd)
			return unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
		}},
		{"signal", func() error { return unix.Kill(os.Getppid(), 0) }},
		{"own signal", func() error { return unix.Kill(os.Getpid(), 0) }},
		{"execute", func() error {
			cmd := exec.Command("/proc/self/exe", "-test.list=^$")
			cmd.Env = []string{}
			cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
			return cmd.Run()
		}},
	} {
		var e syscall.Errno
		err := a.try()
		if err != nil && !errors.As(err, &e) {
			fmt.Println(a.what, err)
			continue
		}
		fmt.Println(a.what, unix.ErrnoName(e))
	}
}

// TestLandlock compares what a process can do with and without the restriction.
func TestLandlock(t *testing.T) {
	version, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, 1)
	if e != 0 {
		t.Skip("this kernel has no Landlock: ", e)
	}
	run := func(restricted bool) string {
		dir := t.TempDir()
		for _, name := range []string{"file", "other"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("/proc/self/exe")
		cmd.Env = append(os.Environ(), behind+"="+dir)
		if restricted {
			cmd.Env = append(cmd.Env, restrict+"=1")
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	refused := func(since uintptr, errno string) string {
		if version >= since {
			return errno
		}
		return ""
	}
	lines := func(s ...string) string { return strings.Join(s, "\n") + "\n" }
	if got, want := run(true), lines("restricted ", "read ", "write EACCES", "create EACCES", "truncate "+refused(3, "EACCES"),
		"mkdir EACCES", "symlink EACCES", "rename EACCES", "remove EACCES", "bind "+refused(4, "EACCES"),
		"signal "+refused(6, "EPERM"), "own signal ", "execute "); got != want {
		t.Errorf("restricted:\n%s\nwant:\n%s", got, want)
	}
	if got, want := run(false), lines("restricted "+errIgnored.Error(), "read ", "write ", "create ", "truncate ",
		"mkdir ", "symlink ", "rename ", "remove ", "bind ", "signal ", "own signal ", "execute "); got != want {
		t.Errorf("free:\n%s\nwant:\n%s", got, want)
	}
}
