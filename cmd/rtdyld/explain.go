package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/explain"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// hint is an error with a line on how to go on.
type hint struct {
	err  error
	text string
}

func (e *hint) Error() string { return e.err.Error() + "\n" + e.text }

// Unwrap returns the error itself.
func (e *hint) Unwrap() error { return e.err }

// closeImages gives images up that a linker holds.
func closeImages(imgs []*objfmt.ObjectImage) {
	for _, img := range imgs {
		img.Close()
	}
}

// demangled is a name as the source has it.
func demangled(name string) string { return demangle.Filter(name) }

// undefined says of names that a program to run lacks where they are used, what has them and
// what may have been meant, and of objects for another processor how they run.
func undefined(ctx context.Context, err error, in *inputs, imgs []*objfmt.ObjectImage, paths []string) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, rtdyld.ErrTarget) {
		return otherTarget(err, imgs, paths)
	}
	dir, _ := os.Getwd()
	cfg := explain.Config{Dir: dir, Images: imgs, Archives: in.archives, Demangle: demangled}
	if in.alone {
		cfg.Names = []string{}
		cfg.Archives = append(cfg.Archives[:len(cfg.Archives):len(cfg.Archives)], broughtNames()...)
		return notBrought(explain.Undefined(ctx, err, cfg))
	}
	target := in.objectTarget(imgs)
	cfg.Libraries = in.find.all(target)
	cfg.Use = func(library string) string { return use(ctx, library, target, cfg.Libraries) }
	return explain.Undefined(ctx, err, cfg)
}

// use is the option that adds a library, or an archive in one of some folders.
func use(ctx context.Context, library string, t triple.Triple, dirs []string) string {
	name, ok := strings.CutSuffix(strings.TrimPrefix(library, "lib"), ".a")
	if !ok {
		return "-lib " + library
	}
	if found, err := libs.Find(ctx, name, t, false, dirs...); err == nil && len(found) == 1 && filepath.Base(found[0].Path) == library {
		return "-l " + name
	}
	return "-l :" + library // a shared library has that name, too
}

// objectTarget is what the images are for, this system if there are none.
func (in *inputs) objectTarget(imgs []*objfmt.ObjectImage) triple.Triple {
	if len(imgs) > 0 {
		return imgs[0].Triple
	}
	return in.target()
}

// unresolved says of names that a link lacks where they are used and how they get addresses.
func unresolved(ctx context.Context, err error, in *inputs, imgs []*objfmt.ObjectImage) error {
	if !errors.Is(err, rtdyld.ErrUndefined) {
		return err
	}
	debug.SetGCPercent(100) // what is found out makes more garbage than a link
	dir, _ := os.Getwd()
	err = explain.Undefined(ctx, err, explain.Config{Dir: dir, Images: imgs, Archives: in.archives, Names: []string{}, Demangle: demangled})
	return &hint{err, "external names have no address in a link: give each one by -define SYM=ADDR or -layout FILE, or all one by -undefined=phony; rtdyld run binds them to this process"}
}

// emulators are what runs code of other processors, with the folder that Debian's cross compilers have
// its libraries in, Go's name of the processor, and options of go build where Go's choice of a
// dynamic linker is not Debian's.
var emulators = []struct {
	is                             func(triple.Arch) bool
	command, folder, arch, options string
}{
	{triple.Arch.IsAArch64, "qemu-aarch64", "/usr/aarch64-linux-gnu", "arm64", ""},
	{func(a triple.Arch) bool { return a == triple.RISCV64 }, "qemu-riscv64", "/usr/riscv64-linux-gnu", "riscv64", " -ldflags='-I /lib/ld-linux-riscv64-lp64d.so.1'"},
	{func(a triple.Arch) bool { return a == triple.PPC64LE }, "qemu-ppc64le", "/usr/powerpc64le-linux-gnu", "ppc64le", ""},
	{func(a triple.Arch) bool { return a == triple.SystemZ }, "qemu-s390x", "/usr/s390x-linux-gnu", "s390x", " -ldflags='-I /lib/ld64.so.1'"},
	{func(a triple.Arch) bool { return a.IsARM() || a.IsThumb() }, "qemu-arm", "/usr/arm-linux-gnueabihf", "arm", " -ldflags='-I /lib/ld-linux-armhf.so.3'"},
	{func(a triple.Arch) bool { return a == triple.X86 }, "qemu-i386", "/usr/i686-linux-gnu", "386", ""},
	{func(a triple.Arch) bool { return a == triple.X86_64 }, "qemu-x86_64", "/usr/x86_64-linux-gnu", "amd64", ""},
}

// otherTarget names the executor that runs code of another processor.
func otherTarget(err error, imgs []*objfmt.ObjectImage, paths []string) error {
	host := triple.Host()
	for _, img := range imgs {
		if !img.Triple.IsELF() || host.CheckObject(img.Triple) == nil {
			continue
		}
		for _, e := range emulators {
			if e.is(img.Triple.Arch) {
				return &hint{err, fmt.Sprintf(`code for another processor runs in an executor: rtdyld run -executor "%s -L %s ./rtdyld-executor" %s (GOARCH=%s CGO_ENABLED=0 go build%s github.com/go-rtdyld/rtdyld/cmd/rtdyld-executor)`,
					e.command, e.folder, strings.Join(paths, " "), e.arch, e.options)}
			}
		}
	}
	return err
}

// notStartedError says which file of the command of -executor is not there.
type notStartedError struct {
	Command, Missing string
	Err              error
}

func (e *notStartedError) Error() string {
	return fmt.Sprintf("%v; there is no file %s, of -executor %q", e.Err, e.Missing, e.Command)
}

// Unwrap returns what the system said.
func (e *notStartedError) Unwrap() error { return e.Err }

// notStarted says which file of -executor is not there: emulators end without a word then.
func (o *isolation) notStarted(err error) error {
	for word := range strings.FieldsSeq(o.command) {
		if !strings.Contains(word, "/") || strings.HasPrefix(word, "-") {
			continue
		}
		if _, missing := os.Stat(filepath.Clean(word)); os.IsNotExist(missing) {
			return &notStartedError{o.command, word, err}
		}
	}
	return err
}
