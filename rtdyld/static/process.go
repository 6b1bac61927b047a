package static

import (
	"context"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// Process is this process with its C library as linkers see it, for programs that have a linker of their own: [Load] is one
// with all that. Its methods may be called concurrently.
type Process struct{ w program.World }

// Open starts the C library, if that has not happened. The caller must close the process after the objects that are loaded with it are unloaded.
func Open(ctx context.Context, cfg Config) (*Process, error) {
	w, err := open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return &Process{w}, nil
}

// LinkerConfig returns a configuration that is ready for rtdyld.New, with the names of the C library, of which it links what is asked for. A field may be replaced or
// wrapped before use.
func (p *Process) LinkerConfig() rtdyld.Config { return p.w.LinkerConfig() }

// Caller calls loaded code.
func (p *Process) Caller() abi.Caller { return p.w.Caller() }

// Close writes what C's streams hold. The error is a *[StdioError].
func (p *Process) Close() error { return p.w.Close() }

// Explain adds to an error about names that nobody defines why the C library does not have them, if it is known of any: as a *[MissingError].
func Explain(err error) error { return missing(err) }

// InLibc reports whether musl's libc.a has what a shared library of glibc's has, by that library's name: libm.so.6, libpthread.so.
func InLibc(library string) bool {
	name, version, ok := strings.Cut(library, ".so")
	return ok && inLibc[name] && strings.Trim(version, ".0123456789") == ""
}

// inLibc are such libraries.
var inLibc = map[string]bool{"libc": true, "libm": true, "libpthread": true, "libdl": true, "librt": true, "libutil": true, "libcrypt": true, "libresolv": true}
