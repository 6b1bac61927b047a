//go:build linux && !amd64 && !386 && !arm64 && !riscv64 && !loong64 && !ppc64le && !s390x && !mips64 && !mips64le && !mipsle && !arm

package mem

// canFlush says that there is no way to make code visible to instruction fetch on
// this architecture yet, so no manager for code is made.
const canFlush = false

func flushICache([]byte) error { return nil }
