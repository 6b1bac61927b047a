package linkmap_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// An object is linked, and a page written that shows how.
func ExampleWriteHTML() {
	ctx := context.Background()
	img, err := objfile.Open("../../testdata/elf-link/call.o")
	if err != nil {
		log.Fatal(err)
	}
	defer img.Close()
	m, err := mem.New(mem.Config{NoExec: true})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	l, err := rtdyld.New(rtdyld.Config{Memory: m})
	if err != nil {
		log.Fatal(err)
	}
	defer l.Close()
	objs, err := l.Load(ctx, img)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	d, collected := linkmap.Collect(ctx, linkmap.Source{Linker: l, Objects: objs, Err: err}) // after an error, too
	if collected != nil {
		log.Fatal(collected)
	}
	file := filepath.Join(os.TempDir(), "link.html")
	f, err := os.Create(file)
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(file)
	defer f.Close()
	if err := linkmap.WriteHTML(ctx, f, d, linkmap.Config{Title: "call.o"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Counts.Files, "file with", d.Counts.Sections, "sections")
	// Output: 1 file with 2 sections
}
