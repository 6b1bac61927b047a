//go:build linux || darwin

package gate

import (
	"io"
	"net"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
)

// ServeDescriptors takes connections that pass memory to sessions, until the listener is
// closed. A connection begins with the session's instance; what comes then is passed on
// to its process.
func (s *Server) ServeDescriptors(l *net.UnixListener) error {
	for {
		conn, err := l.AcceptUnix()
		if err != nil {
			return err
		}
		go func() {
			defer conn.Close()
			if err := s.passOn(conn); err != nil {
				s.cfg.Logger.Warn("descriptors", "error", err)
			}
		}()
	}
}

// passOn passes descriptors to a process until there are no more, or it has ended.
func (s *Server) passOn(conn *net.UnixConn) error {
	var name [instanceSize]byte
	conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.ReadFull(conn, name[:]); err != nil {
		return err
	}
	conn.SetReadDeadline(time.Time{})
	s.mu.Lock()
	x := s.sessions[string(name[:])]
	s.mu.Unlock()
	if x == nil {
		return errUnknown
	}
	if _, err := x.client(); err != nil { // which has its process from here on
		return err
	}
	if x.proc.ties.Pass == nil {
		return errUnknown
	}
	if !x.proc.passMu.TryLock() {
		return errSecond
	}
	defer x.proc.passMu.Unlock()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-x.done:
			conn.Close()
		case <-stop:
		}
	}()
	for {
		number, f, err := serve.RecvDescriptor(conn)
		if err != nil {
			return nil // its end
		}
		err = serve.SendDescriptor(x.proc.ties.Pass, number, f)
		f.Close()
		if err != nil {
			return err
		}
	}
}
