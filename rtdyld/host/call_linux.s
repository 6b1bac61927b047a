//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

// Functions without a body that stand for functions of the runtime (go:linkname)
// are allowed in packages that have an assembly file.
