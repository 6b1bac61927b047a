// Package mem gives memory to linkers: an in-process manager over large slabs,
// and an adapter for programs that bring their own allocator.
//
// [Manager] reserves a slab of address space once and cuts it in three stripes:
//
//	lowest address                                              highest
//	| code: read, execute | read-only: read | writable: read, write |
//
// A slab is smaller than 2 GiB, so whatever lies in it reaches everything else in
// it with 32-bit PC-relative code. All blocks of one Allocate call come from one
// slab: a piece of whole pages of each stripe, in which the blocks are packed in
// the order of the requests. No page is shared between allocations. Nothing is
// accessible until it is needed: a stripe is made writable in steps ahead of what
// is handed out, Finalize changes the permissions of the two pieces that do not
// stay writable, and neighbours with the same permissions are one mapping of the
// host.
//
// Released pages come back zeroed. Small ones are collected for a moment and
// given back together, because a change of permissions costs more than all else
// here; [Options.ReleaseBatch] says how many bytes and turns it off.
//
// On Windows pages that are released go out of commitment, no slab is aligned for
// huge pages, and a slab is given back as a whole, as it always is.
//
// Laws: no page is ever writable and executable, not even between two system
// calls. Whatever fails leaves nothing allocated. Memory outlives everything: no
// finalizer and no garbage collection unmaps it, only [Manager.Close] does, and
// that refuses while an allocation lives.
package mem
