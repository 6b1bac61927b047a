package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Input is what a program is made of: objects, archives and linked images, told apart by what they
// contain. It may be used for several programs.
type Input struct {
	add func(context.Context, *files) error
}

// File reads objects and archives from files, and maps linked images. What happens to the files later does not matter,
// except to the members of thin archives and to images, which must not be changed: see rtdyld.OpenImage.
func File(paths ...string) Input {
	return Input{func(ctx context.Context, fs *files) error {
		for _, path := range paths {
			if is, err := fs.openImage(path); err != nil {
				return err
			} else if is {
				continue
			}
			data, err := readFile(ctx, os.Open, path)
			if err != nil {
				return err
			}
			if err := fs.file(ctx, path, data, filepath.Dir(path)); err != nil {
				return err
			}
		}
		return nil
	}}
}

// readFile reads a file as os.ReadFile does. The error may be the context's.
func readFile[F fs.File](ctx context.Context, open func(name string) (F, error), name string) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size := int64(0)
	if st, err := f.Stat(); err == nil {
		size = max(0, min(st.Size(), 1<<30))
	}
	data := make([]byte, 0, size+bytes.MinRead) // so that the end is found without growing
	for {
		if err := ctx.Err(); err != nil {
			return nil, &fs.PathError{Op: "read", Path: name, Err: err}
		}
		data = slices.Grow(data, bytes.MinRead)
		n, err := f.Read(data[len(data):min(cap(data), len(data)+heed.Bytes)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// Bytes is an object or an archive in memory. name is what errors call it. data must not
// change until the program is closed.
func Bytes(name string, data []byte) Input {
	return Input{func(ctx context.Context, fs *files) error { return fs.file(ctx, name, data, "") }}
}

// FS reads objects and archives from a file system, an embed.FS for one.
func FS(fsys fs.FS, names ...string) Input {
	return Input{func(ctx context.Context, in *files) error {
		for _, name := range names {
			data, err := readFile(ctx, fsys.Open, name)
			if err != nil {
				return err
			}
			if err := in.file(ctx, name, data, ""); err != nil {
				return err
			}
		}
		return nil
	}}
}

// Whole takes all members of the archives in inputs, whether anything refers to them or not:
// those that make themselves known by constructors, say.
func Whole(inputs ...Input) Input {
	return Input{func(ctx context.Context, fs *files) error {
		defer func(w bool) { fs.whole = w }(fs.whole)
		fs.whole = true
		return fs.take(ctx, inputs)
	}}
}

// Trusted leaves the contents of linked images in inputs alone, which otherwise are compared with their hashes: see
// rtdyld.ImageConfig.
func Trusted(inputs ...Input) Input {
	return Input{func(ctx context.Context, fs *files) error {
		defer func(t bool) { fs.trusted = t }(fs.trusted)
		fs.trusted = true
		return fs.take(ctx, inputs)
	}}
}

// AnyLibrary has linked images in inputs bound to the shared libraries that are there, whether they are those that the images were bound to or
// not: see rtdyld.MapConfig.
func AnyLibrary(inputs ...Input) Input {
	return Input{func(ctx context.Context, fs *files) error {
		defer func(a bool) { fs.any = a }(fs.any)
		fs.any = true
		return fs.take(ctx, inputs)
	}}
}

// Wrap is an input that names what is wrapped in all of the program's objects, as GNU ld's --wrap does: see rtdyld.Config.
func Wrap(names ...string) Input {
	return Input{func(_ context.Context, fs *files) error {
		fs.wrapped = append(fs.wrapped, names...)
		return nil
	}}
}

// linked is an image, and how it is mapped.
type linked struct {
	*rtdyld.LinkedImage
	cfg rtdyld.MapConfig
}

// files are inputs, opened.
type files struct {
	linked   []linked
	trusted  bool // their hashes are not looked at
	any      bool // they are bound to any libraries
	objects  []*objfmt.ObjectImage
	archives []*ar.Archive // of which members are taken that are needed
	all      []*ar.Archive // of which all members are
	whole    bool          // archives go to all
	wrapped  []string      // rtdyld.Config.Wrap
	variants []string      // what may stand behind a name, best first
	varied   bool          // names have variants, if there are features for any
}

func (f *files) take(ctx context.Context, inputs []Input) error {
	for _, in := range inputs {
		if in.add == nil {
			return errors.New("program: an Input that no function made")
		}
		if err := in.add(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// file takes an object or an archive. dir is where thin archives have their members.
func (f *files) file(ctx context.Context, name string, data []byte, dir string) error {
	if isShared(data) {
		img, err := rtdyld.ReadImage(objfmt.NewBuffer(name, data), rtdyld.ImageConfig{Trusted: f.trusted})
		if err != nil {
			return err
		}
		f.linked = append(f.linked, linked{img, rtdyld.MapConfig{AnyLibrary: f.any}})
		return nil
	}
	a, err := ar.ParseContext(ctx, name, data)
	if errors.Is(err, objfmt.ErrUnknownFormat) {
		img, err := objfile.ParseContext(ctx, name, data)
		if err != nil {
			return err
		}
		f.objects = append(f.objects, img)
		return nil
	}
	if err != nil {
		return err
	}
	if dir != "" {
		a.External = ar.Beside(dir)
	}
	if f.whole {
		f.all = append(f.all, a)
	} else {
		f.archives = append(f.archives, a)
	}
	return nil
}

// isShared reports whether a file is a shared object of ELF, as images are. data is its start.
func isShared(data []byte) bool {
	_, kind, err := elf.Header(data)
	return err == nil && kind == elf.Dynamic
}

// openImage opens a file if it is a linked image.
func (f *files) openImage(path string) (is bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, nil // which is told by reading it
	}
	var head [64]byte
	n, _ := io.ReadFull(file, head[:])
	if err := file.Close(); err != nil || !isShared(head[:n]) {
		return false, err
	}
	img, err := rtdyld.OpenImage(path, rtdyld.ImageConfig{Trusted: f.trusted})
	if err != nil {
		return false, err
	}
	f.linked = append(f.linked, linked{img, rtdyld.MapConfig{AnyLibrary: f.any}})
	return true, nil
}

// target is what the first object says that it is for, an archive's first member if there
// is no other; zero if there is none at all.
func (f *files) target(ctx context.Context) (triple.Triple, error) {
	if len(f.objects) > 0 {
		return f.objects[0].Triple, nil
	}
	for _, a := range slices.Concat(f.all, f.archives) {
		for m, err := range a.Members() {
			if err != nil {
				return triple.Triple{}, err
			}
			img, err := objfile.ParseMemberContext(ctx, m)
			if errors.Is(err, objfmt.ErrUnknownFormat) {
				continue
			}
			if err != nil {
				return triple.Triple{}, fmt.Errorf("look at the first member: %w", err)
			}
			defer img.Close()
			return img.Triple, nil
		}
	}
	if len(f.linked) > 0 {
		return f.linked[0].Triple(), nil
	}
	return triple.Triple{}, nil
}

// libraries are the names of those that images are bound to, each once.
func (f *files) libraries() (names []string) {
	for _, img := range f.linked {
		for _, lib := range img.Libraries() {
			if !slices.Contains(names, lib.Name) {
				names = append(names, lib.Name)
			}
		}
	}
	return names
}

// close gives up all that is open. Linkers have their own hold on images.
func (f *files) close() (err error) {
	for _, img := range f.objects {
		err = errors.Join(err, img.Close())
	}
	for _, a := range slices.Concat(f.all, f.archives) {
		err = errors.Join(err, a.Close())
	}
	for _, img := range f.linked {
		err = errors.Join(err, img.Close())
	}
	return err
}
