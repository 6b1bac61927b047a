// Query counts the rows that a filter lets through, in four ways: the filter compiled to
// native code while the program runs, plain Go that walks the filter's tree for each row, Go
// closures made of the tree once, and the default filter written in Go by hand.
//
//	go run ./examples/query
//	go run ./examples/query -rows 1000000 'qty % 10 == 3 || price < 2.5 && region != 4'
//
// It needs LLVM's library (Debian's package libllvm14, or any later one) or clang.
//
// parse.go reads a filter, ir.go writes LLVM's IR of it, native.go has that compiled, linked
// and called; tree.go has the ways of Go.
//
// # Filters
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
// Law: an example; it knows the engine and the process as any program can.
package main
