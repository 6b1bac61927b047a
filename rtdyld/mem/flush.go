package mem

// FlushCode makes code that a program wrote by itself visible to instruction fetch,
// for those who bring their own memory ([Callbacks], or an implementation of
// rtdyld.MemoryManager). The code may be executable already, but must be readable.
// Allocations of a [Manager] need none of it: Finalize does it. On x86 there is
// nothing to do. Errors match objfmt.ErrUnsupported on a host that it cannot be
// done on, and are a *[SystemError] where the system refuses.
func FlushCode(code []byte) error {
	sys, err := hostSystem(true)
	if err != nil {
		return err
	}
	return sys.flush(code)
}
