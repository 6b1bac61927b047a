//go:build !race

package elf_test

const raceEnabled = false
