package remote

import (
	"io"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// remoteStreams carries the standard streams of an executor that is no child, in one call
// that lasts as long as the session: its end tells of the executor's, too.
type remoteStreams struct {
	e      *Executor
	stream wire.Executor_StdioClient
	done   chan struct{} // closed when nothing more comes

	mu   sync.Mutex
	come sync.Cond // more has come, or done
	got  [2]uint64 // bytes of stdout and stderr that were passed on
	over bool
}

// newRemoteStreams begins the call.
func newRemoteStreams(e *Executor) (*remoteStreams, error) {
	s := &remoteStreams{e: e, done: make(chan struct{})}
	s.come.L = &s.mu
	var err error
	if s.stream, err = e.client.Stdio(e.ctx); err == nil {
		err = s.stream.Send(&wire.StdioInput{Instance: e.hello.Instance, Eof: e.cfg.Stdin == nil})
	}
	if err != nil && err != io.EOF { // which says that the answer is there: copy sees it
		return nil, e.explain("stdio", err)
	}
	go s.copy()
	if e.cfg.Stdin != nil {
		go s.read(guardReader(e.cfg.Stdin, e.cfg.Logger))
	}
	return s, nil
}

// copy passes on what comes, and reports the executor's end.
func (s *remoteStreams) copy() {
	cfg := &s.e.cfg
	to := [2]io.Writer{guardWriter(0, cfg.Stdout, cfg.Logger), guardWriter(1, cfg.Stderr, cfg.Logger)}
	for {
		r, err := s.stream.Recv()
		if err != nil {
			s.mu.Lock()
			s.over = true
			s.come.Broadcast()
			s.mu.Unlock()
			close(s.done)
			if st, _ := status.FromError(err); detailOf(st).GetReason() == wire.ErrorDetail_REASON_ENDED {
				s.e.finish(s.e.ended(detailOf(st).GetEnd()))
			} else if st.Code() == codes.Unimplemented {
				note(cfg.Logger, slog.LevelDebug, "executor has no standard streams", "instance", s.e.hello.Instance)
			}
			return
		}
		for i, data := range [2][]byte{r.Stdout, r.Stderr} {
			if to[i] != nil && len(data) > 0 {
				if _, err := to[i].Write(data); err != nil {
					to[i] = nil // the executor goes on
				}
			}
		}
		s.mu.Lock()
		s.got[0] += uint64(len(r.Stdout))
		s.got[1] += uint64(len(r.Stderr))
		s.come.Broadcast()
		s.mu.Unlock()
	}
}

// read sends what comes of Stdin.
func (s *remoteStreams) read(from io.Reader) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		failed := s.stream.Send(&wire.StdioInput{Stdin: buf[:n], Eof: err != nil})
		if err != nil || failed != nil {
			return
		}
	}
}

// settle implements streams: as much as the executor says it has written has come.
func (s *remoteStreams) settle(w *wire.Written) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for w != nil && !s.over && (s.got[0] < w.Stdout || s.got[1] < w.Stderr) {
		s.come.Wait()
	}
}

// end implements streams: the executor has ended, and its last output is on its way.
func (s *remoteStreams) end() {
	t := time.NewTimer(graceTime)
	defer t.Stop()
	select {
	case <-s.done:
	case <-t.C:
	}
}
