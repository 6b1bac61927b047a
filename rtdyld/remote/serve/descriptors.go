package serve

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

const (
	// maxPassed is how many descriptors may wait for their Reserve or MapImage.
	maxPassed = 64
	// passTime is how long these wait for a descriptor: both are on their way on
	// sockets of one machine.
	passTime = 10 * time.Second
)

// passed holds descriptors from when they come on their socket until they are asked for,
// each once.
type passed struct {
	mu     sync.Mutex
	files  map[uint64]*os.File
	change chan struct{} // closed when a file comes
	closed bool
}

func (p *passed) init() { p.files, p.change = map[uint64]*os.File{}, make(chan struct{}) }

// errPassed says that a descriptor cannot be held.
var errPassed = errors.New("number in use, or too many descriptors that nobody asks for")

// add takes a descriptor. If it cannot hold it, it closes it.
func (p *passed) add(number uint64, f *os.File) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || number == 0 || p.files[number] != nil || len(p.files) >= maxPassed {
		f.Close()
		return errPassed
	}
	p.files[number] = f
	close(p.change)
	p.change = make(chan struct{})
	return nil
}

// take waits for a descriptor, which is the caller's to close.
func (p *passed) take(ctx context.Context, number uint64) (*os.File, error) {
	late := time.NewTimer(passTime)
	defer late.Stop()
	for {
		p.mu.Lock()
		f, change := p.files[number], p.change
		delete(p.files, number)
		p.mu.Unlock()
		if f != nil {
			return f, nil
		}
		select {
		case <-change:
		case <-ctx.Done():
			return nil, explain(context.Cause(ctx))
		case <-late.C:
			return nil, fail(codes.InvalidArgument, wire.ErrorDetail_REASON_UNKNOWN_ID, "no descriptor %d was passed", number)
		}
	}
}

// close closes what nobody has asked for.
func (p *passed) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, f := range p.files {
		f.Close()
	}
	clear(p.files)
}
