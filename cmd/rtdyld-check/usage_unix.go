//go:build unix

package main

import "golang.org/x/sys/unix"

// cpuSeconds is the user and system time of the process so far.
func cpuSeconds() (user, system float64) {
	var ru unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &ru) != nil {
		return 0, 0
	}
	return float64(ru.Utime.Sec) + float64(ru.Utime.Usec)*1e-6, float64(ru.Stime.Sec) + float64(ru.Stime.Usec)*1e-6
}
