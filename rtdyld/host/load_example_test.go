//go:build linux && amd64

package host_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
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

// What a program's linker is given and told is written down, and made again from that: here or elsewhere, without the program's files.
func ExampleLoad_record() {
	var file bytes.Buffer
	recorder := record.New(&file)
	_, err := host.Load(context.Background(), host.With(host.Config{Recorder: recorder}), host.File("../../testdata/demo/scene.o")) // without libm
	fmt.Println(err != nil, recorder.Close())

	same, err := record.Replay(context.Background(), file.Bytes(), record.ReplayConfig{Show: func(s record.Step) { fmt.Println(s.What, "fails:", s.Err != "") }})
	fmt.Println(same, err)
	// Output:
	// true <nil>
	// load ../../testdata/demo/scene.o fails: false
	// finalize ../../testdata/demo/scene.o fails: true
	// unload ../../testdata/demo/scene.o fails: false
	// unload fails: false
	// close fails: false
	// true <nil>
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
