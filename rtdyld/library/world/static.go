//go:build rtdyld_static

package world

import (
	"context"
	"io/fs"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld/library"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

// libc has what the program said.
var libc struct {
	sync.Mutex
	given    []static.Input
	archives []static.Archive // the same
}

// Libc says what the C library is of which libraries take what they refer to: see [static.Libc]. The program says so before it uses
// the first one, or loads something by [static.Load] with it.
func Libc(name string, data []byte) {
	libc.Lock()
	defer libc.Unlock()
	libc.given = append(libc.given, static.Libc(name, data))
	libc.archives = append(libc.archives, static.Archive{Name: name, Data: data})
}

// beside are shared libraries of gcc's, and a name that archives have instead of each: those that rtdyld libc -c++ makes.
var beside = map[string]string{"libgcc_s": "_Unwind_RaiseException", "libstdc++": "__cxa_throw"}

// has returns an error for a shared library whose names are not in what the program brings along.
func has(ctx context.Context, library string, archives []static.Archive) error {
	if static.InLibc(library) {
		return nil
	}
	stem, _, _ := strings.Cut(library, ".so")
	name, ok := beside[stem]
	if !ok {
		return &static.UnsupportedError{What: library, Why: "a static program opens no shared library: embed its archive (rtdyld bind -with)"}
	}
	for _, in := range archives {
		a, err := ar.Parse(in.Name, in.Data)
		if err != nil {
			return err
		}
		if _, ok, err := a.LookupContext(ctx, name); ok || err != nil {
			return err
		}
	}
	return &static.UnsupportedError{What: library, Why: "a static program opens no shared library, and its C library has no C++: rtdyld libc -c++ makes one that has"}
}

// Here is this process, which has no C library but the one that it brings along.
var Here = library.World{
	Load: func(ctx context.Context, files fs.FS, names, shared []string) (*program.Program, error) {
		libc.Lock()
		inputs, archives := append([]static.Input{static.FS(files, names...)}, libc.given...), libc.archives
		libc.Unlock()
		for _, name := range shared {
			if err := has(ctx, name, archives); err != nil {
				return nil, err
			}
		}
		return static.Load(ctx, inputs...)
	},
	Callback: func(fn any) (library.Callable, error) { return static.NewCallback(fn) },
}
