//go:build linux && amd64

// Package readme is the library example of the README, word for word, compiled and
// run.
//
// Law: what stands here stands in the README; package internal/house compares them.
package readme

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

var ctx = context.Background()

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func Example() {
	p, err := host.Load(ctx, host.File("../../testdata/demo/scene.o"), host.Library("libm.so.6"))
	check(err)
	defer p.Close()
	var brightness func(x, y float64) float64 // double brightness(double x, double y)
	check(p.Bind("brightness", &brightness))
	fmt.Printf("ball %.3f, sky %.3f\n", brightness(-0.3, 0), brightness(0, 0.9))
	// Output: ball 0.498, sky 0.214
}
