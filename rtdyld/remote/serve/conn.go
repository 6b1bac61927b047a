package serve

import (
	"net"
	"sync"
)

// oneConn is a listener that gives one connection and tells when that is closed.
type oneConn struct {
	conns  chan net.Conn
	addr   net.Addr
	closed chan struct{} // the connection is
	ended  chan struct{} // the listener is
	once   sync.Once
}

func newOneConn(c net.Conn) *oneConn {
	l := &oneConn{conns: make(chan net.Conn, 1), addr: c.LocalAddr(), closed: make(chan struct{}), ended: make(chan struct{})}
	l.conns <- &watched{Conn: c, closed: l.closed}
	return l
}

// Accept implements net.Listener.
func (l *oneConn) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.ended:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *oneConn) Close() error {
	l.once.Do(func() { close(l.ended) })
	return nil
}

// Addr implements net.Listener.
func (l *oneConn) Addr() net.Addr { return l.addr }

// watched is a connection that tells when it is closed.
type watched struct {
	net.Conn
	once   sync.Once
	closed chan struct{}
}

// Close implements net.Conn.
func (w *watched) Close() error {
	err := w.Conn.Close()
	w.once.Do(func() { close(w.closed) })
	return err
}
