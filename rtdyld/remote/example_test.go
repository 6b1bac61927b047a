package remote_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// A function runs in a child of this process, with a deadline. If it crashes, the error
// says where.
func Example() {
	ctx := context.Background()
	e, err := remote.Start(ctx, remote.Command{Path: "rtdyld-executor"})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	cfg, err := e.LinkerConfig()
	if err != nil {
		log.Fatal(err)
	}
	l, err := rtdyld.New(cfg)
	if err != nil {
		log.Fatal(err)
	}
	img, err := objfile.Open("plugin.o")
	if err != nil {
		log.Fatal(err)
	}
	defer img.Close()
	objs, err := l.Load(ctx, img)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		log.Fatal(err)
	}
	f, _ := l.Lookup("transform")
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	sig := abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}
	result, err := e.Call(ctx, f.Addr, sig, nil, 42)
	var crash *remote.CrashError
	switch {
	case errors.As(err, &crash):
		fmt.Printf("%v in %v\n", crash.Signal, crash.Where)
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("it went on for too long")
	case err == nil:
		fmt.Println(int32(result))
	}
}

// Code for arm64 runs on another processor, in an emulator, with less rights.
func ExampleStart() {
	e, err := remote.Start(context.Background(), remote.Command{
		Path:   "qemu-aarch64",
		Args:   []string{"-L", "/usr/aarch64-linux-gnu", "./rtdyld-executor-arm64"},
		Limits: remote.Limits{Memory: 256 << 20, NoNewPrivileges: true, EmptyEnv: true},
		Config: remote.Config{Stdout: os.Stdout, Stderr: os.Stderr},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	for _, r := range e.Hello().Restrictions {
		fmt.Println(r.Name, r.Active, r.Reason)
	}
}

// What a session has loaded is there again after a crash.
func ExampleSession() {
	ctx := context.Background()
	s, err := remote.NewSession(ctx, func(ctx context.Context) (*remote.Executor, error) {
		return remote.Start(ctx, remote.Command{Path: "rtdyld-executor"})
	}, remote.SessionConfig{})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	img, err := objfile.Open("plugin.o")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := s.Load(ctx, img); err != nil {
		log.Fatal(err)
	}
	for range 3 { // whatever the first call does
		result, err := s.Call(ctx, "step", abi.Signature{Result: abi.Int32})
		fmt.Println(result, errors.Is(err, remote.ErrEnded))
	}
}
