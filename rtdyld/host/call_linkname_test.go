//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386) && !rtdyld_nolinkname

package host

const CallsByPurego = false
