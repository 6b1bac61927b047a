package host

import "github.com/go-rtdyld/rtdyld/rtdyld/internal/callbacks"

// thunks are what the guest calls.
func (*guest) thunks() *callbacks.Pool { return &callbacks.Native }
