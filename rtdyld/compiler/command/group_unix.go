//go:build unix && !linux

package command

import (
	"context"
	"os/exec"
	"syscall"
)

// runGroup runs cmd as the leader of a process group of its own and ends the group: when
// ctx ends, or when the leader does.
func runGroup(ctx context.Context, cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	kill := func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		kill()
		close(killed)
	})
	err := cmd.Wait()
	if !stop() {
		<-killed
	}
	kill() // the number is a group's as long as that has members
	return err
}
