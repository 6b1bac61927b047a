// Package door has a page of memory that a controller shares with its child, in which calls of functions come to the
// child's main thread without gRPC. The page has one call at a time: its state is one word, on which both sides wait as
// threads wait for a lock (futex(2)), so that neither needs a descriptor, another thread or a message.
//
//	busy      the main thread does something, or there is none
//	idle      it waits
//	given     a goroutine of its process has something for it
//	nudged    it is to look at what else has changed
//	called    the controller has written a call, which runs, or will
//	answered  its result stands in the page, and the thread waits as when it is idle
//	failed    it has no result: the error is asked for by gRPC (CallRequest.begun)
//	asked     the controller has waited for a moment, and asks by gRPC
//
// The side that changes idle or answered to something else has the thread. Neither trusts the other: what the page says is
// a number, or the thread of an executor that does as it likes.
//
// Law: knows the system alone.
package door
