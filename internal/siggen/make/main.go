// Make compiles the builds of a target of package siggen to a folder, for tests that run where no compilers
// do: under Wine.
//
//	make TARGET FOLDER
//
// Law: as the package's.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/internal/siggen"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("want TARGET FOLDER")
	}
	target, err := siggen.Named(args[0])
	if err != nil {
		return err
	}
	builds, err := siggen.Builds(target, siggen.Count(), nil)
	if err != nil {
		return err
	}
	for _, b := range builds {
		if err := b.Compile(filepath.Join(args[1], b.Name+".o")); err != nil {
			return err
		}
	}
	return nil
}
