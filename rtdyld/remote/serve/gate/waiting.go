package gate

import (
	"net"
	"sync"
	"time"
)

// waiting are the connections that have no session yet. Who is silent, or knows no token,
// has one of them for a time, and gives it up for others: it keeps nobody out.
type waiting struct {
	max  int           // at a time
	time time.Duration // for each

	mu   sync.Mutex
	list []*waitingConn // the oldest first
}

// waitingConn is a connection, which is in the list until it has a session.
type waitingConn struct {
	net.Conn
	of    *waiting
	peer  string
	timer *time.Timer
}

// waitingListener puts what it accepts into the list.
type waitingListener struct {
	net.Listener
	of *waiting
}

// Accept implements net.Listener.
func (l waitingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return l.of.add(conn), nil
}

// add takes a connection. If there are too many, the oldest of the peer that has most of
// them is closed.
func (w *waiting) add(conn net.Conn) *waitingConn {
	c := &waitingConn{Conn: conn, of: w, peer: peerOf(conn.RemoteAddr())}
	w.mu.Lock()
	c.timer = time.AfterFunc(w.time, func() { c.Close() })
	w.list = append(w.list, c)
	var late *waitingConn
	if len(w.list) > w.max {
		late = w.oldest()
	}
	w.mu.Unlock()
	if late != nil {
		late.Close()
	}
	return c
}

// oldest is the one to close.
func (w *waiting) oldest() *waitingConn {
	counts := map[string]int{}
	most := ""
	for _, c := range w.list {
		if counts[c.peer]++; most == "" || counts[c.peer] > counts[most] {
			most = c.peer
		}
	}
	for _, c := range w.list {
		if c.peer == most {
			return c
		}
	}
	return nil
}

// peerOf is the machine that a connection is from.
func peerOf(a net.Addr) string {
	if t, ok := a.(*net.TCPAddr); ok {
		return t.IP.String()
	}
	return a.Network()
}

// leave takes a connection from the list: it has a session, or is closed.
func (c *waitingConn) leave() {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.timer.Stop()
	for i, o := range c.of.list {
		if o == c {
			c.of.list = append(c.of.list[:i], c.of.list[i+1:]...)
			return
		}
	}
}

// Close implements net.Conn.
func (c *waitingConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// RemoteAddr implements net.Conn: by it TagConn knows the connection.
func (c *waitingConn) RemoteAddr() net.Addr { return waitingAddr{c.Conn.RemoteAddr(), c} }

// waitingAddr is the address of a connection, which it leads to.
type waitingAddr struct {
	net.Addr
	conn *waitingConn
}
