package remote

import (
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// AtOnce makes a call without gRPC. It reports false if it was not made; what takes long is asked for by gRPC.
func (e *Executor) AtOnce(addr uint64, sig abi.Signature, args ...uint64) (uint64, bool, error) {
	r, outcome := e.callAtOnce(addr, sig, wire.Convention_CONVENTION_NATIVE, args)
	if outcome != door.Begun {
		return r, outcome == door.Answered, nil
	}
	r, err := e.request(e.ctx, &wire.CallRequest{Instance: e.hello.Instance, Begun: true})
	return r, true, err
}
