//go:build linux && !cgo && !rtdyld_nolinkname

package static_test

import (
	"os"
	"testing"
)

// What compiles programs for this machine: with musl, and with glibc in C and C++. Of other libraries all machines have
// the same headers.
var (
	muslCompiler = []string{"aarch64-linux-gnu-gcc", "-specs=/usr/lib/aarch64-linux-musl/musl-gcc.specs"}
	gnuC         = []string{"aarch64-linux-gnu-gcc", "-idirafter", "/usr/include", "-idirafter", "/usr/include/x86_64-linux-gnu"}
	gnuCxx       = []string{"clang++", "--target=aarch64-linux-gnu", "-std=c++17"}
)

// debianLibraries is where Debian has archives that are compiled with glibc's headers.
const debianLibraries = "/usr/lib/aarch64-linux-gnu/"

// Of how many programs one is run where not all are: an emulator runs them.
const programsStep, othersStep = 40, 4

// missingTools skips the test where archives of another machine are not to be had: CI has them if Debian's mirror answers.
func missingTools(t testing.TB) {
	for _, f := range []string{"/usr/lib/aarch64-linux-musl/crt1.o", debianLibraries + "libcrypto.a"} {
		if _, err := os.Stat(f); err != nil {
			t.Skip("libraries of another machine are not to be had: ", err)
		}
	}
}
