// Package serve is the executor's side of the protocol in package wire: a gRPC service that
// gives a controller elsewhere the memory, names and functions of this process. The linker
// is the controller's; what arrives here is linked.
//
// A [Server] serves one session: one controller, on one connection. Its parts come by
// [Config], so that the package needs neither a C library nor any particular memory;
// command rtdyld-executor joins it with those of package rtdyld/host.
//
// # What the server answers for
//
//   - Requests of another session than this change nothing.
//   - No request makes a handler panic, block without need, or allocate more than the
//     limits of [Config] allow. What a mapper is asked for is in order: the server keeps
//     books of reservations and of what lies in them, and refuses what is outside, what
//     overlaps and what is at work.
//   - Memory is read and written by the system, which refuses what is not mapped, or not
//     writable, without a fault. Words that have to change at once it stores itself; a fault
//     becomes an error.
//
// It does not answer for the code that it is asked to call, of which it knows an address:
// that may do whatever the process may. To be safe from it, run it in a process that has
// nothing to lose; package confine takes rights from a process.
//
// # Where code runs
//
// One thread runs constructors, destructors, main and calls, one after the other, as a
// program's main thread does, so that they see the same thread-locals. What is asked for
// while that thread is busy runs on another. Nothing waits for code that does not return.
// It cannot be stopped either: when the controller cancels such a request, or its
// connection breaks, the server calls Config.End, which ends the process.
//
// # Functions that are linked when they are called
//
// Stubs call a C function that [Config]'s Callback makes, on threads of loaded code; the
// thread waits for the answer of the controller's call of Lazy, without holding anything
// that another request needs. A thread whose controller has gone waits until the process ends.
//
// Law: knows gRPC, the protocol, and of the linker the interfaces of its Config alone.
package serve
