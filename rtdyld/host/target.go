//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"sync"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/triple"
)

// hostTriple is what runs here: what C programs for the Go port usually have, but for the C library
// that this process has.
var hostTriple = sync.OnceValue(func() triple.Triple {
	t := triple.Host()
	v, _ := dlsym(purego.RTLD_DEFAULT, muslSymbol)
	t.Environment = libcEnvironment(t.Environment, v != 0, nativeConvention() != abi.Native())
	return t
})

// muslSymbol is what musl's dynamic linker has and no other (ldso/dynlink.c). That glibc's own
// names are there proves nothing: gcompat has some for musl.
const muslSymbol = "__dls3"

// libcEnvironment is the environment of a C library, where usual is that of the machine's glibc.
func libcEnvironment(usual triple.Environment, musl, softFloat bool) triple.Environment {
	switch hard := usual == triple.GNUEABIHF; {
	case musl && hard && softFloat:
		return triple.MuslEABI
	case musl && hard:
		return triple.MuslEABIHF
	case musl:
		return triple.Musl
	case hard && softFloat:
		return triple.GNUEABI
	}
	return usual
}
