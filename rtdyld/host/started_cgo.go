//go:build cgo

package host

// startedByC says that glibc has started this process, as of programs that a C linker has made: exit runs destructors of libraries then.
const startedByC = true
