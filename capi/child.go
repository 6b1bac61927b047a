//go:build cgo && (linux || windows) && !rtdyld_noexecutor

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// started is an executor.
type started struct{ *remote.Executor }

func (s started) pid() int { return s.Hello().PID }

// start starts a child.
func (c *child) start() (controller, error) {
	has := func(flag C.uint32_t) bool { return c.flags&flag != 0 }
	cmd := remote.Command{Path: c.path, Args: c.args, Limits: remote.Limits{
		Memory: c.memory, CPU: c.cpu, Sandbox: has(C.RTDYLD_EXECUTOR_SANDBOX), NoWX: has(C.RTDYLD_EXECUTOR_NO_WX),
		NoNewPrivileges: has(C.RTDYLD_EXECUTOR_NO_NEW_PRIVILEGES), EmptyEnv: has(C.RTDYLD_EXECUTOR_EMPTY_ENVIRONMENT),
	}}
	if !has(C.RTDYLD_EXECUTOR_SILENT) {
		cmd.Stdout = os.Stdout
		cmd.Stderr = struct{ io.Writer }{os.Stderr} // without what its runtime writes of a crash, which is in the error
	}
	e, err := remote.Start(context.Background(), cmd)
	if err != nil {
		return nil, err
	}
	return started{e}, nil
}

// howEnded tells how an executor ended.
func howEnded(s *C.rtdyld_executor_state, err error) {
	var crash *remote.CrashError
	var exit *remote.ExitError
	switch {
	case errors.As(err, &crash):
		s.signal, s.signal_code = C.int(crash.Signal), C.int(crash.Code)
		s.pc, s.address, s.address_known = C.uint64_t(crash.PC), C.uint64_t(crash.Addr), truth(crash.AddrKnown)
	case errors.As(err, &exit):
		s.exit_status = C.int(exit.Status)
	}
}

// inExecutor classifies errors of executors.
func inExecutor(err error) (C.rtdyld_status, place, bool) {
	var crash *remote.CrashError
	var start *remote.StartError
	missing := errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission)
	switch {
	case errors.As(err, &crash):
		w := &crash.Where
		return C.RTDYLD_ERROR_CRASHED, place{object: w.Object, section: w.Section, symbol: w.Symbol, offset: w.Offset}, true
	case errors.Is(err, remote.ErrNoSandbox):
		return C.RTDYLD_ERROR_UNSUPPORTED, place{}, true
	case errors.As(err, &start) && missing:
		return C.RTDYLD_ERROR_IO, place{}, true
	case errors.Is(err, context.DeadlineExceeded) && errors.Is(err, remote.ErrEnded):
		return C.RTDYLD_ERROR_CANCELLED, place{}, true
	case errors.Is(err, remote.ErrEnded):
		return C.RTDYLD_ERROR_ENDED, place{}, true
	case errors.Is(err, remote.ErrUnmapped), errors.Is(err, abi.ErrArgs):
		return C.RTDYLD_ERROR_ARGUMENT, place{}, true
	}
	return 0, place{}, false
}
