//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// resolver finds names in the process and in libraries. It may be used
// concurrently.
type resolver struct {
	c      *libc
	scopes []uintptr // what dlsym is asked with, in order
	reads  *segments // told of objects that call dl_iterate_phdr, nil: nothing is
}

// checkEvery is after how many names a context is looked at.
const checkEvery = 256

// cnames has room for a name and a version as C strings. It is Go memory on the
// heap, which does not move.
type cnames struct{ b []byte }

var cnamesPool = sync.Pool{New: func() any { return new(cnames) }}

// Resolve implements rtdyld.Resolver.
func (r *resolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	im := r.c.loadedImages()
	buf := cnamesPool.Get().(*cnames)
	defer cnamesPool.Put(buf)
	for i := range refs {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name, version := splitVersion(refs[i].Name)
		if name == "" || strings.IndexByte(refs[i].Name, 0) >= 0 {
			continue
		}
		if s, ok := r.c.own(name, version); ok {
			out[i] = s
			continue
		}
		if name == iteratesSegments && r.reads != nil {
			r.reads.wanted.Store(true)
		}
		addr := r.find(buf, name, version)
		if addr == 0 {
			out[i], _ = r.missing(im, buf, name, version)
			continue
		}
		out[i] = im.describe(name, addr)
	}
	return nil
}

// find asks the dynamic linker.
func (r *resolver) find(buf *cnames, name, version string) (addr uintptr) {
	buf.b = append(append(buf.b[:0], name...), 0)
	buf.b = append(append(buf.b, version...), 0)
	cname, cversion := unsafe.Pointer(&buf.b[0]), unsafe.Pointer(&buf.b[len(name)+1])
	for _, scope := range r.scopes {
		if version != "" {
			addr = r.c.dlvsym(scope, cname, cversion)
		} else {
			addr = r.c.dlsym(scope, cname)
		}
		if addr != 0 {
			return addr
		}
	}
	return 0
}

// splitVersion cuts name@VERSION and name@@VERSION.
func splitVersion(s string) (name, version string) {
	name, version, _ = strings.Cut(s, "@")
	return name, strings.TrimLeft(version, "@")
}
