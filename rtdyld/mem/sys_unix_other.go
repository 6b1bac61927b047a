//go:build (linux && !amd64) || darwin

package mem

// flagLow is no flag: only Linux on x86-64 has one that has mmap(2) choose an
// address below 2 GiB.
const flagLow = 0
