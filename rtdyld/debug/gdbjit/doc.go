// Package gdbjit shows loaded code to debuggers: breakpoints by name, source lines, local
// variables and backtraces in what a linker or an engine loads.
//
// A [Listener] keeps GDB's JIT interface (GDB manual, "JIT Compilation Interface"), which
// LLDB reads, too: the list of entries at __jit_debug_descriptor, each an ELF image of
// package elfimage, and the function __jit_debug_register_code in which debuggers have a
// breakpoint. They see what is loaded while they watch, and find in the list what was
// loaded before.
//
//	jit, err := gdbjit.New()
//	cfg.Listeners = append(cfg.Listeners, jit)
//
// A debugger finds the two by the program's symbol table, so that the program must not be
// stripped: -ldflags=-w is no obstacle, -ldflags=-s is, see [NewStripped]. In GDB say
// "handle SIGURG nostop noprint", in LLDB "process handle SIGURG -s false -n false", for the Go
// runtime sends that signal to itself; with GODEBUG=asyncpreemptoff=1 it does not, and no
// breakpoint is hit twice because of it. LLDB wants "settings set
// plugin.jit-loader.gdb.enable on".
//
// Linux lets no debugger write breakpoints into shared memory, as that of mem.DualMapped, and GDB says nothing of it: there "hbreak" is the word.
//
// go run and go test strip the programs that they run; debug what go build makes.
//
// A program that links another just-in-time compiler statically, LLVM's for one, has these
// two names already and cannot be linked with this package.
//
// Law: the only package that defines symbols which are not Go's. It describes objects of
// this process, and writes nothing but its own list.
package gdbjit
