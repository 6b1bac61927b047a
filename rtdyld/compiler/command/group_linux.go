package command

import (
	"context"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// runGroup runs cmd as the leader of a process group of its own and ends the group: when
// ctx ends, or when the leader does. The leader stays a zombie until the group is killed,
// so that its number cannot be another's by then. The leader dies with the thread that
// started it, which therefore stays.
func runGroup(ctx context.Context, cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return err
	}
	pid := cmd.Process.Pid
	kill := func() { syscall.Kill(-pid, syscall.SIGKILL) }
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		kill()
		close(killed)
	})
	var info unix.Siginfo
	for unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	if !stop() {
		<-killed
	}
	kill()
	return cmd.Wait()
}
