package remote_test

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"testing"

	"google.golang.org/grpc"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// links are the ways to an executor.
var links = []string{"shared", "streamed", "unix", "tcp"}

// linked gives an executor without a C library: a child, with shared memory or without, or
// one of this process behind a socket.
func linked(b *testing.B, how string, cfg remote.Config) *remote.Executor {
	b.Helper()
	switch how {
	case "shared", "streamed":
		cmd := helperCommand("")
		cmd.Config = cfg
		cmd.Stream = how == "streamed"
		return start(b, cmd)
	}
	network, addr := "unix", filepath.Join(b.TempDir(), "s")
	if how == "tcp" {
		network, addr = "tcp", "127.0.0.1:0"
	}
	l, err := net.Listen(network, addr)
	if err != nil {
		b.Fatal(err)
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s := newHelper("")
			go s.ServeConn(context.Background(), conn)
		}
	}()
	b.Cleanup(func() { l.Close() })
	return dial(b, network+":"+l.Addr().String(), cfg)
}

// BenchmarkCall calls int add(int, int): in this process, and in another over each link.
func BenchmarkCall(b *testing.B) {
	img := compile(b, "faults.c", "gcc", "-O1")
	b.Run("inprocess", func(b *testing.B) {
		m, err := mem.New(mem.Config{})
		if err != nil {
			b.Fatal(err)
		}
		l, err := rtdyld.New(rtdyld.Config{Memory: m})
		if err != nil {
			b.Fatal(err)
		}
		objs, err := l.Load(b.Context(), img)
		if err == nil {
			err = l.Finalize(b.Context(), objs...)
		}
		if err != nil {
			b.Fatal(err)
		}
		caller, err := abi.PrivateStack()
		if err != nil {
			b.Skip(err)
		}
		f, err := abi.Bind(caller, pair, address(b, l, "add"))
		if err != nil {
			b.Fatal(err)
		}
		args := []uint64{40, 2}
		for b.Loop() {
			if r, err := f.Call(args); err != nil || r != 42 {
				b.Fatal(r, err)
			}
		}
	})
	for _, how := range links {
		b.Run(how, func(b *testing.B) {
			e := linked(b, how, remote.Config{})
			at := address(b, loaded(b, e, img), "add")
			b.ReportAllocs()
			for b.Loop() {
				if r, err := e.Call(b.Context(), at, pair, nil, 40, 2); err != nil || r != 42 {
					b.Fatal(r, err)
				}
			}
		})
	}
}

// BenchmarkLoad loads, resolves, finalizes and unloads one object of n functions that
// refer to n names outside, and tells round trips and bytes of each.
func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 1000} {
		img := generated(b, "g", n)
		for _, how := range links {
			b.Run(fmt.Sprintf("%s/%d", how, n), func(b *testing.B) {
				var count counter
				e := linked(b, how, remote.Config{GRPC: []grpc.DialOption{grpc.WithStatsHandler(&count)}})
				l := linker(b, e)
				count.reset()
				loads := 0
				for b.Loop() {
					loadOnce(b, l, img)
					loads++
				}
				b.ReportMetric(float64(count.calls.Load())/float64(loads), "trips/op")
				b.ReportMetric(float64(count.sent.Load())/float64(loads), "sent-B/op")
				b.ReportMetric(float64(count.received.Load())/float64(loads), "received-B/op")
			})
		}
	}
}

func loadOnce(b *testing.B, l *rtdyld.Linker, img *objfmt.ObjectImage) {
	b.Helper()
	objs, err := l.Load(b.Context(), img)
	if err == nil {
		err = l.Finalize(b.Context(), objs...)
	}
	if err == nil {
		err = l.Unload(b.Context(), objs...)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkStart is a fresh executor, ready for a call: an executor without a C library
// and the command, and a session that comes back after a crash with what it had.
func BenchmarkStart(b *testing.B) {
	run := func(b *testing.B, cmd remote.Command) {
		for b.Loop() {
			e, err := remote.Start(b.Context(), cmd)
			if err != nil {
				b.Fatal(err)
			}
			e.Close()
		}
	}
	b.Run("helper", func(b *testing.B) { run(b, helperCommand("")) })
	b.Run("command", func(b *testing.B) { run(b, machines[0].command(b)) })
	b.Run("again", func(b *testing.B) {
		citest.Need(b, "gcc")
		s, err := remote.NewSession(b.Context(), func(ctx context.Context) (*remote.Executor, error) {
			return remote.Start(ctx, machines[0].command(b))
		}, remote.SessionConfig{})
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Load(b.Context(), compile(b, "libc.c", "gcc", "-O1")); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			e, _, err := s.Use(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			e.Close()
		}
	})
}
