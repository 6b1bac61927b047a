//go:build !rtdyld_static

package world

import (
	"context"
	"io/fs"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/library"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// Here is this process.
var Here = library.World{
	Load: func(ctx context.Context, files fs.FS, names, shared []string) (*program.Program, error) {
		inputs := []host.Input{host.FS(files, names...)}
		for _, name := range shared {
			inputs = append(inputs, host.Library(name))
		}
		return host.Load(ctx, inputs...)
	},
	Callback: func(fn any) (library.Callable, error) {
		c, err := host.NewCallback(fn, host.CallbackConfig{})
		if err != nil {
			return nil, err
		}
		return c, nil
	},
}
