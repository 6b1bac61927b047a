//go:build linux && (amd64 || arm64 || riscv64 || arm || 386) && rtdyld_nolinkname

package host

const CallsByPurego = true
