//go:build !cgo

package host

// startedByC says that glibc has not started this process: Go's linker made it.
const startedByC = false
