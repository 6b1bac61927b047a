package arena

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// flags are those of the mapping that an address is in, as the kernel tells them.
func flags(t *testing.T, p unsafe.Pointer) string {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	in := false
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var lo, hi uintptr
		if n, _ := fmt.Sscanf(sc.Text(), "%x-%x ", &lo, &hi); n == 2 {
			in = lo <= uintptr(p) && uintptr(p) < hi
		}
		if rest, ok := strings.CutPrefix(sc.Text(), "VmFlags:"); ok && in {
			return rest + " "
		}
	}
	t.Skip("the kernel tells no flags of mappings")
	return ""
}

// TestAdvise: what is large, and with huge what is not small, is in memory that the kernel has been asked to have huge pages for.
func TestAdvise(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || os.Getenv(citest.Emulator) != "" {
		t.Skip("no huge pages here")
	}
	for _, size := range []int{hugePage / 64, 10 * hugePage} {
		s := Make[byte](size, true)
		for _, i := range []int{0, size / 2, size - 1} {
			if f := flags(t, unsafe.Pointer(&s[i])); !strings.Contains(f, " hg ") {
				t.Errorf("byte %d of %d: flags%s", i, size, f)
			}
		}
	}
	var a Of[byte]
	a.Init(Large)
	if s := a.Take(1); !strings.Contains(flags(t, unsafe.Pointer(&s[0])), " hg ") {
		t.Error("a piece is not in huge pages")
	}
	if s := Make[byte](3*hugePage, false); !strings.Contains(flags(t, unsafe.Pointer(&s[hugePage])), " hg ") {
		t.Error("a large slice is not in huge pages")
	}
}
