//go:build !amd64 && !arm64 && !riscv64 && !loong64 && !ppc64le && !s390x && !mips64 && !mips64le && !mipsle && !arm && !386

package abi

// entryAddr says that this machine can call nothing.
const entryAddr uintptr = 0
