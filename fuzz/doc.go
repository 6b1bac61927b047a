// Package fuzz states what must hold of the parsers of objects and archives whatever
// bytes they read, and has the fuzz targets that look for bytes where it does not:
//
//	go test ./fuzz -fuzz '^FuzzObject$' -fuzzminimizetime 20x
//
// (longer minimizing takes most of the time). Tests of the parsers call the same checks with
// damage of their own. An input that a target has found stays as a case with a name in
// testdata/fuzz, or in a test beside the parser.
//
// Law: it knows what a parser promises, not how it keeps it; for tests alone.
package fuzz
