package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageAlone refuses flags that mean nothing with -image.
func imageAlone(fs *flag.FlagSet) (err error) {
	fs.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "json", "each", "define", "undefined", "layout", "out", "v", "why":
			err = fmt.Errorf("-image does not go with -%s", f.Name)
		}
	})
	return err
}

// save writes objects as a linked image. What was written before is there until all of it is.
func (x *linking) save(ctx context.Context, objs []*rtdyld.Object) (err error) {
	f, err := os.CreateTemp(filepath.Dir(x.image), "."+filepath.Base(x.image)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriterSize(heeding{ctx, f}, 1<<20)
	if err := x.linker.Save(ctx, w, rtdyld.SaveConfig{Base: x.imageBase, Libraries: x.shared.list, Imports: x.shared.from}, objs...); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), x.image)
}
