// Command self is its own executor.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/executor"
)

// The program has no use for the arguments of an executor.
var given = os.Args[1:]

func init() { os.Args = append(os.Args[:1:1], "-n=1") }

func main() {
	switch os.Getenv("SELF") {
	case "forgotten":
	case "elsewhere":
		done := make(chan struct{})
		go func() {
			executor.Init()
			close(done)
		}()
		<-done
	default:
		executor.Init()
	}
	n := flag.Int("n", 0, "")
	flag.Parse()
	if err := do(context.Background(), given[0]); err != nil {
		fmt.Println("error:", err, errors.Is(err, executor.ErrInit))
	}
	fmt.Println("end", *n)
}

func do(ctx context.Context, what string) error {
	switch what {
	case "replaced":
		if err := os.Remove(os.Args[0]); err != nil {
			return err
		}
		if err := os.WriteFile(os.Args[0], []byte("#!/bin/false\n"), 0o755); err != nil {
			return err
		}
	case "removed":
		if err := os.Remove(os.Args[0]); err != nil {
			return err
		}
	}
	limits := remote.Limits{}
	if what == "limits" {
		limits = remote.Limits{Memory: 256 << 20, CPU: time.Minute, NoNewPrivileges: true, NoWX: true, Sandbox: true, EmptyEnv: true}
	}
	begun := time.Now()
	e, err := executor.Start(ctx, remote.Command{Limits: limits})
	if err != nil {
		return err
	}
	defer e.Close()
	if what == "time" {
		took := time.Since(begun)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.Hello().PID))
		fmt.Println(took, err)
		for line := range strings.Lines(string(status)) {
			if strings.HasPrefix(line, "VmRSS") || strings.HasPrefix(line, "RssAnon") {
				fmt.Print(line)
			}
		}
		return nil
	}
	for _, r := range e.Hello().Restrictions {
		fmt.Println(r.Name, r.Active)
	}
	cfg, err := e.LinkerConfig()
	if err != nil {
		return err
	}
	var at [2]rtdyld.Symbol
	if err := cfg.Resolver.Resolve(ctx, []rtdyld.Ref{{Name: "abs"}, {Name: "getpid"}}, at[:]); err != nil {
		return err
	}
	pid, err := e.Call(ctx, at[1].Addr, abi.Signature{Result: abi.Int32}, nil)
	if err != nil || int(pid) == os.Getpid() || int(pid) != e.Hello().PID {
		return fmt.Errorf("process %d: %w", pid, err)
	}
	minus := -42
	result, err := e.Call(ctx, at[0].Addr, abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}, nil, uint64(minus))
	fmt.Println(result)
	if err != nil {
		return err
	}
	_, err = e.Call(ctx, 16, abi.Signature{}, nil)
	var crash *remote.CrashError
	if !errors.As(err, &crash) {
		return err
	}
	fmt.Println(crash.Signal)
	return nil
}
