//go:build linux && (amd64 || riscv64 || ppc64le || (s390x && go1.27) || 386)

package host

import "github.com/go-rtdyld/rtdyld/rtdyld"

// builtin gives the names that only a compiler's own library has, for code that it
// makes for this machine: none.
func builtin(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{}, false }
