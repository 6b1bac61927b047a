//go:build !(linux && (amd64 || arm64 || riscv64 || loong64 || ppc64le || s390x || mips64 || mips64le || mipsle || arm || 386) && !rtdyld_nolinkname) && !(windows && amd64)

package abi

func privateStack(*Convention) (Caller, error) {
	return nil, &UnsupportedError{What: "calls on private stacks"}
}

// freeStack has nothing to free: no frame has a stack.
func freeStack(*Frame) {}
