package command

import (
	"context"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// runGroup runs cmd in a job of its own and ends all of the job: when ctx ends, or when
// the command does. A process that the command starts before it is in the job, which is
// at once, would be left.
func runGroup(ctx context.Context, cmd *exec.Cmd) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(job)
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	cmd.Process.WithHandle(func(h uintptr) { err = windows.AssignProcessToJobObject(job, windows.Handle(h)) })
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return err
	}
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		windows.TerminateJobObject(job, 1)
		close(killed)
	})
	err = cmd.Wait()
	if !stop() {
		<-killed
	}
	windows.TerminateJobObject(job, 1)
	return err
}
