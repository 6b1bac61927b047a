package host

import (
	"strings"
	"testing"
)

// TestCallbackVectors: a callback keeps the vector registers that are its caller's.
func TestCallbackVectors(t *testing.T) {
	p := open(t, Config{})
	l := newLinker(t, p)
	load(t, l, object(t, "clang", "keeps.c", "-O2"))
	searched := strings.Repeat("a", 64)
	f, err := CallbackAddr(func(a int32, x float64, b, c, d, e, f, g, h, i int32, y float64, j int32) int64 {
		if strings.Contains(searched, "ab") { // looking for it takes v25 and v31
			return 0
		}
		sum := int64(4*x + 16*y)
		for _, digit := range []int32{a, b, c, d, e, f, g, h, i, j} {
			sum = 10*sum + int64(digit)
		}
		return sum
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := call1[uintptr, int64](t, l, "keeps", uintptr(f)); got != 3*261234567886 {
		t.Errorf("%d", got)
	}
}
