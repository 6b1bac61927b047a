//go:build linux && amd64

// Package readme is the library example of the README, word for word, compiled and
// run.
//
// Law: what stands here stands in the README; package internal/house compares them.
package readme

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func Example() {
	ctx := context.Background()
	img := must(objfile.Open("../../testdata/demo/scene.o"))
	defer img.Close()

	linker := must(rtdyld.New(must(host.Config("libm.so.6")))) // this process, its symbols and libm's
	objs := must(linker.Load(ctx, img))
	if err := linker.Finalize(ctx, objs...); err != nil {
		panic(err)
	}
	defer linker.Unload(ctx, objs...)

	sym, ok := linker.Lookup("brightness") // double brightness(double x, double y)
	if !ok {
		panic("no function of that name")
	}
	brightness := must(abi.Func2[float64, float64, float64](must(host.Caller()), sym.Addr))
	fmt.Printf("ball %.3f, sky %.3f\n", brightness(-0.3, 0), brightness(0, 0.9))
	// Output: ball 0.498, sky 0.214
}
