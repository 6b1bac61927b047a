//go:build amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x || mips64 || mips64le || mipsle || arm || 386

package abi

// entryAddr is the address of the entry of this machine's conventions, a C function, set
// in assembly.
var entryAddr uintptr
