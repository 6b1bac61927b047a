//go:build linux && amd64

package program_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// A function of a C library: a string in, a string out.
func ExampleProgram_Bind() {
	p, err := host.Load(context.Background(), host.Library("libc.so.6"))
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	var strrchr func(s string, c int32) string // char *strrchr(const char *s, int c)
	if err := p.Bind("strrchr", &strrchr); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strrchr("/usr/lib/libm.so", '/'))
	// Output: /libm.so
}

// More than three parameters at full speed.
func ExampleProgram_Lookup() {
	p, err := host.Load(context.Background(), host.File("../../testdata/demo/scene.o"), host.Library("libm.so.6"))
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	sym, err := p.Lookup("brightness")
	if err != nil {
		log.Fatal(err)
	}
	brightness, err := abi.Func2[float64, float64, float64](p.Caller(), sym.Addr)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", brightness(-0.3, 0))
	// Output: 0.498
}

// A function that is no leaf is bound as others are.
func ExampleProgram_BindLeaf() {
	p, err := host.Load(context.Background(), host.File("../../testdata/demo/scene.o"), host.Library("libm.so.6"))
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	var brightness func(x, y float64) float64
	err = p.BindLeaf("brightness", &brightness)
	var no *abi.LeafError
	if errors.As(err, &no) {
		fmt.Println("no leaf: it has what", no.Why)
		err = p.Bind("brightness", &brightness)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", brightness(-0.3, 0))
	// Output:
	// no leaf: it has what is a call
	// 0.498
}

// A variable of the C library.
func ExampleVar() {
	p, err := host.Load(context.Background(), host.Library("libc.so.6"))
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()
	timezone, err := program.Var[int64](p, "timezone") // long timezone, of <time.h>
	if err != nil {
		log.Fatal(err)
	}
	var tzset func()
	var setenv func(name, value string, overwrite int32) int32
	for name, fn := range map[string]any{"tzset": &tzset, "setenv": &setenv} {
		if err := p.Bind(name, fn); err != nil {
			log.Fatal(err)
		}
	}
	setenv("TZ", "HERE-2", 1)
	tzset()
	fmt.Println(*timezone)
	// Output: -7200
}
