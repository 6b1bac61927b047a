//go:build linux && amd64

package object_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// mapThis has the test's program map the image that its argument names so many times.
const mapThis = "RTDYLD_MAP_THIS"

// linkThese names a folder and how many of its files the test's program links, in place of tests.
const linkThese = "RTDYLD_LINK_THESE"

func TestMain(m *testing.M) {
	for variable, do := range map[string]func(string, int) error{linkThese: linkFiles, mapThis: mapFile} {
		if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
			if err := do(os.Args[1], n); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// linkFiles opens and links the first files of a folder.
func linkFiles(dir string, n int) error {
	var bufs []*objfmt.ObjectBuffer
	var files objfmt.Opener
	for i := range n {
		buf, err := files.Open(filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			return err
		}
		bufs = append(bufs, buf)
	}
	_, done, err := object.Link(context.Background(), bufs)
	if err != nil {
		return err
	}
	return done()
}

// TestSystemCalls: a file more costs a link the system calls that open and read it, and no others.
func TestSystemCalls(t *testing.T) {
	dir := t.TempDir()
	const few, many = 20, 320
	for i := range many {
		f := &objgen.ELF{Is64: true, Machine: 62}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 64), Align: 16})
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("f", i), Type: 2, Bind: 1, Section: text})
		if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(i)), f.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	counted := map[int]map[string]int{}
	for _, n := range []int{few, many} {
		calls, err := traced(dir, linkThese, n)
		if err != nil && citest.CI() {
			t.Fatal(err)
		}
		if err != nil {
			t.Skip(err)
		}
		counted[n] = calls
	}
	sum := 0.0
	for _, name := range slices.Sorted(maps.Keys(counted[many])) {
		each := float64(counted[many][name]-counted[few][name]) / (many - few)
		if t.Logf("%s: %d for %d files, %d for %d: %.2f a file", name, counted[few][name], few, counted[many][name], many, each); each > 0 {
			sum += each
		}
	}
	if sum < 3 {
		t.Errorf("%.2f system calls a file: it cannot be so few", sum)
	}
	if sum > mostCalls {
		t.Errorf("%.2f system calls a file, want %v at most", sum, mostCalls)
	}
}

// mostCalls are those that open, look at, read and close a file.
const mostCalls = 4.1

// names are the calls that are counted: of files and memory. Those by which Go's scheduler waits and wakes depend on what else the machine does.
var names = map[uint64]string{
	unix.SYS_READ: "read", unix.SYS_PREAD64: "pread", unix.SYS_OPEN: "open", unix.SYS_OPENAT: "openat", unix.SYS_CLOSE: "close", unix.SYS_STAT: "stat", unix.SYS_LSTAT: "lstat",
	unix.SYS_FSTAT: "fstat", unix.SYS_NEWFSTATAT: "newfstatat", unix.SYS_STATX: "statx", unix.SYS_LSEEK: "lseek", unix.SYS_MMAP: "mmap", unix.SYS_MUNMAP: "munmap", unix.SYS_MPROTECT: "mprotect",
	unix.SYS_FCNTL: "fcntl", unix.SYS_EPOLL_CTL: "epoll_ctl", unix.SYS_IOCTL: "ioctl", unix.SYS_FADVISE64: "fadvise", unix.SYS_WRITE: "write",
}

// traced counts the system calls of this program while it does what a variable says, so often, by name. The error says that processes cannot be traced here.
func traced(argument, variable string, n int) (map[string]int, error) {
	runtime.LockOSThread() // which alone may trace
	defer runtime.UnlockOSThread()
	cmd := exec.Command(os.Args[0], argument)
	cmd.Env = append(os.Environ(), variable+"="+strconv.Itoa(n), "GOGC=off")
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var status unix.WaitStatus
	if _, err := unix.Wait4(cmd.Process.Pid, &status, unix.WALL, nil); err != nil {
		return nil, err
	}
	options := unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(cmd.Process.Pid, options); err != nil {
		return nil, err
	}
	counted, inside := map[string]int{}, map[int]bool{}
	if err := unix.PtraceSyscall(cmd.Process.Pid, 0); err != nil {
		return nil, err
	}
	for {
		pid, err := unix.Wait4(-1, &status, unix.WALL, nil)
		if err != nil {
			return nil, err
		}
		signal := 0
		switch {
		case status.Exited() || status.Signaled():
			if pid != cmd.Process.Pid {
				continue
			}
			if status.ExitStatus() != 0 {
				return nil, fmt.Errorf("the program ended with %v", status)
			}
			return counted, nil
		case status.StopSignal() == unix.SIGTRAP|0x80:
			if inside[pid] = !inside[pid]; inside[pid] {
				var regs unix.PtraceRegs
				if err := unix.PtraceGetRegs(pid, &regs); err == nil && names[regs.Orig_rax] != "" {
					counted[names[regs.Orig_rax]]++
				}
			}
		case status.StopSignal() == unix.SIGTRAP, status.StopSignal() == unix.SIGSTOP:
		default:
			signal = int(status.StopSignal())
		}
		_ = unix.PtraceSyscall(pid, signal) // a thread may be gone
	}
}
