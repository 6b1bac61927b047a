//go:build linux && amd64

package engine_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// A module is added; it is linked when a function of it is asked for.
func Example() {
	ctx := context.Background()
	cfg, err := host.LinkerConfig("libm.so.6") // this process, its symbols and libm's
	if err != nil {
		log.Fatal(err)
	}
	e, err := engine.New(engine.Config{Linker: cfg})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	object, err := os.ReadFile("../../testdata/demo/scene.o")
	if err != nil {
		log.Fatal(err)
	}
	scene, err := e.Add(ctx, engine.Input{Name: "scene", Object: object})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scene.Name(), "is", scene.State())

	caller, err := host.Caller()
	if err != nil {
		log.Fatal(err)
	}
	brightness, err := e.Func(ctx, caller, "brightness", abi.Signature{Params: []abi.Kind{abi.Float64, abi.Float64}, Result: abi.Float64})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scene.Name(), "is", scene.State())
	got, err := brightness.Call(math.Float64bits(-0.3), math.Float64bits(0))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ball %.3f\n", math.Float64frombits(got))

	if err := e.Remove(ctx, scene); err != nil {
		log.Fatal(err)
	}
	fmt.Println(scene.Name(), "is", scene.State())
	// Output:
	// scene is added
	// scene is finalized
	// ball 0.498
	// scene is removed
}
