package record_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/record"
)

// slices is memory for objects that do not run.
type slices struct{ next uint64 }

func (m *slices) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var blocks blocks
	for _, q := range reqs {
		m.next = (m.next + q.Align - 1) &^ (q.Align - 1)
		blocks = append(blocks, rtdyld.Block{Mem: make([]byte, q.Size), Addr: m.next})
		m.next += q.Size
	}
	return blocks, nil
}

type blocks []rtdyld.Block

func (b blocks) Blocks() []rtdyld.Block         { return b }
func (b blocks) Finalize(context.Context) error { return nil }
func (b blocks) Release(context.Context) error  { return nil }

// A link that goes wrong is recorded, and made again from the file.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "bug.rec")
	if err := link(file); err != nil {
		fmt.Println("the link:", err)
	}

	data, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	same, err := record.Replay(context.Background(), data, record.ReplayConfig{Name: file, Show: func(s record.Step) {
		fmt.Printf("%s: %q\n", s.What, s.Err)
	}})
	fmt.Println(same, err)
	// Output:
	// the link: undefined: fun, referenced by abs32.o: .data+0x1e
	// load abs32.o: ""
	// finalize abs32.o: "undefined: fun, referenced by abs32.o: .data+0x1e"
	// close: ""
	// true <nil>
}

// link links an object and records that.
func link(file string) (err error) {
	r, err := record.Create(file)
	if err != nil {
		return err
	}
	defer func() {
		if e := r.Close(); err == nil {
			err = e
		}
	}()
	known := map[string]uint64{"low": 0x10, "high": 0xfffffff0}
	l, err := rtdyld.New(rtdyld.Config{
		Memory:   &slices{next: 0x10000},
		Resolver: rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: known[name]}, known[name] != 0 }),
		Recorder: r,
	})
	if err != nil {
		return err
	}
	defer l.Close()
	img, err := parse("../../testdata/elf-arm/abs32.o")
	if err != nil {
		return err
	}
	defer img.Close()
	objs, err := l.Load(context.Background(), img)
	if err != nil {
		return err
	}
	return l.Finalize(context.Background(), objs...)
}

func parse(path string) (*objfmt.ObjectImage, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return objfile.Parse(filepath.Base(path), data)
}
