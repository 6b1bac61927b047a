package host_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestJITCollector: a collector is found by the environment and called with what it is given.
func TestJITCollector(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc")
	dir := t.TempDir()
	source, lib := filepath.Join(dir, "collector.c"), filepath.Join(dir, "libcollector.so")
	text := `static unsigned last[2];
unsigned Initialize(void) { return MODE; }
unsigned NotifyEvent(unsigned event, unsigned *data) { last[0] = event; last[1] = *data; data[1] = last[0] + last[1]; return 1; }`
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	compile := func(mode string) {
		if out, err := exec.Command("gcc", "-shared", "-fPIC", "-DMODE="+mode, "-o", lib+mode, source).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	compile("0")
	compile("1")
	bits := strconv.Itoa(int(8 * unsafe.Sizeof(uintptr(0))))
	t.Setenv("INTEL_JIT_PROFILER"+bits, "")
	t.Setenv("INTEL_LIBITTNOTIFY"+bits, "")
	if notify, err := host.OpenJITCollector(""); notify != nil || err != nil {
		t.Errorf("without one: %v", err)
	}
	if notify, err := host.OpenJITCollector(lib + "0"); notify != nil || err != nil {
		t.Errorf("one that is idle: %v", err)
	}
	for _, path := range []string{lib, "libm.so.6"} { // none, and one that is no collector
		var le *host.LibraryError
		if _, err := host.OpenJITCollector(path); !errors.As(err, &le) || le.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, name := range []string{"INTEL_LIBITTNOTIFY", "INTEL_JIT_PROFILER"} {
		t.Setenv(name+bits, lib+"1")
		notify, err := host.OpenJITCollector("")
		if err != nil || notify == nil {
			t.Fatalf("%s: %v", name, err)
		}
		data := &[2]uint32{5, 0}
		if notify(13, unsafe.Pointer(data)); data[1] != 18 {
			t.Errorf("%s: %d", name, data)
		}
		t.Setenv("INTEL_LIBITTNOTIFY"+bits, lib) // the other counts first
	}
}
