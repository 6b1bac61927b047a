//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package objfmt

// readNow reads nothing: there is no call that does not wait.
func readNow(int, []byte) int { return 0 }
