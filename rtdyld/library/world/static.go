//go:build rtdyld_static

package world

import (
	"context"
	"io/fs"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/library"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

// libc has what the program said.
var libc struct {
	sync.Mutex
	given []static.Input
}

// Libc says what the C library is of which libraries take what they refer to: see [static.Libc]. The program says so before it uses
// the first one, or loads something by [static.Load] with it.
func Libc(name string, data []byte) {
	libc.Lock()
	defer libc.Unlock()
	libc.given = append(libc.given, static.Libc(name, data))
}

// Here is this process, which has no C library but the one that it brings along.
var Here = library.World{
	Load: func(ctx context.Context, files fs.FS, names, shared []string) (*program.Program, error) {
		for _, name := range shared {
			if !static.InLibc(name) {
				return nil, &static.UnsupportedError{What: name, Why: "a static program opens no shared library: embed its archive (rtdyld bind -with)"}
			}
		}
		libc.Lock()
		inputs := append([]static.Input{static.FS(files, names...)}, libc.given...)
		libc.Unlock()
		return static.Load(ctx, inputs...)
	},
	Callback: func(fn any) (library.Callable, error) { return static.NewCallback(fn) },
}
