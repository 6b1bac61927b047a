package serve

import (
	"sync"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// activity counts the requests that are at work.
type activity struct {
	mu       sync.Mutex
	n        int
	draining bool
	quiet    chan struct{} // closed when the server drains and nothing is at work
}

// begin counts a request, or refuses it.
func (a *activity) begin() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.count(!a.draining)
}

// goOn counts a request that belongs to one that is at work.
func (a *activity) goOn() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.count(!a.draining || a.n > 0)
}

func (a *activity) count(ok bool) error {
	if !ok {
		return fail(codes.Unavailable, wire.ErrorDetail_REASON_UNSPECIFIED, "the executor drains")
	}
	a.n++
	return nil
}

func (a *activity) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.n--; a.draining && a.n == 0 {
		close(a.quiet)
	}
}

func (a *activity) drain() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.draining && a.n == 0 {
		close(a.quiet)
	}
	a.draining = true
}

// Drain has the health service say that the server does not serve, and new requests be
// answered by codes.Unavailable. Requests at work go on; when they are done, ServeConn
// ends the connection and returns.
func (s *Server) Drain() {
	s.health.Shutdown()
	s.active.drain()
}
