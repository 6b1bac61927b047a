//go:build linux && amd64

package host_test

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func ExampleLoad() {
	p, err := host.Load(context.Background(), host.File("../../testdata/demo/scene.o"), host.Library("libm.so.6"))
	if err != nil {
		panic(err)
	}
	defer p.Close()
	var brightness func(x, y float64) float64 // double brightness(double x, double y)
	if err := p.Bind("brightness", &brightness); err != nil {
		panic(err)
	}
	fmt.Printf("ball %.3f, sky %.3f\n", brightness(-0.3, 0), brightness(0, 0.9))
	// Output: ball 0.498, sky 0.214
}

// A function of a shared library, with a string.
func ExampleLoad_library() {
	p, err := host.Load(context.Background(), host.Library("libc.so.6"))
	if err != nil {
		panic(err)
	}
	defer p.Close()
	var strcspn func(s, reject string) uintptr
	if err := p.Bind("strcspn", &strcspn); err != nil {
		panic(err)
	}
	fmt.Println(strcspn("loaded code", " "))
	// Output: 6
}
