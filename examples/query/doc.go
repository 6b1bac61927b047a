// Query counts the rows that a filter lets through, in four ways: the filter compiled to
// native code while the program runs, plain Go that walks the filter's tree for each row, Go
// closures made of the tree once, and the default filter written in Go by hand.
//
//	go run ./examples/query
//	go run ./examples/query -rows 1000000 'qty % 10 == 3 || price < 2.5 && region != 4'
//
// It needs LLVM's library (Debian's package libllvm14, or any later one) or clang.
//
// What a filter is, and the four ways, are in examples/internal/filter; examples/stencil has the same filters without a compiler.
//
// Law: an example; it knows the engine and the process as any program can.
package main
