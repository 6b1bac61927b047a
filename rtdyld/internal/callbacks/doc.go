// Package callbacks makes C functions that call Go functions: of code in assembly that saves what C has passed, and of thunks over it that
// say which function is meant. How Go is entered from C is crosscall2, which the program has from cgo, from purego, or from static/callback.
//
// Law: what a callback does is the same in every world; a world adds nothing but crosscall2.
package callbacks
