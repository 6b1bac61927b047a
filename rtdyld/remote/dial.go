package remote

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
)

// Dial connects to an executor that listens, at
//
//	unix:PATH
//	tcp:HOST:PORT
//
// and says hello. TCP goes with [Config.TLS], by which both sides prove who they are;
// without it only loopback addresses are allowed, others are an *[InsecureError]. ctx is
// for the connecting alone, which may take half a minute.
func Dial(ctx context.Context, target string, cfg Config) (*Executor, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startTime, errStart)
	defer cancel()
	conn, err := dial(ctx, target, cfg.TLS)
	if err != nil {
		return nil, err
	}
	e, err := newExecutor(conn, cfg)
	if err != nil {
		return nil, err
	}
	go e.watchLink()
	if err := e.sayHello(ctx); err != nil {
		e.stop(&EndedError{Why: "it was not connected in time", Cause: ended(ctx)})
		<-e.done
		return nil, fmt.Errorf("remote: dial %s: %w", target, err)
	}
	s, err := newRemoteStreams(e)
	if err != nil {
		e.stop(&EndedError{Why: "it was not connected", Cause: err})
		<-e.done
		return nil, fmt.Errorf("remote: dial %s: %w", target, err)
	}
	e.stdio = s
	return e, nil
}

// dial makes the connection.
func dial(ctx context.Context, target string, config *tls.Config) (net.Conn, error) {
	network, addr, _ := strings.Cut(target, ":")
	switch network {
	case "unix":
		return new(net.Dialer).DialContext(ctx, "unix", addr)
	case "tcp":
	default:
		return nil, fmt.Errorf("remote: dial %q: a target is unix:PATH or tcp:HOST:PORT", target)
	}
	if config != nil {
		if len(config.Certificates) == 0 && config.GetClientCertificate == nil {
			return nil, &InsecureError{target, "TLS without a certificate of this side"}
		}
		if config.InsecureSkipVerify && config.VerifyConnection == nil && config.VerifyPeerCertificate == nil {
			return nil, &InsecureError{target, "TLS that accepts any executor"}
		}
		config = config.Clone()
		config.NextProtos = []string{"h2"}
		config.MinVersion = max(config.MinVersion, tls.VersionTLS12)
		d := &tls.Dialer{Config: config}
		return d.DialContext(ctx, "tcp", addr)
	}
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	// What was reached counts, not what its name looks like.
	if a, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		conn.Close()
		return nil, &InsecureError{target, "TCP without TLS to an address that is not of this machine"}
	}
	return conn, nil
}

// watchLink waits for the end of a connection to an executor that is no child.
func (e *Executor) watchLink() {
	<-e.link.broken
	e.finish(&EndedError{Why: "the connection was lost", Cause: e.link.err})
}
