package mem

// canFlush says that flushICache does what the architecture needs.
const canFlush = true

// Fields of CTR_EL0, the cache type register (Arm ARM, D23.2.34), which Linux lets
// programs read.
const (
	ctrILine = 0       // log2 of the words in the smallest instruction cache line, 4 bits
	ctrDLine = 16      // the same of data caches
	ctrIDC   = 1 << 28 // stores need no cleaning to be seen by instruction fetch
	ctrDIC   = 1 << 29 // instruction caches need no invalidation
)

// flushICache makes code that was written visible to instruction fetch on all
// processors, as the Arm ARM says (B2.4.4, "Concurrent modification and execution
// of instructions"): data cache lines are cleaned to the point of unification, then
// instruction cache lines are invalidated, both with a barrier that waits for all
// processors. A processor that is told of the code's address later has not fetched
// from it since it became executable.
func flushICache(code []byte) error {
	if len(code) == 0 {
		return nil
	}
	ctr := cacheType()
	lo := uintptr(address(code))
	hi := lo + uintptr(len(code))
	if ctr&ctrIDC == 0 {
		line := uintptr(4) << (ctr >> ctrDLine & 15)
		cleanData(lo&^(line-1), hi, line)
	}
	barrier()
	if ctr&ctrDIC == 0 {
		line := uintptr(4) << (ctr >> ctrILine & 15)
		invalidateCode(lo&^(line-1), hi, line)
	}
	barrier()
	synchronize()
	return nil
}

// cacheType returns CTR_EL0.
func cacheType() uint64

// cleanData cleans the data cache lines from lo up to hi, a line at a time.
func cleanData(lo, hi, line uintptr)

// invalidateCode drops the instruction cache lines from lo up to hi.
func invalidateCode(lo, hi, line uintptr)

// barrier waits until stores and cache operations are complete for all processors.
func barrier()

// synchronize has this processor fetch its next instructions anew.
func synchronize()
