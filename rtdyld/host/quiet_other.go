//go:build (linux && (riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

// mainSignals are those that Go's threads leave to a program's: none on these processors.
const mainSignals = uint64(0)

// quiet does nothing on these processors.
func quiet() (end func()) { return func() {} }
