package mem

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// flushICache makes code that was written visible to instruction fetch. LoongArch keeps
// instruction caches coherent with stores; what a processor has fetched ahead goes at a
// barrier (Reference Manual, volume 1, "IBAR"), and at the return from any system call: a
// processor that is told of the code's address later has not fetched from it since it became
// executable.
func flushICache(code []byte) error {
	if len(code) > 0 {
		instructionBarrier()
	}
	return nil
}

// instructionBarrier has this processor fetch its next instructions anew.
func instructionBarrier()
