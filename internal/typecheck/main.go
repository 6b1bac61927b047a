// Command typecheck type-checks a module and its tests for other systems, all from
// source: what the compiler would refuse there it refuses, in a tenth of the time that
// compiling takes. What is not seen is assembly, and what the linker does.
//
//	go run ./internal/typecheck GOOS/GOARCH...
package main

import (
	"fmt"
	"os"
)

func main() {
	bad := false
	c := newChecker()
	for _, target := range os.Args[1:] {
		n, errs := c.check(".", target)
		fmt.Printf("%s: %d packages\n", target, n)
		for _, err := range errs {
			bad = true
			fmt.Printf("%s: %v\n", target, err)
		}
	}
	if bad || len(os.Args) < 2 {
		os.Exit(1)
	}
}
