package main

import "golang.org/x/sys/unix"

// hide has other processes of the same user not read this one's memory and environment: an
// isolated program could, by /proc and ptrace. It has no core file then.
func hide() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) }
