// Command crash runs a function of an object file in a process of its own, and tells where it
// crashed, with file and line, when it does:
//
//	go build ./cmd/rtdyld-executor
//	gcc -g -c examples/crash/code/divide.c
//	go run ./examples/crash ./rtdyld-executor divide.o 7
//	go run ./examples/crash ./rtdyld-executor divide.o 0
//
// Law: an example; it stands in docs/crash.md, word for word.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

func main() {
	n, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	got, err := share(context.Background(), os.Args[1], os.Args[2], n)
	var crash *remote.CrashError
	switch {
	case errors.As(err, &crash):
		fmt.Println("crashed:", crash.Signal)
		fmt.Println(err)
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Println("it went on for too long")
	case err != nil:
		log.Fatal(err)
	default:
		fmt.Println(got)
	}
}

// share calls int share(int), defined in an object, in an executor.
func share(ctx context.Context, executor, object string, n int) (int, error) {
	e, err := remote.Start(ctx, remote.Command{Path: executor, Limits: remote.Limits{Memory: 1 << 30, CPU: 10 * time.Second}})
	if err != nil {
		return 0, err
	}
	defer e.Close()
	cfg, err := e.LinkerConfig() // memory, names and unwinder of the executor
	if err != nil {
		return 0, err
	}
	lines := symbolize.New()
	cfg.Listeners = append(cfg.Listeners, lines)
	linker, err := rtdyld.New(cfg)
	if err != nil {
		return 0, err
	}
	img, err := objfile.Open(object)
	if err != nil {
		return 0, err
	}
	defer img.Close()
	objs, err := linker.Load(ctx, img)
	if err != nil {
		return 0, err
	}
	if err := linker.Finalize(ctx, objs...); err != nil {
		return 0, err
	}
	f, err := linker.Lookup("share")
	if err != nil {
		return 0, fmt.Errorf("%s defines no share", object)
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	got, err := e.Call(ctx, f.Addr, abi.Signature{Params: []abi.Kind{abi.Int32}, Result: abi.Int32}, nil, uint64(n))
	return int(int32(got)), lines.Explain(err)
}
