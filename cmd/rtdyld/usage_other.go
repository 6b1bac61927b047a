//go:build !unix

package main

import "time"

var began = time.Now()

// cpuSeconds is wall time where the host has no cheaper answer.
func cpuSeconds() float64 { return time.Since(began).Seconds() }

func maxRSS() int64 { return 0 }
