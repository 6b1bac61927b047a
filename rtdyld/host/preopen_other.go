//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386))

package host

import "context"

// Preopen has nothing to open on this system.
func Preopen(context.Context) error { return nil }
