// Package rtdyld is the root of a runtime linker for Go, without cgo, and has no code itself. The packages:
//
//   - [github.com/go-rtdyld/rtdyld/rtdyld/host] loads objects and archives into this process. Begin with its
//     Load, which returns a
//   - [github.com/go-rtdyld/rtdyld/rtdyld/program].Program: functions and variables of loaded code by name.
//   - [github.com/go-rtdyld/rtdyld/rtdyld/engine] has modules over time: compiled when they are called, replaced
//     while they run. [github.com/go-rtdyld/rtdyld/rtdyld/compiler/command] and
//     [github.com/go-rtdyld/rtdyld/rtdyld/compiler/llvm] compile for it.
//   - [github.com/go-rtdyld/rtdyld/rtdyld] is the linker, for any target on any host, with
//     [github.com/go-rtdyld/rtdyld/rtdyld/mem] for memory and [github.com/go-rtdyld/rtdyld/rtdyld/abi] for calls.
//   - [github.com/go-rtdyld/rtdyld/rtdyld/remote] links here and runs in another process or on another machine.
//   - [github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize], gdbjit, perf and traceback beside it show loaded code
//     to debuggers and profilers, instances beside them instances of templates.
//   - [github.com/go-rtdyld/rtdyld/objfmt/objfile] reads objects, [github.com/go-rtdyld/rtdyld/objfmt/ar] archives.
//
// Loading an object is running its code: constructors run when it is loaded, and a fault in
// it ends the process.
//
// Law: no code; what there is to say of several packages at once.
//
// README.md has the rest, docs a page on each of: a C library, a JIT, how to ship it, and when it crashes.
package rtdyld
