//go:build !race

package coff_test

const raceEnabled = false
