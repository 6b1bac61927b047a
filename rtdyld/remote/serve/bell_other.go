//go:build !linux

package serve

import "time"

// sleep returns at once: here threads wait by Go's means alone.
func sleep(*uint32, uint32, time.Duration) {}

func rouse(*uint32) {}
