//go:build !linux

package interrupt

// likeOthers leaves signals to Go's runtime.
func likeOthers() {}
