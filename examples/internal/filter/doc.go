// Package filter is what the examples with filters share: their language, in parse.go; the ways of Go to count the rows that one lets through, in
// tree.go; LLVM's IR of a filter, in ir.go, and in native.go that compiled, linked and called.
//
// A filter is of numbers, the columns price (float64), qty and region (int32), the
// operators
//
//	||  &&  ==  !=  <  <=  >  >=  +  -  *  /  %  !  -
//
// in C's order of precedence, and parentheses. Integers have 64 bits and wrap; an integer
// beside a float becomes one. A division is of floats, so that no row can trap; behind % stands
// an integer literal above 0.
//
// Law: for examples; it knows the engine and the process as any program can.
package filter
