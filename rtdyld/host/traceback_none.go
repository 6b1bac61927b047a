//go:build linux && (riscv64 || (s390x && go1.27) || arm || 386 || ((amd64 || arm64 || ppc64le) && rtdyld_nolinkname))

package host

import "github.com/go-rtdyld/rtdyld/rtdyld"

// traced has nothing: there is no hook on this processor, or package traceback needs names
// that the tag rtdyld_nolinkname is for programs without.
func (p *Process) traced() []rtdyld.Listener { return nil }

func opened(uintptr)  {}
func closing(uintptr) {}
