//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package executor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/gate"
)

// passSuffix follows the path of a Unix socket in that of the socket for descriptors.
const passSuffix = ".pass"

// listen waits for controllers until SIGTERM or SIGINT, and then for the end of sessions.
func listen(o *options, before []string, stdout, stderr io.Writer) error {
	opts := gate.Config{Args: append(before[:len(before):len(before)], o.session()...), MaxSessions: o.Sessions}
	if o.EmptyEnv {
		opts.Env = []string{}
	}
	if o.Verbose {
		opts.Logger = slog.New(slog.NewTextHandler(stderr, nil))
	}
	_, err := token(o.TokenFile)
	if err != nil {
		return err
	}
	if o.TokenFile != "" {
		opts.Token = func() (string, error) { return token(o.TokenFile) } // as each session
	}
	if opts.Path, err = keeper.Self(); err != nil {
		return err
	}
	if o.Cert != "" {
		if opts.TLS, err = gate.MutualTLS(o.Cert, o.Key, o.CA); err != nil {
			return err
		}
	}
	l, err := gate.Listen(o.Listen, opts.TLS)
	if err != nil {
		return err
	}
	var descriptors net.Listener
	if path, ok := strings.CutPrefix(o.Listen, "unix:"); ok {
		opts.Descriptors = path + passSuffix
		if descriptors, err = gate.Listen("unix:"+opts.Descriptors, nil); err != nil {
			return errors.Join(err, l.Close())
		}
		defer descriptors.Close()
	}
	s, err := gate.New(opts)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	defer s.Close()
	if u, ok := descriptors.(*net.UnixListener); ok {
		go s.ServeDescriptors(u)
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	defer signal.Stop(stop)
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	fmt.Fprintf(stdout, "listening on %s\n", address(l))
	select {
	case err := <-failed:
		return err
	case <-stop:
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.Drain)
	defer cancel()
	go func() {
		<-stop // again
		cancel()
	}()
	if err := s.Drain(ctx); err != nil {
		fmt.Fprintln(stderr, "rtdyld-executor: sessions were still running")
	}
	return nil
}

// address is where a listener is, as -listen has it.
func address(l net.Listener) string { return l.Addr().Network() + ":" + l.Addr().String() }

// session are the options that the process of a session gets.
func (o *options) session() (args []string) {
	for _, lib := range o.Libs {
		args = append(args, "-lib", lib)
	}
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"-no-new-privileges", o.Limits.NoNewPrivileges}, {"-no-wx", o.Limits.NoWX}, {"-sandbox", o.Limits.Sandbox}, {"-empty-env", o.EmptyEnv},
		{"-anonymous", o.Anonymous}, {"-no-group", o.NoGroup},
	} {
		if f.given {
			args = append(args, f.name)
		}
	}
	for _, f := range []struct {
		name  string
		value uint64
	}{
		{"-memory", o.Limits.Memory}, {"-cpu", o.Limits.CPU}, {"-max-init", o.MaxInit},
	} {
		if f.value > 0 {
			args = append(args, f.name, strconv.FormatUint(f.value, 10))
		}
	}
	if o.TokenFile != "" {
		args = append(args, "-token-file", o.TokenFile)
	}
	return append(args, "-drain", o.Drain.String())
}

// token reads what controllers must know.
func token(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if b = bytes.TrimSpace(b); len(b) == 0 {
		return "", fmt.Errorf("%s is empty", file)
	}
	return string(b), nil
}
