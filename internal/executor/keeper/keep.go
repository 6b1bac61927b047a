//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package keeper

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/cgroup"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/confine"
)

// An executor that was given -fd is two processes. The keeper starts the other, in which
// loaded code runs, in a session of its own, and inherits all processes whose parents end
// (PR_SET_CHILD_SUBREAPER). When the other one has ended, or the pipe of -life has, it kills
// whatever is left, and ends as the other one did.
type keeper struct {
	first int                          // the other process
	share atomic.Uint64                // bytes that the executor itself may have; 0: not known yet
	group atomic.Pointer[cgroup.Group] // of all but this process; nil: none, or not yet
	asked chan struct{}                // closed when there will be no group any more
	said  sync.Once                    // that there was too little memory

	mu   sync.Mutex // held where children are waited for and signalled: a number stays theirs
	over bool       // first has ended
	how  unix.WaitStatus
}

// Keep is the keeper. ok is false if there can be none, under an emulator for one: then
// this process is the executor.
func (o *Options) Keep() (status int, ok bool) {
	if tried {
		return 0, false
	}
	self, err := Self()
	if err == nil {
		_, err = unix.FcntlInt(uintptr(o.FD), unix.F_GETFD, 0) // or it is an error, of which session tells
	}
	if err != nil {
		return 0, false
	}
	runtime.LockOSThread() // whose end is that of the other process
	defer runtime.UnlockOSThread()
	if o.OwnDescriptors() != nil || unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return 0, false
	}
	unseen()
	k := &keeper{asked: make(chan struct{})}
	share, err := k.start(o, self)
	if err != nil {
		return 0, false
	}
	// What a terminal or the system sends is not for the keeper. The other process begins meanwhile: it runs loaded code after the answer.
	signal.Ignore(ending...)
	signal.Notify(make(chan os.Signal, 1), throwing...)
	terminate := make(chan os.Signal, 1)
	signal.Notify(terminate, unix.SIGTERM)
	go k.answer(share, o)
	for _, fd := range []int{o.FD, o.Pass, o.Crash} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	go func() {
		for range terminate {
			k.signal(unix.SIGTERM)
		}
	}()
	if o.Life >= 0 {
		go func() {
			waitForEnd(o.Life)
			k.signal(unix.SIGKILL)
		}()
	}
	if o.Limits.Memory > 0 || o.Limits.CPU > 0 {
		go k.watch(o.Limits)
	}
	status = k.wait()
	_ = unix.Shutdown(share, unix.SHUT_RDWR) // if a process that cannot be killed has the other end
	<-k.asked
	k.removeGroup(o.Limits)
	if k.how.Signaled() {
		dieBy(k.how.Signal())
	}
	return status, true
}

// Signals that end or stop a program of Go's, which passes over others: ending are those that it can ignore, which costs two system calls, where to
// be told has threads of the runtime wait for each other; throwing are those that it passes over if it is told of them, when
// processes send them, and dies of otherwise.
var (
	ending = []os.Signal{
		unix.SIGHUP, unix.SIGINT, unix.SIGQUIT, unix.SIGABRT, unix.SIGPIPE, unix.SIGTSTP, unix.SIGTTIN, unix.SIGTTOU,
	}
	throwing = []os.Signal{
		unix.SIGILL, unix.SIGTRAP, unix.SIGBUS, unix.SIGFPE, unix.SIGSEGV, unix.SIGSTKFLT, unix.SIGSYS,
	}
)

// start starts the other process. share is this one's end of the connection of -share.
func (k *keeper) start(o *Options, self string) (share int, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	k.first, err = o.startKept(self, pair[1])
	unix.Close(pair[1])
	if err != nil {
		unix.Close(pair[0])
		return -1, err
	}
	return pair[0], nil
}

// startKept starts the other process: with the same arguments, and nothing open but what
// these name and the connection of -share.
func (o *Options) startKept(self string, share int) (pid int, err error) {
	files := []uintptr{0, 1, 2}
	for _, fd := range []int{o.FD, o.Pass, o.Crash} {
		for fd >= len(files) {
			files = append(files, ^uintptr(0))
		}
		if fd >= 0 {
			files[fd] = uintptr(fd)
		}
	}
	own := []string{"-kept", "-share", strconv.Itoa(len(files))}
	files = append(files, uintptr(share))
	env := os.Environ()
	if o.EmptyEnv {
		env = []string{}
	}
	return syscall.ForkExec(self, slices.Concat(os.Args[:1], o.Before, own, o.Args), &syscall.ProcAttr{
		Env: env, Files: files,
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	})
}

// unseen hides this process and its parents from the other one, which could read
// memory and environments of what runs for the same user: this one is not dumpable, and the
// other one never gets the rights, which root has by default, that make no difference of that
// (ptrace(2), and perfmon_capable in Linux's may_access_mm).
func unseen() {
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	for _, right := range []uintptr{unix.CAP_SYS_PTRACE, unix.CAP_PERFMON, unix.CAP_SYS_ADMIN} {
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, right, 0, 0, 0) // who is not root has none to give
	}
}

// OwnDescriptors closes what this process has inherited but was not given: of what Go opens
// itself nothing is inherited. What it was given, programs that it executes do not get.
func (o *Options) OwnDescriptors() error {
	ours := []int{o.FD, o.Pass, o.Crash, o.Life, o.Share}
	d, err := os.Open("/proc/self/fd")
	if err != nil {
		return err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, name := range names {
		fd, err := strconv.Atoi(name)
		if err != nil || fd < 3 {
			continue
		}
		if slices.Contains(ours, fd) {
			unix.CloseOnExec(fd)
		} else if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			_ = unix.Close(fd)
		}
	}
	return nil
}

// waitForEnd returns when the other end of a pipe is closed.
func waitForEnd(fd int) {
	for b := make([]byte, 1); ; {
		n, err := unix.Read(fd, b)
		if n == 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// WatchLife ends this process with a pipe. A keeper does that for all processes.
func (o *Options) WatchLife() {
	if o.Life >= 0 && !o.Kept {
		go func() {
			waitForEnd(o.Life)
			unix.Kill(os.Getpid(), unix.SIGKILL)
		}()
	}
}

// signal sends a signal to the other process, if it lives.
func (k *keeper) signal(sig unix.Signal) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.over {
		_ = unix.Kill(k.first, sig)
	}
}

// wait waits for all processes, and kills those that the first has left. It returns the status
// of the first.
func (k *keeper) wait() int {
	for !k.over {
		err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != nil && !errors.Is(err, unix.EINTR) {
			break // which cannot be: first is not waited for yet
		}
		k.reap()
	}
	k.killRest()
	return k.how.ExitStatus()
}

// killRest kills all processes that there are, and waits for their ends.
func (k *keeper) killRest() {
	for pause := time.Duration(0); k.reap() && k.killChildren(); pause = min(pause+100*time.Microsecond, 5*time.Millisecond) {
		time.Sleep(pause)
	}
}

// Adopt has this process, which starts executors, inherit what loaded code leaves behind if it kills the keeper: it
// may, as it runs for the same user. After the executors have ended, end kills that. A process that has children
// already could inherit theirs: it is left as it is.
func Adopt() (end func()) {
	if len(children("self")) > 0 || unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return func() {}
	}
	return new(keeper).killRest
}

// reap takes those that have ended. It reports whether there are others.
func (k *keeper) reap() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for {
		var ws unix.WaitStatus
		pid, err := unix.Wait4(-1, &ws, unix.WNOHANG, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return false
		case pid == 0:
			return true
		case pid == k.first:
			k.over, k.how = true, ws
		}
	}
}

// killChildren kills the children that there are; theirs become children when they are
// gone. It reports whether that did anything: a program with rights of its own may not be
// killed.
func (k *keeper) killChildren() (done bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if g := k.group.Load(); g != nil {
		g.Kill()
	}
	for _, pid := range children("self") {
		if unix.Kill(pid, unix.SIGKILL) == nil {
			done = true
		}
	}
	return done
}

// children lists the children of a process; "self" is this one.
func children(of string) (pids []int) {
	tasks, _ := os.ReadDir("/proc/" + of + "/task")
	for _, task := range tasks {
		text, err := os.ReadFile("/proc/" + of + "/task/" + task.Name() + "/children")
		if err != nil && of == "self" {
			return childrenByParent()
		}
		for s := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(s); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// childrenByParent is that for kernels that do not list children.
func childrenByParent() (pids []int) {
	all, _ := os.ReadDir("/proc")
	for _, p := range all {
		pid, err := strconv.Atoi(p.Name())
		if err != nil {
			continue
		}
		text, _ := os.ReadFile("/proc/" + p.Name() + "/stat")
		// Behind the name: state, parent (proc(5)).
		f := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(f) > 1 && f[1] == strconv.Itoa(os.Getpid()) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// dieBy ends this process by a signal, without a core file: there is one already.
func dieBy(sig unix.Signal) {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	_ = confine.DefaultAction(sig)
	for {
		_ = unix.Kill(os.Getpid(), sig)
		time.Sleep(10 * time.Millisecond)
		sig = unix.SIGKILL // if that one does not end processes
	}
}
