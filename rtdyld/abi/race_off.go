//go:build !race

package abi

const underRace = false

func watches(Caller) bool { return false }
