// Package remote drives an executor: another process, or another machine, in which
// linked code runs. Linking happens here, in the controller; what the executor gets is
// contents for its memory, names to look up, and calls to make (package wire has the
// protocol, package serve its other side).
//
// [Start] starts an executor as a child of this process, [Dial] connects to one that
// listens; package executor starts this program as one, which is all that most programs need. Each gives an [Executor], whose [Executor.LinkerConfig] is ready for
// [rtdyld.New]. A [Session] keeps what was loaded beyond the death of its executor, a
// [Pool] spreads sessions over several.
//
// # The end of an executor
//
// Loaded code may crash, exit or loop. That ends the executor, and nothing else: every
// call that is made then, or made later, returns an error that matches [ErrEnded] and is
//
//   - a *[CrashError], with signal, address and the symbol that it happened in,
//   - an *[ExitError], with the status that the code gave exit,
//   - an *[EndedError] if the controller ended it or lost its connection.
//
// Code that runs cannot be stopped otherwise than by ending the executor: so does
// cancelling the context of [Executor.Call] and [Executor.Main], or of whatever runs
// constructors, destructors and actions. A request that runs no code is short; it is
// awaited for a moment when its context ends, so that both sides know of its effect, and
// only if there is no answer the executor is given up.
//
// # Memory
//
// A child of this process shares memory with it: the linker writes to pages that are
// writable here and never executable, and that the child maps readable, executable or
// writable, never two of the latter. Everywhere else contents are streamed. Either way
// an object costs the same number of round trips however many symbols, relocations and
// sections it has: one for its memory, one for its undefined names, one to attach it.
//
// # Linked images
//
// rtdyld.Linker.MapImage works as in this process: an executor that descriptors can be passed to maps the file, so that its code and constants are
// those of all processes that do; others get a copy. What the linker writes, it writes to a copy here; pages that are otherwise than in the file are sent. An
// image costs two round trips beside those for names and constructors. Libraries that it is bound to are opened by
// [Command].Needed, or -lib of the command, and compared by the build ids that they have in the executor.
//
// # Calls
//
// Calls of functions of a child do not go by gRPC, unless [Config] has options of the connection, but through a page of
// memory that it shares with this process: its main thread waits there. One call is made at a time, and while it is short
// others wait for it. What takes longer than a moment, or fails, is answered by gRPC, and beside it others run on threads
// of their own, as all calls of executors do that are no children.
//
// # Functions when they are called
//
// With an executor as Stubs of package engine's Config functions are linked when they are called in the executor: the
// thread that calls one asks this process ([Executor.StubResolver]), which stores where to go
// ([Executor.StorePointers]) before it answers; no call of it after that asks. All else goes on meanwhile, as requests and
// questions have streams of their own: what answers may use the executor as it likes.
//
// Law: knows the linker by the interfaces of its Config alone; nothing of the C library,
// of instruction sets, or of how code is called.
package remote
