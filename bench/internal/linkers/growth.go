//go:build linux

package linkers

import (
	"fmt"
	"os"
	"path/filepath"
)

// LinkBytes is the least time, in seconds of processors and without reading files, that rtdyld needs for objects, of some runs.
func LinkBytes(rtdyld string, objects [][]byte, runs int) (float64, error) {
	dir, err := os.MkdirTemp("", "linkers")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	var files []string
	for i, o := range objects {
		files = append(files, filepath.Join(dir, fmt.Sprintf("o%06d.o", i)))
		if err := os.WriteFile(files[i], o, 0o666); err != nil {
			return 0, err
		}
	}
	var all []Cost
	for range runs {
		c, err := Run([]string{rtdyld, "link", "-times", "-j", "1", "-undefined=phony"}, files)
		if err != nil {
			return 0, err
		}
		all = append(all, c)
	}
	return Total(all).CPU, nil
}

// Total is the least of all of a link that rtdyld link -times has printed.
func Total(cs []Cost) Step {
	steps := LeastSteps(cs)
	if len(steps) == 0 {
		return Step{}
	}
	return steps[len(steps)-1]
}
