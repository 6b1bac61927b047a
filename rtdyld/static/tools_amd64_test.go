//go:build linux && !cgo && !rtdyld_nolinkname

package static_test

import "testing"

// What compiles programs for this machine: with musl, and with glibc in C and C++, whose links take what linking adds.
var (
	muslCompiler = []string{"musl-gcc"}
	gnuC         = []string{"gcc"}
	gnuCxx       = []string{"g++"}
)

// debianLibraries is where Debian has archives that are compiled with glibc's headers.
const debianLibraries = "/usr/lib/x86_64-linux-gnu/"

// Of how many programs one is run where not all are.
const programsStep, othersStep = 4, 1

func missingTools(testing.TB) {}
