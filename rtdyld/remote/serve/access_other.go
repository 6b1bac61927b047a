//go:build !linux && !darwin

package serve

// OwnMemory accesses the memory of this process. It is nil where it cannot be.
func OwnMemory() Memory { return nil }
