//go:build race

package abi

const raceEnabled = true
