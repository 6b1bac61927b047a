package apart

import (
	"os"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestReturned: a thread whose code has no descriptor of the runtime's, or has closed all that
// there were, can stop the world, after which the runtime looks for files that are ready.
func TestReturned(t *testing.T) {
	const env = "RTDYLD_TEST_DIVIDED"
	if os.Getenv(citest.Emulator) != "" {
		t.Skip("an emulator's threads have one table of descriptors")
	}
	if os.Getenv(env) == "" { // the table is for good
		cmd := citest.Command(os.Args[0], "-test.run=^TestReturned$")
		cmd.Env = append(os.Environ(), env+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	runtime.LockOSThread()
	if err := Divide(); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	closeFrom(3)
	Returned()
	runtime.GC()
}
