package filter

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// What tests try.

// Odd is a table with what arithmetic is odd about.
func Odd(n int) *Table {
	t := Rows(n)
	ints := []int32{0, 1, -1, math.MinInt32, math.MaxInt32}
	floats := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324, -1}
	for i := 0; i < n; i += 3 {
		t.Price[i], t.Qty[i], t.Region[i] = floats[i/3%len(floats)], ints[i/7%len(ints)], ints[i/11%len(ints)]
	}
	return t
}

// Random makes a filter, or a part of one.
func Random(r *rand.Rand, k Kind, depth int) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	number := func() string { return Random(r, Integer+Kind(r.IntN(2)), depth-1) }
	switch {
	case k == Boolean && (depth <= 0 || r.IntN(3) == 0):
		return "(" + number() + pick("==", "!=", "<", "<=", ">", ">=") + number() + ")"
	case k == Boolean && r.IntN(5) == 0:
		return "!" + Random(r, k, depth-1)
	case k == Boolean:
		return "(" + Random(r, k, depth-1) + pick("&&", "||", "==", "!=") + Random(r, k, depth-1) + ")"
	case depth <= 0 && k == Integer:
		return pick("qty", "region", "3", "1000")
	case depth <= 0:
		return pick("price", "price", "2.5", "1e-3")
	case k == Integer && r.IntN(4) == 0:
		return fmt.Sprintf("(%s %% %d)", Random(r, k, depth-1), r.IntN(20)+1)
	case k == Integer:
		return pick("", "-") + "(" + Random(r, k, depth-1) + pick("+", "-", "*") + Random(r, k, depth-1) + ")"
	}
	return pick("", "-") + "(" + Random(r, k, depth-1) + pick("+", "-", "*", "/") + number() + ")"
}
