package citest

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"
)

// WantHuge fails unless the kernel has been asked for huge pages where some addresses are. The test skips where it cannot be asked, or does not tell.
func WantHuge(t testing.TB, what string, at ...unsafe.Pointer) {
	t.Helper()
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || os.Getenv(Emulator) != "" {
		t.Skip("no huge pages here")
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil || !strings.Contains(string(maps), "VmFlags:") {
		t.Skip("the kernel tells no flags of mappings")
	}
	for i, p := range at {
		if flags := mappingFlags(string(maps), uintptr(p)); !strings.Contains(flags, " hg ") {
			t.Errorf("%s: %d of %d is in small pages: flags%s", what, i, len(at), flags)
		}
	}
}

// mappingFlags are those of the mapping that an address is in, with a space at both ends.
func mappingFlags(maps string, p uintptr) string {
	in := false
	for sc := bufio.NewScanner(strings.NewReader(maps)); sc.Scan(); {
		var lo, hi uintptr
		if n, _ := fmt.Sscanf(sc.Text(), "%x-%x ", &lo, &hi); n == 2 {
			in = lo <= p && p < hi
		}
		if rest, ok := strings.CutPrefix(sc.Text(), "VmFlags:"); ok && in {
			return rest + " "
		}
	}
	return " "
}
