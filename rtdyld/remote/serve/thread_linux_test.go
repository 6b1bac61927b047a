package serve

import "golang.org/x/sys/unix"

// threadID tells threads apart, where that is possible.
func threadID() int { return unix.Gettid() }
