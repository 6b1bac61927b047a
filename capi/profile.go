//go:build cgo && linux && rtdyld_profile

package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"time"
)

// profileFile names the file that a library with the tag rtdyld_profile writes a profile of the process to, which ends profileTime after the library's
// start: orc/profile.sh makes rtdyld.pgo so.
const (
	profileFile = "RTDYLD_PROFILE"
	profileTime = 30 * time.Second
)

func init() {
	name := os.Getenv(profileFile)
	if name == "" {
		return
	}
	f, err := os.Create(name)
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", profileFile, err)
		os.Exit(1)
	}
	time.AfterFunc(profileTime, func() {
		pprof.StopCPUProfile()
		if err := f.Close(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", profileFile, err)
			os.Exit(1)
		}
		os.Exit(0)
	})
}
