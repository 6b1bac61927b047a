// Command prog does what its arguments say, for a debugger to watch:
//
//	target=TRIPLE     what objects are for
//	load=A.o,B.o      loads and finalizes a batch
//	image=A.o,B.o     saves a batch as a linked image, and maps that
//	each=N,A.o        loads N variants of an object one by one, fn00000 renamed in each
//	call=NAME         calls int NAME(int) with 3 and prints what it returns
//	copies=N,A.o      makes N instances of an object's code, copy0 and so on, with their number for HOLE
//	copy=K            calls int copyK(int) with 3 and prints what it returns
//	release           takes the instances away
//	unload=A.o        unloads an object; unload=all all of them
//	report            prints the errors of the listener
//	wait              says that it waits, and waits for the end of its input
//	stripped          makes the listener although the program is stripped
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/instances"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/triple"
)

func must[T any](v T, err error) T {
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	return v
}

var (
	ctx    = context.Background()
	opts   host.Config
	linker *rtdyld.Linker
	make1  = gdbjit.New
	report []error

	made  []rtdyld.Instance
	shown *instances.Batch
)

func main() {
	for _, arg := range os.Args[1:] {
		verb, rest, _ := strings.Cut(arg, "=")
		switch verb {
		case "target":
			opts.Triple = must(triple.Parse(rest))
		case "stripped":
			make1 = gdbjit.NewStripped
		case "load":
			load(open(rest)...)
		case "image":
			mapImage(open(rest)...)
		case "each":
			n, name, _ := strings.Cut(rest, ",")
			each(must(strconv.Atoi(n)), must(os.ReadFile(name)))
		case "call":
			call(rest)
		case "copies":
			n, name, _ := strings.Cut(rest, ",")
			copies(must(strconv.Atoi(n)), name)
		case "copy":
			f := must(abi.Func1[int32, int32](must(host.Caller()), made[must(strconv.Atoi(rest))].Addr()))
			fmt.Printf("copy(3) = %d\n", f(3))
		case "release":
			must(0, shown.Close())
			must(0, rtdyld.ReleaseAll(ctx, made))
			marker()
		case "unload":
			unload(rest)
			marker()
		case "wait":
			fmt.Println("waiting")
			must(io.Copy(io.Discard, os.Stdin))
		case "report":
			fmt.Println("reported:", report)
		}
	}
}

func config() rtdyld.Config {
	jit := must(make1())
	jit.Report = func(err error) { report = append(report, err) }
	process := must(host.Open(opts))
	cfg := process.LinkerConfig()
	cfg.Listeners = append(cfg.Listeners, jit)
	return cfg
}

func copies(n int, name string) {
	cfg, img := config(), must(objfile.Open(name))
	frames := must(instances.ReadFrames(ctx, img))
	tmpl := must(rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: cfg.Memory, Holes: []string{"HOLE"}}))
	made = make([]rtdyld.Instance, n)
	values := make([]uint64, n)
	for i := range values {
		values[i] = uint64(i)
	}
	must(0, tmpl.InstantiateAll(ctx, values, made))
	code := make([]instances.Code, n)
	for i, in := range made {
		code[i] = instances.Of(fmt.Sprintf("copy%d", i), in, frames)
	}
	shown = must(instances.New(cfg).Show(ctx, code...))
}

func load(imgs ...*objfmt.ObjectImage) {
	if linker == nil {
		linker = must(rtdyld.New(config()))
	}
	objs := must(linker.Load(ctx, imgs...))
	must(0, linker.Finalize(ctx, objs...))
}

func open(names string) (imgs []*objfmt.ObjectImage) {
	for name := range strings.SplitSeq(names, ",") {
		imgs = append(imgs, must(objfile.Open(name)))
	}
	return imgs
}

func mapImage(imgs ...*objfmt.ObjectImage) {
	cfg := must(host.Open(opts)).LinkerConfig()
	cfg.Image = true
	saver := must(rtdyld.New(cfg))
	objs := must(saver.Load(ctx, imgs...))
	var file bytes.Buffer
	must(0, saver.Save(ctx, &file, rtdyld.SaveConfig{}, objs...))
	img := must(rtdyld.ReadImage(objfmt.NewBuffer("image.so", file.Bytes()), rtdyld.ImageConfig{}))
	if linker == nil {
		linker = must(rtdyld.New(config()))
	}
	must(linker.MapImage(ctx, img, rtdyld.MapConfig{}))
}

func each(n int, data []byte) {
	for i := range n {
		renamed := bytes.ReplaceAll(data, []byte("fn00000"), fmt.Appendf(nil, "fn%05d", i))
		load(must(objfile.Parse(fmt.Sprintf("%d.o", i), renamed)))
	}
}

func call(name string) {
	caller := must(host.Caller())
	if opts.Triple.OS == triple.Windows {
		caller = must(host.CallerFor(abi.Win64()))
	}
	if opts.Triple.Format() == triple.MachO {
		name = "_" + name
	}
	sym, err := linker.Lookup(name)
	if err != nil {
		must(0, fmt.Errorf("no %s", name))
	}
	f := must(abi.Func1[int32, int32](caller, sym.Addr))
	fmt.Printf("%s(3) = %d\n", name, f(3))
}

func unload(name string) {
	var objs []*rtdyld.Object
	for _, o := range linker.Objects() {
		if name == "all" || o.Name() == name {
			objs = append(objs, o)
		}
	}
	if len(objs) == 0 {
		must(0, fmt.Errorf("no object %s", name))
	}
	must(0, linker.Unload(ctx, objs...))
}

// marker is where a debugger stops.
//
//go:noinline
func marker() { fmt.Println("marker") }
