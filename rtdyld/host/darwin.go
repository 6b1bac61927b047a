//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// darwin is the resolver for objects of Apple's systems: C names have a prefix that
// they do not have here, and some functions another name.
type darwin struct {
	base   rtdyld.Resolver
	prefix string
}

// darwinNames has names of Apple's C library that are others here, without prefix.
var darwinNames = map[string]string{
	"__stdinp": "stdin", "__stdoutp": "stdout", "__stderrp": "stderr",
	"__error": "__errno_location", "__bzero": "bzero", "__exp10": "exp10", "__exp10f": "exp10f",
}

// stackGuard is the word that code compiled with a stack protector compares with
// itself; glibc has its own in the thread's block.
var stackGuard = sync.OnceValue(func() *uint64 {
	var b [8]byte
	rand.Read(b[:])
	p := new(uint64)
	*p = binary.LittleEndian.Uint64(b[:]) &^ 0xff // a string does not run over it
	return p
})

// Addresses of the functions in darwin_amd64.s.
var memsetPattern4, memsetPattern8, memsetPattern16 uintptr

// Resolve implements rtdyld.Resolver.
func (d *darwin) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	ask := make([]rtdyld.Ref, len(refs))
	for i, r := range refs {
		name, ok := strings.CutPrefix(r.Name, d.prefix)
		if !ok {
			continue // "" is never found
		}
		switch name {
		case "__stack_chk_guard":
			out[i] = rtdyld.Symbol{Addr: uint64(uintptr(unsafe.Pointer(stackGuard()))), Size: 8, Kind: rtdyld.Data, Found: true}
			continue
		case "memset_pattern4":
			out[i], _ = function(memsetPattern4)
			continue
		case "memset_pattern8":
			out[i], _ = function(memsetPattern8)
			continue
		case "memset_pattern16":
			out[i], _ = function(memsetPattern16)
			continue
		}
		if other, ok := darwinNames[name]; ok {
			name = other
		}
		ask[i] = r
		ask[i].Name = name
	}
	found := make([]rtdyld.Symbol, len(refs))
	if err := d.base.Resolve(ctx, ask, found); err != nil {
		return err
	}
	for i := range found {
		if found[i].Found {
			out[i] = found[i]
		}
	}
	return nil
}
