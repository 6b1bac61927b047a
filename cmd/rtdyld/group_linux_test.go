package main

import "github.com/go-rtdyld/rtdyld/internal/cgroup"

// canGroup tells whether memory can be limited in a control group here.
func canGroup() bool {
	g, err := cgroup.Make(1 << 30)
	return err == nil && g.Remove() == nil
}
