//go:build !(linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386))

package host

import "unsafe"

// OpenJITCollector needs Linux: the error matches [ErrSystem].
func OpenJITCollector(string) (notify func(event uint32, data unsafe.Pointer), err error) {
	return nil, ErrSystem
}
