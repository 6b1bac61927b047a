// Package mem gives memory to linkers: managers over large slabs, for code in this
// process or wherever a mapper brings it, and adapters for programs that bring
// their own allocator.
//
// # Which one to take
//
//	New                          code runs in this process; the fastest for loads one by one and for large ones
//	NewManager over DualMapped   many small modules come and go one by one: they share pages, and with
//	                             KeepWritable most cost no system call; memory is a file of the kernel's (memfd)
//	NewManager over InProcess    code runs in this process, and call frames or the like are to be
//	                             registered by actions
//	NewManager over Shared       code runs in another process on this machine, in the very pages
//	NewManager over Streamed     code runs where no memory is shared: contents are sent
//	NewCallbacks, NewSections    the program has an allocator of its own
//	Mapper                       the program knows its own kind of executor, and wants slabs over it
//
// # Slabs
//
// A [Manager] reserves a slab of address space once and cuts it in three stripes:
//
//	lowest address                                              highest
//	| code: read, execute | read-only: read | writable: read, write |
//
// A slab is smaller than 2 GiB, so whatever lies in it reaches everything else in
// it with 32-bit PC-relative code. All blocks of one Allocate call come from one
// slab: a piece of each stripe, in which the blocks are packed in the order of the
// requests. Neighbours with the same permissions are one mapping of the host, so
// that 50,000 modules are a dozen. Freed ranges are joined and used again, the
// lowest first.
//
// Pieces are whole units, and no unit is shared between allocations. In this
// process a unit is a page, for small batches 64 bytes, see below. Behind a mapper it is what [Traits] say: as all of a
// stripe ends with the same permissions, small allocations may share a page.
//
// A manager that [New] made changes permissions by itself. Nothing is accessible
// until it is needed: a stripe is made writable in steps ahead of what is handed
// out, Finalize changes the permissions of the two pieces that do not stay
// writable. Released pages come back zeroed; a stripe keeps 256 KiB of them in
// memory, and once a piece of up to 4 MiB has been asked for again after it was given
// back, as many as that, until [Manager.Trim]: what is linked again and again then
// takes no page from the host. So does a slab of such pieces that is larger than usual. Small ones are collected for a moment
// and given back together, because a change of permissions costs more than all
// else here; [Config.ReleaseBatch] says how many bytes and turns it off, and with
// [Config.ConstantsWithCode], or if all its read-only data is unwind tables and GOT entries and it is small, a batch has one piece that does not stay writable.
//
// On Linux on x86-64 small batches have three more stripes, whose pages have their last permissions as soon as they are accessible. Code and constants of such a
// batch, up to 8 KiB, are linked in memory of Go's; Finalize writes them to their place through the file /proc/self/mem, to which the kernel lets
// a process write whatever the permissions of the pages are, as it lets a debugger. So ten thousand small functions take the pages that their bytes fill, and not ten thousand;
// and no load of one changes permissions, for which the host interrupts all processors that run the process. What [New] tries first, and [Config.PagesApart] turns off. Block.Mem
// of such a batch is where it is linked until Finalize; its allocation is an rtdyld.Mover.
//
// A manager that [NewManager] made asks its mapper: Prepare once a piece, Initialize
// once an allocation, with the actions that [Manager.AddActions] gave it, and
// Deinitialize once for many that were released. What may take long, a reservation
// for one, holds up no call that finds room without it.
//
// Slabs, ranges, limits and places are the same for both. Only the life of a page is
// not: pages that are kept writable and zero, or left as they were until many
// change together, are what a mapper's verbs have no word for, and they save a third
// of the time of a small load (BenchmarkSmallObject, BenchmarkMapped).
//
// On Windows pages that are released go out of commitment, no slab is aligned for
// huge pages, and a slab is given back as a whole, as it always is.
//
// # Children
//
// A process that loaded code forks has data of its own, as that of a native program: all
// that is writable is private memory of the process in which it runs, whatever brought it there.
// The descriptor of /proc/self/mem would still be one of the parent's memory: package rtdyld/host has it closed in processes that the C library forks;
// a program that forks by other means, after it has loaded small objects without PagesApart, closes what its children should not have.
// Code and constants that a DualMapped holds, in executors too, are pages that parent and
// child share: a child that goes on when they are unloaded in the parent, to
// load others there, runs what comes after them.
//
// # Laws
//
// No page is ever writable and executable, not even between two system calls, and no memory that
// is finalized is writable at another address in the process that runs it, unless [MapperConfig] says so.
// Whatever fails leaves nothing allocated.
//
// Memory outlives everything. No finalizer and no garbage collection unmaps it, and
// neither the end of a linker nor of an image does: what is loaded stays where it is
// and runs when linker, images, allocation, manager and mapper are forgotten. It
// goes by [rtdyld.Allocation]'s Release, which the linker's Unload and Close call;
// by [Manager.Close], which refuses while an allocation lives; and by the Close of
// a mapper, which takes everything. A program that wants to keep what it loaded
// calls none of them. Memory of an executor goes with the executor.
package mem
