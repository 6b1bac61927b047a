//go:build (linux && s390x) || ((linux || darwin) && (amd64 || 386))

package mem

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// flushICache makes code that was written visible to instruction fetch. x86 and
// z/Architecture keep their instruction caches coherent with stores, and the code was never
// fetched from these addresses without a system call in between (Intel SDM volume 3,
// "Handling self- and cross-modifying code"; Principles of Operation, "Conceptual Sequence",
// "Serialization"): there is nothing to do.
func flushICache([]byte) error { return nil }
