//go:build !linux

package serve

// threadID tells threads apart, where that is possible.
func threadID() int { return 0 }
