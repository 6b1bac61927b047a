// Package program is the short way from object files and archives to Go functions: it
// loads them, binds them to each other and to the world around them, and sets
// function variables by name.
//
//	p, err := host.Load(ctx, host.File("scene.o"), host.Library("libm.so.6"))
//	...
//	defer p.Close()
//	var brightness func(x, y float64) float64 // double brightness(double x, double y)
//	err = p.Bind("brightness", &brightness)
//
// Package rtdyld/host loads for this process; [Load] loads for any [World].
//
// # Loading is running
//
// An object's constructors run when it is loaded, and its code may do what the program may
// do. Load what you would run. [Program.Close] runs destructors.
//
// # Archives
//
// Of an archive those members are loaded that objects refer to and, later, those that define
// what [Program.Bind] and [Program.Lookup] are asked for, with all that they refer to:
// an archive alone loads nothing at first. [Whole] loads all members. All that a
// program ever loads is one unit of linking, as if a static linker had known all names
// from the start, with these differences: a weak reference stays without a definition
// if none was there when it was bound, and a definition that gives way to another (a weak or a
// common symbol) can do so no longer when code uses it; a second one is an error then.
// Names that archives define win over the world's.
//
// # What is passed
//
// The type of the function variable says it; abi.SetFunc has the rules:
//
//	Go                          C
//	bool                        _Bool
//	int8 ... int64, int         int8_t ... int64_t, intptr_t
//	uint8 ... uint64, uint      uint8_t ... uint64_t, uintptr_t
//	float32, float64            float, double
//	*T, unsafe.Pointer          pointers; what they point to lives until the call returns
//	uintptr                     pointers, functions among them; Go memory behind one is the caller's matter
//	string                      const char *: a copy, freed when the call returns
//	[]T, T a number or a        pointer to the first element; C can write to it
//	struct of numbers
//	string as a result          const char *: copied, not freed; NULL is ""
//
// C's int is int32, long is int on Linux and int32 on Windows, size_t is uintptr or uint. Functions of
// unknown numbers of arguments (printf) are bound with those of the call at hand, as C
// promotes them: no float32, and nothing narrower than int32. (On 32-bit ARM with
// floating point registers they have a convention of their own, see host.CallerFor.)
// Structures are passed by value where the Go struct lies in memory as C's does, and so are complex numbers
// and package ctype's types for long double, __int128 and vectors; [Program.BindAs] takes the C type where the
// Go type does not say enough. A Go function is no C function: [Program.Callback] makes of one an address that
// can be passed, as a uintptr.
//
// Each call may run on another thread: runtime.LockOSThread keeps a goroutine on one,
// for libraries that keep something in thread-locals between calls.
//
// # Short functions, and functions for processors
//
// [Program.BindLeaf] binds functions that only compute for calls of a few nanoseconds. With [Variants] names are bound to the variant of
// a function that is best for the processor.
//
// Law: this package knows no operating system and no C library. It is given the world
// that code runs in, which is in this address space.
package program
