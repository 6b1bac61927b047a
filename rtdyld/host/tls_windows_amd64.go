package host

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// noThreads is the [rtdyld.TLSProvider] of a system that gives room for thread-locals
// to the modules that it loads itself, and to nobody else: the array of blocks that
// code looks in is its loader's, for threads that there are and for those to come.
type noThreads struct{}

// Define refuses with a *TLSError that matches rtdyld.ErrTLS and ErrSystem.
func (noThreads) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	return nil, &TLSError{Object: req.Object, Size: req.Size, Align: req.Align,
		Err: systemError("only modules that the system loads have them; -femulated-tls makes others")}
}
