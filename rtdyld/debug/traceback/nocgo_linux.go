//go:build !cgo && (amd64 || arm64 || ppc64le)

package traceback

import "unsafe"

// These variables of the runtime are runtime/cgo's, and nil in a program without cgo, even
// in one that has something in the place of the rest of runtime/cgo.

//go:linkname cgoCallers _cgo_callers
var cgoCallers unsafe.Pointer

//go:linkname cgoSetTracebackFunctions _cgo_set_traceback_functions
var cgoSetTracebackFunctions unsafe.Pointer

//go:linkname cgoCallTracebackFunction _cgo_call_traceback_function
var cgoCallTracebackFunction unsafe.Pointer

//go:linkname cgoCallSymbolizerFunction _cgo_call_symbolizer_function
var cgoCallSymbolizerFunction unsafe.Pointer

// substitutes returns the addresses of functions that do what those of runtime/cgo do.
func substitutes() (callers, set, callTraceback, callSymbolizer uintptr)

// provide gives the runtime what is missing. It is called before SetCgoTraceback: until
// then the runtime has no use for it. undo takes it back, for a hook of somebody else who has
// it without.
func provide() (undo func()) {
	if cgoCallers != nil {
		return func() {}
	}
	callers, set, callTraceback, callSymbolizer := substitutes()
	cgoSetTracebackFunctions = foreign(set)
	cgoCallTracebackFunction = foreign(callTraceback)
	cgoCallSymbolizerFunction = foreign(callSymbolizer)
	cgoCallers = foreign(callers)
	return func() {
		cgoCallers, cgoSetTracebackFunctions, cgoCallTracebackFunction, cgoCallSymbolizerFunction = nil, nil, nil, nil
	}
}
