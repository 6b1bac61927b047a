// Command crash runs a function of an object file in a process of its own, and tells where it
// crashed, with file and line, when it does. The process is this program, started once more:
//
//	gcc -g -c examples/crash/code/divide.c
//	go run ./examples/crash divide.o 7
//	go run ./examples/crash divide.o 0
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
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/executor"
)

func main() {
	executor.Init() // the executor is here, and goes no further
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	got, err := share(context.Background(), os.Args[1], n)
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
func share(ctx context.Context, object string, n int) (int, error) {
	e, err := executor.Start(ctx, remote.Command{Limits: remote.Limits{Memory: 1 << 30, CPU: 10 * time.Second}})
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
