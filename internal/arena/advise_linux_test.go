package arena

import (
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestAdvise: what is large, and with huge what is not small, is in memory that the kernel has been asked to have huge pages for.
func TestAdvise(t *testing.T) {
	for _, size := range []int{hugePage / 64, 10 * hugePage} {
		s := Make[byte](size, true)
		citest.WantHuge(t, "first, middle and last byte", unsafe.Pointer(&s[0]), unsafe.Pointer(&s[size/2]), unsafe.Pointer(&s[size-1]))
	}
	var a Of[byte]
	a.Init(Large)
	citest.WantHuge(t, "a piece", unsafe.Pointer(&a.Take(1)[0]))
	citest.WantHuge(t, "a large slice", unsafe.Pointer(&Make[byte](3*hugePage, false)[hugePage]))
}
