//go:build unix

package rtdyld_test

import (
	"runtime/metrics"

	"golang.org/x/sys/unix"
)

// usage is what this process has used so far.
func usage() used {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	var r unix.Rusage
	unix.Getrusage(unix.RUSAGE_SELF, &r)
	seconds := func(t unix.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return used{seconds(r.Utime) + seconds(r.Stime), sample[0].Value.Uint64()}
}
