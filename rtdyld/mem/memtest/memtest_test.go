package memtest

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestSim: the tests pass on a mapper that was written for them.
func TestSim(t *testing.T) {
	TestMapper(t, func(*testing.T) Target { return newSim(64).target() })
}

// TestFaults: each fault that a mapper may have fails the test that is for it.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ fault, test string }{
		{"reserve overlaps", "Reserve"},
		{"reserve error", "Reserve"},
		{"placement", "Placement"},
		{"not zeroed", "Prepare"},
		{"not zeroed", "Deinitialize"},
		{"writable code", "Initialize"},
		{"writable code", "Concurrent"},
		{"code cannot run", "Initialize"},
		{"writable constants", "Initialize"},
		{"constants run", "Initialize"},
		{"data read-only", "Initialize"},
		{"same id", "Initialize"},
		{"dirty tail", "Initialize"},
		{"lost byte", "Contents"},
		{"lost byte", "Large"},
		{"wrong place", "Contents"},
		{"stays in memory", "Large"},
		{"stays in memory", "FinalizeOnly"},
		{"mixed page", "SharedPages"},
		{"frees neighbours", "SharedPages"},
		{"old code", "Rewrite"},
		{"shares data", "Fork"},
		{"unknown is fine", "Deinitialize"},
		{"unknown stops", "Deinitialize"},
		{"prepare live", "Deinitialize"},
		{"prepare live", "Misuse"},
		{"release of nothing", "Release"},
		{"release keeps", "Release"},
		{"release keeps inits", "Release"},
		{"finalize order", "Actions"},
		{"dealloc forward", "Actions"},
		{"five arguments", "Arguments"},
		{"no undo", "FailedAction"},
		{"undo failed", "FailedAction"},
		{"undo first", "FailedAction"},
		{"wrong index", "FailedAction"},
		{"untyped", "FailedAction"},
		{"failed keeps", "FailedAction"},
		{"positive is fine", "FailedAction"},
		{"dealloc stops", "FailedDealloc"},
		{"dealloc silent", "FailedDealloc"},
		{"failed dealloc keeps", "FailedDealloc"},
		{"ids forward", "DeallocOrder"},
		{"release order", "DeallocOrder"},
		{"release without dealloc", "DeallocOrder"},
		{"finalize-only stays", "FinalizeOnly"},
		{"refused keeps", "Misuse"},
		{"overlap", "Misuse"},
		{"not prepared", "Misuse"},
		{"contents elsewhere", "Misuse"},
		{"ctx", "Cancelled"},
		{"leaks mappings", "Reuse"},
		{"stays in memory", "Reuse"},
	} {
		t.Run(strings.ReplaceAll(c.fault, " ", "-")+"/"+c.test, func(t *testing.T) {
			t.Parallel()
			cmd := citest.Command(os.Args[0], "-test.run=^TestSim$/^"+c.test+"$", "-test.short")
			cmd.Env = append(os.Environ(), faultEnv+"="+c.fault)
			out, err := cmd.CombinedOutput()
			switch {
			case errors.Is(err, syscall.ENOEXEC):
				t.Skip("the kernel does not run this program: ", err)
			case err == nil:
				t.Errorf("a mapper with the fault %q passes:\n%s", c.fault, out)
			case !strings.Contains(string(out), "--- FAIL: TestSim/"+c.test):
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
