package arena

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestAdvise: what is large, and with huge what is not small, is in memory that the kernel has been asked to have huge pages for.
func TestAdvise(t *testing.T) {
	for _, size := range []int{hugePage / 64, 10 * hugePage} {
		s := Make[byte](size, true)
		citest.WantHuge(t, "first, middle and last byte", &s[0], &s[size/2], &s[size-1])
	}
	var a Of[byte]
	a.Init(Large)
	citest.WantHuge(t, "a piece", &a.Take(1)[0])
	citest.WantHuge(t, "a large slice", &Make[byte](3*hugePage, false)[hugePage])
}
