//go:build linux && (arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

// closeOwnPC is 0: the process's memory is not opened on this processor.
const closeOwnPC uintptr = 0
