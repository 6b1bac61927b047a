package linkmap_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// show writes a page of what a linker has loaded; failed is why it could not load all, or nil.
func show(ctx context.Context, file string, l *rtdyld.Linker, failed error) error {
	d, err := linkmap.Collect(ctx, linkmap.Source{Linker: l, Objects: l.Objects(), Err: failed})
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	err = linkmap.WriteHTML(ctx, f, d, linkmap.Config{Title: "what is loaded"})
	return errors.Join(err, f.Close())
}

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
	dir, failed := os.MkdirTemp("", "")
	if failed != nil {
		log.Fatal(failed)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "link.html")
	if err := show(ctx, file, l, err); err != nil { // after an error, too
		log.Fatal(err)
	}
	page, err := os.ReadFile(file)
	fmt.Println(string(page[:15]), err)
	// Output: <!DOCTYPE html> <nil>
}
