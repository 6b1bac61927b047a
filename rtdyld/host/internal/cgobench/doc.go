// Package cgobench measures the callers of this module beside cgo, in one program:
//
//	CGO_ENABLED=1 go test -bench . ./rtdyld/host/internal/cgobench
//
// Law: benchmarks only. It is the one package that uses cgo, and it is empty
// without it.
package cgobench
