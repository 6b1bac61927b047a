// Package engine has modules over time: a program adds modules and asks for addresses;
// compiling, loading, relocating, protecting and caching happen once, when an address
// is asked for, and only for what it needs.
//
//	Added      known by name, nothing done
//	Loaded     in memory, addresses may still be mapped
//	Finalized  relocated, protected, constructors ran
//	Failed     could not be compiled or loaded; is tried again when it is needed, unless malformed
//	Removed    gone
//
// [Engine.Lookup] takes the module that defines a name, and all that it refers to,
// from Added to Finalized. [Engine.Load] stops at Loaded. A set may be finalized,
// more added, and finalized again. The work of a call depends on what is new, never on
// how many modules there are.
//
// A module is an object, an archive, whose members are taken as they are needed, or
// source for a compiler. What a module defines is told by its adder, by the compiler
// (cheaply), by its object; a source of which nobody knows what it defines is compiled
// when a name is found nowhere else.
//
// # Functions when they are called
//
// [Input].Functions puts functions of a module behind stubs: it is compiled and linked when one
// is first called, and can be replaced. [Input].Lazy does that with all functions of a source, each
// by itself. Where code runs in another process, with Config.Stubs, a thread there waits for this one.
//
// # Constructors
//
// A Lookup returns when the constructors of what it found have run, whichever call runs them. A
// constructor that asks the engine for an address would so wait for itself: it must ask with a
// context from [WithoutWait], or with the one that Config.Linker.Initializer is given.
//
// # Contexts
//
// A call returns when its context ends, with the context's cause, whatever it waits for: a compiler, a memory manager, a
// constructor that looks at no context. What cannot be broken off goes on by itself, and the engine stays
// usable: a load that no call waits for any more ends at the next step, constructors and destructors run to their
// end, and [Engine.Close] waits for these. So constructors, destructors and callbacks may run on
// another goroutine, and thread, than the caller's; with a context that cannot end ([context.Background]) constructors and
// destructors run on the caller's. [Func.Call] has no context, as a call in C has none.
//
// # Panics
//
// A panic of a callback, or [runtime.Goexit], on the goroutine of the engine's caller goes on to the caller: nothing is locked and nothing
// is left behind, and the other calls that were due are made. On a goroutine of the engine's own, where modules are compiled and loaded and calls with a context go on that ends, a panic
// is a [*PanicError] in the *ModuleError, as if the callback had returned it: the module fails, and all else goes on. A listener that panics keeps
// no other from being told, and no constructor from running; a cache that panics fails the module, though its errors do not.
//
// # Removing
//
// [Engine.Remove] waits until no counted call is inside that began before: those of
// [Func] and between [Engine.Enter] and its end. Raw addresses are the caller's risk.
//
// Law: this package knows no compiler, no operating system and no C library: memory,
// external names, calls and constructors come by [Config].
package engine
