package objfmt_test

import (
	"errors"
	"os"
	osexec "os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// toOpen names the file that a test binary opens for TestOpenCalls.
const toOpen = "RTDYLD_TEST_OPEN"

// TestOpenCalls: strace sees four calls for a file, mapped or read, of which none is for what an os.File would want to know.
func TestOpenCalls(t *testing.T) {
	if path := os.Getenv(toOpen); path != "" {
		b, err := openers()[os.Getenv(toOpen+"_BY")](path)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Bytes()) != 20000 {
			t.Fatalf("%d bytes", len(b.Bytes()))
		}
		return
	}
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "strace")
	for by, want := range map[string][]string{"OpenBuffer": {"openat", "fstat", "mmap", "close"}, "Opener": {"openat", "fstat", "preadv2", "close"}} {
		t.Run(by, func(t *testing.T) { openCalls(t, by, want) })
	}
}

// openCalls compares the system calls for a file with those that are wanted.
func openCalls(t *testing.T, by string, want []string) {
	path := write(t, strings.Repeat("page", 5000))
	log := filepath.Join(t.TempDir(), "log")
	cmd := osexec.Command("strace", "-f", "-o", log, "-P", path, os.Args[0], "-test.run", "^TestOpenCalls$")
	cmd.Env = append(os.Environ(), toOpen+"="+path, toOpen+"_BY="+by)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	for _, m := range regexp.MustCompile(`(?m)^\d+ +(\w+)\(`).FindAllStringSubmatch(string(lines), -1) {
		calls = append(calls, m[1])
	}
	if i := slices.Index(calls, "preadv2"); i >= 0 && !strings.Contains(string(lines), ", RWF_NOWAIT) = 20000") { // the file system cannot
		calls = slices.DeleteFunc(calls, func(c string) bool { return c == "read" })
	}
	if !slices.Equal(calls, want) {
		t.Errorf("calls %q, want %q:\n%s", calls, want, lines)
	}
}

// openers are both ways to open a file.
func openers() map[string]func(string) (*objfmt.ObjectBuffer, error) {
	return map[string]func(string) (*objfmt.ObjectBuffer, error){"OpenBuffer": objfmt.OpenBuffer, "Opener": new(objfmt.Opener).Open}
}

// TestOpenIrregular: what is no regular file is told so, and nothing waits: a pipe without a writer, a socket, which
// cannot be opened, and a device that nobody but root may read.
func TestOpenIrregular(t *testing.T) {
	dir := t.TempDir()
	pipe, socket := filepath.Join(dir, "pipe"), filepath.Join(dir, "socket")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if err := unix.Bind(fd, &unix.SockaddrUnix{Name: socket}); err != nil {
		t.Skip(err) // the path is too long for sockets
	}
	for _, path := range []string{pipe, socket, dir, "/dev/null", "/dev/tty", "/dev/mem"} {
		if _, err := os.Lstat(path); err != nil {
			continue // not every machine has /dev/mem
		}
		for by, open := range openers() {
			if _, err := open(path); err == nil || err.Error() != path+": not a regular file" {
				t.Errorf("%s, %s: %v", by, path, err)
			}
		}
	}
	for path, want := range map[string]error{filepath.Join(dir, "none"): os.ErrNotExist, filepath.Join(dir, "socket", "x"): unix.ENOTDIR, "": unix.ENOENT, "a\x00b": unix.EINVAL} {
		for by, open := range openers() {
			_, err := open(path)
			var e *os.PathError
			if !errors.As(err, &e) || e.Op != "open" || e.Path != path || !errors.Is(err, want) {
				t.Errorf("%s, %q: %v, want %v", by, path, err, want)
			}
		}
	}
}

// TestOpenGrowing: a file that grows is as long as it was when it was opened, and one of the kernel's, whose size is
// 0 until it is read, is empty.
func TestOpenGrowing(t *testing.T) {
	path := write(t, "four")
	b, err := objfmt.OpenBuffer(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(" and more"); err != nil || string(b.Bytes()) != "four" {
		t.Errorf("%q, %v", b.Bytes(), err)
	}
	k, err := objfmt.OpenBuffer("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	if len(k.Bytes()) != 0 {
		t.Errorf("/proc/self/status: %d bytes", len(k.Bytes()))
	}
}

// TestOpenCold: of a file that the kernel has no longer in memory, or in part, all is read.
func TestOpenCold(t *testing.T) {
	var text strings.Builder
	for i := range 20000 {
		text.WriteString(strconv.Itoa(i))
	}
	for _, kept := range []int64{0, 8192, 1 << 20} {
		path := write(t, text.String())
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			t.Fatal(err)
		}
		if err := unix.Fadvise(int(f.Fd()), kept, 0, unix.FADV_DONTNEED); err != nil {
			t.Fatal(err)
		}
		f.Close()
		b, err := new(objfmt.Opener).Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(b.Bytes()) != text.String() {
			t.Errorf("%d bytes in memory: others are read", kept)
		}
		b.Close()
	}
}

// TestOpenLeased: a file that a process has a lease on, which it gives up when it is told to, opens.
func TestOpenLeased(t *testing.T) {
	path := write(t, "leased")
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_WRLCK); err != nil {
		t.Skipf("no leases here: %v", err)
	}
	told := make(chan os.Signal, 1)
	signal.Notify(told, unix.SIGIO)
	defer signal.Stop(told)
	given := make(chan error, 1)
	go func() {
		<-told
		_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
		given <- err
	}()
	b, err := objfmt.OpenBuffer(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := <-given; err != nil || string(b.Bytes()) != "leased" {
		t.Errorf("%q, %v", b.Bytes(), err)
	}
}
