//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386))

package keeper

// Keep does nothing: there are no executors on this system.
func (*Options) Keep() (status int, ok bool) { return 0, false }

// Adopt does nothing: there are no executors on this system.
func Adopt() (end func()) { return func() {} }
