//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host_test

import (
	"fmt"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func ExampleCaller() {
	caller, err := host.Caller()
	if err != nil {
		fmt.Println(err)
		return
	}
	addr, err := purego.Dlsym(purego.RTLD_DEFAULT, "labs") // or Linker.Lookup
	if err != nil {
		fmt.Println(err)
		return
	}
	labs, err := abi.Func1[int, int](caller, uint64(addr))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(labs(-42))
	// Output: 42
}
