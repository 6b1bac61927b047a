package rtdyld_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// Which definition of x counts, and which does not?
func ExampleLinker_Explain() {
	memory, err := mem.New(mem.Config{NoExec: true})
	if err != nil {
		panic(err)
	}
	defer memory.Close()
	l, err := rtdyld.New(rtdyld.Config{Memory: memory})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	defer l.Close()
	for _, file := range []string{"x_weak.o", "x_strong.o", "x_use.o"} {
		img, err := objfile.Open("../testdata/elf-link/" + file)
		if err != nil {
			panic(err)
		}
		defer img.Close()
		if _, err := l.Load(ctx, img); err != nil {
			panic(err)
		}
	}
	e, err := l.Explain("x")
	if err != nil {
		panic(err)
	}
	fmt.Println(e.Definition.Object.Name(), e.Losers[0].Object.Name(), e.Losers[0].Why)
	fmt.Print(e.Text(func(uint64) string { return "its address" }))
	// Output:
	// ../testdata/elf-link/x_strong.o ../testdata/elf-link/x_weak.o rank
	// x is at its address: ../testdata/elf-link/x_strong.o: .data+0x0, 8 bytes, global
	//   not ../testdata/elf-link/x_weak.o: .data+0x0, 8 bytes, weak: gives way to that of ../testdata/elf-link/x_strong.o
	//   referred to by ../testdata/elf-link/x_use.o: .data+0x0, R_X86_64_64
}

// What is loaded, section by section and symbol by symbol, without lists?
func ExampleLinker_ObjectSeq() {
	memory, err := mem.New(mem.Config{NoExec: true})
	if err != nil {
		panic(err)
	}
	defer memory.Close()
	l, err := rtdyld.New(rtdyld.Config{Memory: memory})
	if err != nil {
		panic(err)
	}
	defer l.Close()
	img, err := objfile.OpenFS(os.DirFS("../testdata/elf-link"), "x_strong.o") // or an embed.FS
	if err != nil {
		panic(err)
	}
	defer img.Close()
	if _, err := l.Load(context.Background(), img); err != nil {
		panic(err)
	}
	for o := range l.ObjectSeq() {
		for s := range o.SectionSeq() {
			fmt.Println(o.Name(), s.Name, s.Kind, len(s.Mem), "bytes")
		}
		for s := range o.SymbolSeq() {
			fmt.Println(o.Name(), s.Name, s.Size, "bytes")
		}
	}
	// Output:
	// x_strong.o .text code 0 bytes
	// x_strong.o .data data 8 bytes
	// x_strong.o x 8 bytes
}

// How is one piece of code put into memory many times, each time with other values?
func ExampleTemplate() {
	memory, err := mem.New(mem.Config{NoExec: true})
	if err != nil {
		panic(err)
	}
	defer memory.Close()
	img, err := objfile.Open("../testdata/elf-link/undef_other.o") // call missing1
	if err != nil {
		panic(err)
	}
	defer img.Close()
	ctx := context.Background()
	t, err := rtdyld.NewTemplate(ctx, img, rtdyld.TemplateConfig{Memory: memory, Holes: []string{"missing1"}})
	if err != nil {
		panic(err)
	}
	defer t.Close()
	var out [2]rtdyld.Instance
	if err := t.InstantiateAll(ctx, []uint64{0x1000, 0x2000}, out[:]); err != nil { // a value for each
		panic(err)
	}
	for i, in := range out {
		code := in.Code()
		to := in.Addr() + 5 + uint64(int32(binary.LittleEndian.Uint32(code[1:])))
		fmt.Printf("instance %d: %x calls %#x\n", i, code[0], to)
	}
	if err := rtdyld.ReleaseAll(ctx, out[:]); err != nil {
		panic(err)
	}
	// Output:
	// instance 0: e8 calls 0x1000
	// instance 1: e8 calls 0x2000
}

// A compiler has a template for each instruction of its language, and joins instances of them into a function.
func ExampleSequence() {
	// load, less and ret were made ahead of time: load has a hole and a continuation, less a hole and two continuations, ret none.
	compile := func(ctx context.Context, memory rtdyld.MemoryManager, load, less, ret *rtdyld.Template) (rtdyld.Function, error) {
		const loadOp, lessOp, retOp = 0, 1, 2
		set, err := rtdyld.NewStencils(rtdyld.StencilsConfig{Memory: memory, Open: true, Publish: mem.Publish}, load, less, ret)
		if err != nil {
			return rtdyld.Function{}, err
		}
		q := set.NewSequence() // to be kept, and Reset for each function
		top := q.Append(loadOp, 8)
		loop := q.Append(lessOp, 100)
		q.Append(retOp)
		q.Link(loop, 1, top) // its continuation 0 is the part behind it
		return q.Make(ctx)
	}
	_ = compile
}
