//go:build amd64 || arm64 || riscv64 || arm || 386

// Functions without a body that stand for functions of the runtime (go:linkname)
// are allowed in packages that have an assembly file.
