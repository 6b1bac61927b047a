package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// finding says which libraries are looked for by the names of -l, and where, and what is wanted of archives that nothing refers to.
type finding struct {
	names, dirs, wanted stringList
	wrapped             stringList // of rtdyld.Config.Wrap

	system []string // libs.Dirs of target; nil: not looked for
	target triple.Triple
}

// flags defines the options.
func (o *finding) flags(fs *flag.FlagSet, what string) {
	fs.Var(&o.names, "l", "`NAME` of a library, libNAME.so or libNAME.a, in the folders of -L, then the system's"+what)
	fs.Var(&o.dirs, "L", "`DIR` in which -l looks first; may be given more than once")
	fs.Var(&o.wanted, "u", "`SYM` of which archives give the member that defines it, as if an object referred to it; may be given more than once")
	fs.Var(&o.wrapped, "wrap", "`SYM` that is wrapped, as by ld's --wrap: where objects leave SYM undefined they mean __wrap_SYM, and SYM by __real_SYM; may be given more than once")
}

// all are the folders to look in.
func (o *finding) all(t triple.Triple) []string {
	if o.system == nil || o.target != t {
		o.system, o.target = libs.Dirs(t), t
	}
	return append(slices.Clone(o.dirs), o.system...)
}

// addLibrary adds what -l NAME means to the inputs.
func (in *inputs) addLibrary(ctx context.Context, name string) error {
	t := in.target()
	dirs := in.find.all(t)
	brought := false
	if in.alone {
		var err error
		if brought, err = isBrought("lib" + name + ".so"); err != nil {
			return err
		}
		if brought {
			dirs = in.find.dirs // the user's comes first, the system's is another
		}
	}
	found, err := libs.Find(ctx, name, t, !in.shares || in.alone, dirs...)
	if brought && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	shared, err := in.take(ctx, found)
	in.shared = append(in.shared, shared...)
	return err
}

// nonshared is what glibc's linker script has beside its shared library. Its atexit, at_quick_exit and pthread_atfork
// take the handle of the calling object from the word at __dso_handle, which has itself in it where gcc's crtbeginS.o is
// linked, and code here. The process gives these names, see package host.
const nonshared = "libc_nonshared.a"

// take opens what was found, but shared libraries, which it returns.
func (in *inputs) take(ctx context.Context, found []libs.Library) (shared []string, err error) {
	for _, l := range found {
		if l.Shared {
			shared = append(shared, atPath(l.Path))
		} else if filepath.Base(l.Path) == nonshared {
			continue
		} else if err := in.open(ctx, objfile.File{Path: l.Path}); err != nil {
			return nil, err
		}
	}
	return shared, nil
}

// atPath is the path of a shared library that is opened there, not one of the system's of that name.
func atPath(path string) string {
	if strings.Contains(path, "/") {
		return path
	}
	return "./" + path
}

// target is what the objects are for, or else this system.
func (in *inputs) target() triple.Triple {
	for i := range in.objects {
		if t, _, err := elf.Header(in.objects[i].Buffer.Bytes()); err == nil {
			return t
		}
	}
	return triple.Host()
}

// readStdin reads the standard input to its end, or until ctx ends: reading goes on then, for nobody. The program that
// is run finds nothing there.
func readStdin(ctx context.Context) (*objfmt.ObjectBuffer, error) {
	var data []byte
	read := make(chan error, 1)
	go func() {
		var err error
		data, err = io.ReadAll(os.Stdin)
		read <- err
	}()
	select {
	case err := <-read:
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return objfmt.NewBuffer("<stdin>", data), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("standard input: %w", context.Cause(ctx))
	}
}

// open opens a file unless it is open, or reads the standard input for "-", and sorts it.
func (in *inputs) open(ctx context.Context, f objfile.File) error {
	if f.Buffer == nil && f.Err == nil {
		f.Buffer, f.Err = in.buffer(ctx, f.Path)
	}
	if f.Buffer == nil {
		return f.Err
	}
	if in.apart {
		f.Buffer.Prefault()
	}
	return in.add(ctx, f)
}

// errStdin says that somebody wants the standard input again.
var errStdin = errors.New("standard input (-) can be read once")

// buffer opens a file or the standard input.
func (in *inputs) buffer(ctx context.Context, path string) (*objfmt.ObjectBuffer, error) {
	if path != "-" && in.maps {
		return objfmt.OpenBuffer(path)
	}
	if path != "-" {
		return in.files.Open(path)
	}
	if in.stdin {
		return nil, errStdin
	}
	in.stdin = true
	buf, err := readStdin(ctx)
	if err == nil {
		in.typed = buf.Bytes()
	}
	return buf, err
}

// add takes over a file that is open: archives and objects are kept apart, sources are compiled, a linker script is
// replaced by what it names and a shared library is to be opened, where the command does that.
func (in *inputs) add(ctx context.Context, f objfile.File) error {
	path, buf := f.Path, f.Buffer
	if f.Image != nil { // it can be nothing else
		in.addObject(f)
		return nil
	}
	a, err := ar.FromBufferContext(ctx, buf)
	if err == nil {
		a.External = ar.Beside(filepath.Dir(path))
		in.archives = append(in.archives, a)
		in.bytes += uint64(len(buf.Bytes()))
		return nil
	}
	if !errors.Is(err, objfmt.ErrUnknownFormat) {
		buf.Close()
		return err
	}
	kind := objfile.Recognize(path, buf.Bytes())
	switch language := in.language(path, kind, buf.Bytes()); {
	case language != "":
		obj, err := in.compile(ctx, path, language, buf)
		buf.Close()
		if err != nil {
			return err
		}
		f = objfile.File{Path: path, Buffer: obj}
	case kind == objfile.LinkerScript || len(buf.Bytes()) < 1<<16 && libs.IsScript(buf.Bytes()):
		buf.Close()
		t := in.target()
		found, err := libs.Expand(ctx, path, t, !in.shares || in.alone, in.find.all(t)...)
		if err != nil {
			return err
		}
		shared, err := in.take(ctx, found)
		in.shared = append(in.shared, shared...)
		return err
	case kind == objfile.SharedLibrary && in.shares:
		if in.runs {
			if is, err := in.openImage(path); is || err != nil {
				return errors.Join(err, buf.Close())
			}
		}
		in.shared = append(in.shared, atPath(path))
		return buf.Close()
	}
	in.addObject(f)
	return nil
}

// addObject adds what is an object, or nothing that is known.
func (in *inputs) addObject(f objfile.File) {
	in.objects = append(in.objects, f)
	in.bytes += uint64(len(f.Buffer.Bytes()))
}
