//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || 386)

package host

import "github.com/go-rtdyld/rtdyld/rtdyld"

// withIndexTables returns u: 32-bit ARM alone has index tables.
func withIndexTables(u *unwinder) rtdyld.Unwinder { return u }
