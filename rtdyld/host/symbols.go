//go:build linux && amd64

package host

import (
	"context"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// resolver finds names in the process and in libraries. It may be used
// concurrently.
type resolver struct {
	c      *libc
	scopes []uintptr // what dlsym is asked with, in order
}

// checkEvery is after how many names a context is looked at.
const checkEvery = 256

// Resolve implements rtdyld.Resolver.
func (r *resolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	im := r.c.loadedImages()
	var cname []byte // the name for C, kept for the next
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
		cname = append(append(cname[:0], name...), 0)
		cname = append(append(cname, version...), 0)
		addr := r.find(cname, len(name)+1, version != "")
		if addr == 0 {
			out[i], _ = r.missing(im, name, version)
			continue
		}
		out[i] = im.describe(name, addr)
	}
	return nil
}

// find asks the dynamic linker. cname is the name and, at off, the version.
func (r *resolver) find(cname []byte, off int, versioned bool) (addr uintptr) {
	for _, scope := range r.scopes {
		if versioned {
			addr, _, _ = purego.SyscallN(r.c.dlvsym, scope, uintptr(unsafe.Pointer(&cname[0])), uintptr(unsafe.Pointer(&cname[off])))
		} else {
			addr, _, _ = purego.SyscallN(r.c.dlsym, scope, uintptr(unsafe.Pointer(&cname[0])))
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
