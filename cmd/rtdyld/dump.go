package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"path/filepath"

	_ "github.com/go-rtdyld/rtdyld/internal/zstd" // for debug sections
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// dumpCommand prints every section, symbol, group and relocation of objects, and of the
// members of archives.
var dumpCommand = command{
	name:     "dump",
	operands: []string{"FILE..."},
	summary:  "print sections, symbols, groups and relocations, or what a linked image is",
	about:    "Of archives all members are printed; of an image that link -image has written its parts, the libraries and imports that it is bound to, and what it was linked of. - is the standard input. A file that cannot be read does not hide the others.",
	examples: []example{{"rtdyld dump -json a.o | jq '.[].symbols[].name'", "the names of a.o's symbols"}},
	setup: func(fs *flag.FlagSet) func(call) int {
		asJSON := fs.Bool("json", false, "print one JSON array, an object for each input")
		return func(c call) int { return dump(c, *asJSON) }
	},
}

// printed is what is printed of an input: as text, or as JSON.
type printed interface{ Fprint(w io.Writer) error }

func dump(c call, asJSON bool) int {
	status, in := 0, &inputs{}
	all := []printed{}
	show := func(d printed) error {
		if asJSON {
			all = append(all, d)
			return nil
		}
		return d.Fprint(c.stdout)
	}
	for _, path := range c.args {
		if err := dumpFile(c.ctx, in, path, show); err != nil {
			report(c.stderr, err)
			status = 1
		}
	}
	if asJSON {
		if err := encode(c.stdout, all); err != nil {
			report(c.stderr, err)
			status = 1
		}
	}
	return status
}

// dumpFile shows an object, a linked image or each member of an archive. A bad member does not
// hide the others.
func dumpFile(ctx context.Context, in *inputs, path string, show func(printed) error) error {
	buf, err := in.buffer(ctx, path)
	if err != nil {
		return err
	}
	defer buf.Close()
	img, err := objfile.ParseBufferContext(ctx, buf)
	if err == nil {
		buf.Retain() // for this function
		return dumpImage(ctx, img, show)
	}
	if !errors.Is(err, objfmt.ErrArchive) {
		var foreign *objfile.ForeignError
		if !errors.As(err, &foreign) || foreign.Kind != objfile.SharedLibrary && foreign.Kind != objfile.Executable {
			return err
		}
		if linked := dumpLinked(buf, show); !errors.Is(linked, rtdyld.ErrNotImage) {
			return linked
		}
		return err
	}
	a, err := ar.FromBufferContext(ctx, buf)
	if err != nil {
		return err
	}
	buf.Retain()
	defer a.Close()
	a.External = ar.Beside(filepath.Dir(path))
	var errs []error
	for m, err := range a.Members() {
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		img, err := objfile.ParseMemberContext(ctx, m)
		if err == nil {
			err = dumpImage(ctx, img, show)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func dumpImage(ctx context.Context, img *objfmt.ObjectImage, show func(printed) error) error {
	defer img.Close()
	full, err := img.FullContext(ctx)
	if err != nil {
		return err
	}
	defer full.Close()
	var name func(uint32) string
	if t := rtdyld.Relocations(img); t != nil {
		name = t.Name
	}
	d, err := full.Dump(name)
	return errors.Join(show(d), err)
}
