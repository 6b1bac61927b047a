//go:build cgo && (linux || windows)

package main

// #include "bridge.h"
import "C"

import (
	"context"
	"sync"
	"time"
)

// cancels ends calls for a linker or an engine.
type cancels struct {
	timeout time.Duration // of each call; 0: none

	mu   sync.Mutex
	ctx  context.Context // of the calls that are under way
	stop context.CancelFunc
}

// milliseconds is a number of milliseconds as a duration, which has less room.
func milliseconds(n int64) time.Duration {
	const most = int64(1<<63-1) / int64(time.Millisecond)
	return time.Duration(min(n, most)) * time.Millisecond
}

// cancellable has calls end by cancel and after a number of milliseconds, if that is not 0.
func (s *session) cancellable(timeout int64) {
	c := &cancels{timeout: milliseconds(timeout)}
	c.ctx, c.stop = context.WithCancel(context.Background())
	s.cancels = c
}

// cancel ends all calls that are under way.
func (s *session) cancel() error {
	c := s.cancels
	if c == nil {
		return failure(C.RTDYLD_ERROR_ARGUMENT, "it was made without RTDYLD_CANCELLABLE")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
	c.ctx, c.stop = context.WithCancel(context.Background())
	return nil
}

// context is that of a call, which calls end when it returns.
func (s *session) context() (ctx context.Context, end context.CancelFunc) {
	c := s.cancels
	if c == nil {
		return context.Background(), func() {}
	}
	c.mu.Lock()
	ctx = c.ctx
	c.mu.Unlock()
	if c.timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.timeout)
}

// during makes a call.
func (s *session) during(f func(ctx context.Context) error) error {
	ctx, end := s.context()
	defer end()
	return f(ctx)
}

//export rtdyldx_linker_cancel
func rtdyldx_linker_cancel(l *C.rtdyld_linker, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&l), aLinker, e, func(v *linker) error { return v.cancel() })
}

//export rtdyldx_engine_cancel
func rtdyldx_engine_cancel(en *C.rtdyld_engine, e **C.rtdyld_error) C.rtdyld_status {
	return call(handleAt(&en), anEngine, e, func(v *modules) error { return v.cancel() })
}
