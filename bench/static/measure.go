//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// burst is how many calls are timed at once, and bursts how often: the least time counts.
const burst, bursts = 200, 2000

// measure prints this program's figures.
func measure(libc, object string, whole bool) error {
	data, err := os.ReadFile(libc) // which a program embeds
	if err != nil {
		return err
	}
	before := used()
	bind, err := load(data, object, whole)
	if err != nil {
		return err
	}
	f := figures{Call: time.Hour, Start: used() - before}
	var add func(a, b int64) int64
	if err := bind("add", &add); err != nil {
		return err
	}
	for range bursts {
		start := time.Now()
		for range burst {
			add(1, 2)
		}
		f.Call = min(f.Call, time.Since(start))
	}
	if n := add(1, 2); n != 3 {
		return fmt.Errorf("1 and 2 are %d", n)
	}
	return json.NewEncoder(os.Stdout).Encode(f)
}

// used is the time of processors that this process has had.
func used() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
