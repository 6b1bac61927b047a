//go:build cgo

package main

import "C"

// goTwice is called back by cgo.
//
//export goTwice
func goTwice(a int64) int64 { return 2 * a }
