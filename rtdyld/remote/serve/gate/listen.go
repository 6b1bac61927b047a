package gate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// ErrInsecure is matched by an *[InsecureError].
var ErrInsecure = errors.New("connection is not secured")

// InsecureError reports an address that must not be listened on without TLS: others than
// this machine can reach it.
type InsecureError struct{ Addr string }

func (e *InsecureError) Error() string {
	return fmt.Sprintf("listen on %s: not a loopback address, and no certificates", e.Addr)
}

// Is matches [ErrInsecure].
func (e *InsecureError) Is(target error) bool { return target == ErrInsecure }

// MutualTLS reads the server's certificate and key, and the authority that vouches for
// controllers, from PEM files. A controller without a certificate of that is refused.
func MutualTLS(cert, key, ca string) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, err
	}
	pem, err := os.ReadFile(ca)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s has no certificate", ca)
	}
	return &tls.Config{
		Certificates: []tls.Certificate{pair},
		ClientCAs:    pool,
		ClientAuth:   tls.RequireAndVerifyClientCert,
		MinVersion:   tls.VersionTLS13,
		NextProtos:   []string{"h2"},
	}, nil
}

// Listen listens on unix:PATH or tcp:HOST:PORT. A Unix socket is for the user that runs
// the server alone. TCP without TLS is for loopback addresses; others are an
// *[InsecureError].
func Listen(target string, config *tls.Config) (net.Listener, error) {
	network, addr, _ := strings.Cut(target, ":")
	switch {
	case network == "unix" && addr != "":
		return listenUnix(addr)
	case network != "tcp":
		return nil, fmt.Errorf("listen on %q: it must be unix:PATH or tcp:HOST:PORT", target)
	}
	if config == nil {
		// Resolved here, so that what is listened on is what was looked at.
		a, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			return nil, err
		}
		if !a.IP.IsLoopback() {
			return nil, &InsecureError{addr}
		}
		addr = a.String()
	}
	return net.Listen("tcp", addr)
}

// listenUnix makes a socket. One that a server has left that is no more is replaced.
func listenUnix(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() == os.ModeSocket {
		d := net.Dialer{Timeout: time.Second}
		conn, err := d.DialContext(context.Background(), "unix", path)
		if err == nil {
			conn.Close()
			return nil, fmt.Errorf("listen on %s: a server is there already", path)
		}
		if isRefused(err) {
			os.Remove(path)
		}
	}
	return privately(func() (net.Listener, error) { return net.Listen("unix", path) })
}
