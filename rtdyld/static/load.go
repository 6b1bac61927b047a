package static

import (
	"context"
	"io/fs"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// Load loads objects and archives into this process: what package program says of its Load is so here. Names that they leave
// undefined are those of libc.
func Load(ctx context.Context, inputs ...Input) (*program.Program, error) {
	var l loading
	l.take(inputs)
	return program.LoadInto(ctx, func(program.Needs) (program.World, error) { return open(ctx, l.cfg) }, l.files...)
}

// Config says what programs run with. The zero value, with a Libc, is usable.
type Config struct {
	// Libc is musl's libc.a, alone or as rtdyld libc makes it, and what it needs besides, such as a compiler's builtins (libgcc.a):
	// archives that are searched in order. What is given once holds for the process; empty: what is there.
	Libc []Archive
	// Whole links all of the first archive when libc starts, not what is needed when it is: some 20 milliseconds, and whatever is
	// asked for later is there.
	Whole bool
	// Listeners are told of the program's objects, and before that of libc's, of those, too, that are linked later: those of packages
	// debug/gdbjit, debug/perf and debug/symbolize for example. With the program's Close what they are told of libc's ends.
	Listeners []rtdyld.Listener
	// Recorder is told what the program's linker does, not libc's: see package rtdyld/record. nil: there is none.
	Recorder rtdyld.Recorder
	// Args are the arguments that constructors see, the program's name first. nil: those of this program. What libc is told is
	// what its first Load says.
	Args []string
	// Glibc says that the objects were compiled with glibc's headers, as Debian's archives are: functions whose structures or numbers
	// musl has otherwise (regcomp, regexec, ftw, nftw) are given to them as glibc has them. It needs an archive that rtdyld libc has made.
	Glibc bool
}

// Archive is an archive in memory. Data must not change as long as the process lives.
type Archive struct {
	Name string // what errors call it
	Data []byte
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

// Libc is an archive with the C library, or with what it needs, behind those before it: see [Config.Libc].
func Libc(name string, data []byte) Input {
	return Input{func(l *loading) { l.cfg.Libc = append(l.cfg.Libc, Archive{name, data}) }}
}

// With is all other configuration. Its Libc comes behind that of inputs before it.
func With(cfg Config) Input {
	return Input{func(l *loading) {
		before := l.cfg.Libc
		l.cfg = cfg
		l.cfg.Libc = slices.Concat(before, cfg.Libc)
	}}
}

// file is an input of package program.
func file(in program.Input) Input {
	return Input{func(l *loading) { l.files = append(l.files, in) }}
}

// File is [program.File]: objects and archives by path.
func File(paths ...string) Input { return file(program.File(paths...)) }

// Bytes is [program.Bytes]: an object or an archive in memory.
func Bytes(name string, data []byte) Input { return file(program.Bytes(name, data)) }

// FS is [program.FS]: objects and archives of a file system, such as an embed.FS.
func FS(fsys fs.FS, names ...string) Input { return file(program.FS(fsys, names...)) }

// Whole is [program.Whole]: all members of the archives in inputs.
func Whole(inputs ...Input) Input {
	return Input{func(l *loading) {
		files := l.files
		l.files = nil
		l.take(inputs)
		l.files = append(files, program.Whole(l.files...))
	}}
}

// Variants is [program.Variants]: names have variants for processors, of which the best for this one is taken.
func Variants(features ...string) Input { return file(program.Variants(features...)) }
