// Kaleidoscope is a small language that is compiled line by line while it is typed.
//
//	go run ./examples/kaleidoscope
//	go run ./examples/kaleidoscope -cache /tmp/kaleidoscope < program
//
// It needs LLVM's library (Debian's package libllvm14, or any later one) or clang.
//
// Every value is a float64.
//
//	def name(a b) value     defines a function, or puts another in its place
//	extern name(a)          a function of the C library that takes and gives doubles
//	value                   is computed and printed
//	# a comment
//
// A value is a number, a name, a call, one in parentheses, -value, or
//
//	value : value           both, the first is dropped
//	value < value           1 or 0; also <=, >, >=, ==, !=
//	value + value           also -, *, /
//	if value then value else value
//	for name = value, value, value in value
//	let name = value in value
//
// A for has first value, condition, step and what is done; it is 0. A line that is not
// complete goes on with the next one. printd(x) prints a number, putchard(x) a character.
// :functions lists what is defined, :stats tells how much was compiled, :quit ends.
//
// Each line is a module of its own. A function is one behind a stub: it is compiled when it is
// first called, may call what is defined later, and a new definition reaches those who called the
// old one. -cache keeps what was compiled for the next session.
//
// Programs are not watched: one that does not end, or recurses without end, takes
// this program with it.
//
// parse.go reads the language, ir.go writes LLVM's IR of it, session.go has the engine,
// main.go the reading of lines.
//
// Law: an example; it knows the engine and the process as any program can.
package main
