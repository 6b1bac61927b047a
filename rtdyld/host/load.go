package host

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld/explain"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// Load loads objects and archives into this process: what package program says of its
// Load is so here.
//
//	p, err := host.Load(ctx, host.File("scene.o"), host.Library("libm.so.6"))
//
// The shared libraries that linked images are bound to are opened, too, and searched after those of inputs.
// Objects of other formats than ELF set [Config.Triple], unless it is set: objects of macOS
// and Windows run as the package's documentation says.
func Load(ctx context.Context, inputs ...Input) (*program.Program, error) {
	var l loading
	l.take(inputs)
	return program.LoadInto(ctx, func(needs program.Needs) (program.World, error) {
		l.cfg.Needed = slices.Concat(l.cfg.Needed, needs.Libraries)
		if target := needs.Triple; l.cfg.Triple.IsZero() && !target.IsZero() && !target.IsELF() {
			l.cfg.Triple = target
		}
		p, err := Open(l.cfg)
		if err != nil {
			return nil, err // not p, which is not a nil World
		}
		return p, nil
	}, l.files...)
}

// Explain adds to an error of names that nobody defines what is known of them: functions and
// lines that use them, names that may have been meant, and the libraries of this system that
// have them. It implements [program.World].
func (p *Process) Explain(ctx context.Context, err error, images []*objfmt.ObjectImage, archives []*ar.Archive) error {
	return explain.Undefined(ctx, err, explain.Config{
		Images: images, Archives: archives, Libraries: libs.Dirs(p.LinkerConfig().Triple),
		Use: func(library string) string { return fmt.Sprintf("host.Library(%q)", library) },
	})
}

// Input is what [Load] makes a program of: files, and the configuration of the world around them.
type Input struct{ add func(*loading) }

// loading gathers inputs.
type loading struct {
	files []program.Input
	cfg   Config
}

func (l *loading) take(inputs []Input) {
	for _, in := range inputs {
		if in.add == nil {
			l.files = append(l.files, program.Input{}) // which is refused
		} else {
			in.add(l)
		}
	}
}

// file is an input of package program.
func file(in program.Input) Input {
	return Input{func(l *loading) { l.files = append(l.files, in) }}
}

// File is [program.File]: objects, archives and linked images by path.
func File(paths ...string) Input { return file(program.File(paths...)) }

// Trusted is [program.Trusted]: images in inputs whose hashes are not looked at.
func Trusted(inputs ...Input) Input {
	return within(program.Trusted, inputs)
}

// AnyLibrary is [program.AnyLibrary]: images in inputs that are bound to any libraries.
func AnyLibrary(inputs ...Input) Input {
	return within(program.AnyLibrary, inputs)
}

// Wrap is [program.Wrap]: names that are wrapped in all of the program's objects, as GNU ld's --wrap does.
func Wrap(names ...string) Input { return file(program.Wrap(names...)) }

// within has a function of package program go around the files of inputs.
func within(around func(...program.Input) program.Input, inputs []Input) Input {
	return Input{func(l *loading) {
		files := l.files
		l.files = nil
		l.take(inputs)
		l.files = append(files, around(l.files...))
	}}
}

// Bytes is [program.Bytes]: an object or an archive in memory.
func Bytes(name string, data []byte) Input { return file(program.Bytes(name, data)) }

// FS is [program.FS]: objects and archives of a file system, such as an embed.FS.
func FS(fsys fs.FS, names ...string) Input { return file(program.FS(fsys, names...)) }

// Whole is [program.Whole]: all members of the archives in inputs.
func Whole(inputs ...Input) Input {
	return within(program.Whole, inputs)
}

// Variants is [program.Variants]: names have variants for processors, of which the best for this one is taken.
func Variants(features ...string) Input { return file(program.Variants(features...)) }

// Library is shared libraries to open, by path or by a name that the dynamic linker searches
// for: see [Config.Libraries].
func Library(paths ...string) Input {
	return Input{func(l *loading) { l.cfg.Libraries = append(l.cfg.Libraries, paths...) }}
}

// With is all other configuration. Its Libraries come behind those of inputs before it.
func With(cfg Config) Input {
	return Input{func(l *loading) {
		before := l.cfg.Libraries
		l.cfg = cfg
		l.cfg.Libraries = slices.Concat(before, cfg.Libraries)
	}}
}
