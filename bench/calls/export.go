//go:build cgo

package main

import "C"

// goTwice is called back by cgo.
//
//export goTwice
func goTwice(a int64) int64 { return 2 * a }

// goSeven is called back by cgo.
//
//export goSeven
func goSeven(a int8, b float32, c int64, d float64, e bool, f int16, g uint32) float64 {
	return seven(a, b, c, d, e, f, g)
}

func seven(a int8, b float32, c int64, d float64, e bool, f int16, g uint32) float64 {
	if !e {
		return 0
	}
	return float64(a) + float64(b) + float64(c) + d + float64(f) + float64(g)
}
