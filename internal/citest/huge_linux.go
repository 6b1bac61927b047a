package citest

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// WantHuge fails unless the kernel has been asked for huge pages where some pointers lead. The test skips where it cannot be asked, or does not tell.
func WantHuge(t testing.TB, what string, at ...any) {
	t.Helper()
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || os.Getenv(Emulator) != "" {
		t.Skip("no huge pages here")
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil || !strings.Contains(string(maps), "VmFlags:") {
		t.Skip("the kernel tells no flags of mappings")
	}
	for i, p := range at {
		if flags := mappingFlags(string(maps), uint64(reflect.ValueOf(p).Pointer())); !strings.Contains(flags, " hg ") {
			t.Errorf("%s: %d of %d is in small pages: flags%s", what, i, len(at), flags)
		}
	}
}

// mappingFlags are those of the mapping that an address is in, with a space at both ends.
func mappingFlags(maps string, addr uint64) string {
	in := false
	for sc := bufio.NewScanner(strings.NewReader(maps)); sc.Scan(); {
		var lo, hi uint64
		if n, _ := fmt.Sscanf(sc.Text(), "%x-%x ", &lo, &hi); n == 2 {
			in = lo <= addr && addr < hi
		}
		if rest, ok := strings.CutPrefix(sc.Text(), "VmFlags:"); ok && in {
			return rest + " "
		}
	}
	return " "
}
