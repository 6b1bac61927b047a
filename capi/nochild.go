//go:build cgo && (linux || windows) && rtdyld_noexecutor

package main

// #include "bridge.h"
import "C"

// start refuses to start a child: this library has no executors, and is much smaller.
func (c *child) start() (controller, error) {
	return nil, failure(C.RTDYLD_ERROR_UNSUPPORTED, "this library was built without executors (-tags rtdyld_noexecutor)")
}

func howEnded(*C.rtdyld_executor_state, error) {}

func inExecutor(error) (C.rtdyld_status, place, bool) { return 0, place{}, false }
