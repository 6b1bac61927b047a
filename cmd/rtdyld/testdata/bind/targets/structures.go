//go:build (amd64 || arm64 || arm || 386) && ignore

// What is passed by value where Go can.
package main

import (
	"fmt"

	"example.com/bound/zoo"
)

func weigh(p zoo.Pair, id int64) float64 { return float64(p.A) + p.B + float64(id) }

// float is a long double, which a float64 may be, too.
func float(v any) float64 {
	if f, ok := v.(interface{ Float64() float64 }); ok {
		return f.Float64()
	}
	return v.(float64)
}

func init() {
	structures = func() {
		var wide zoo.Wide
		zoo.Widen(2.25, &wide)
		w := check(zoo.NewCallback(zoo.Weigh(weigh)))
		p := zoo.Move(zoo.Point{X: 1.5, Y: -2.5}, zoo.Pair{A: 7, B: 0.25})
		fmt.Printf("structures %.3f %.3f %.3f %.3f\n", float(wide), p.X, p.Y, zoo.Callback(w.Ptr(), zoo.Pair{A: -9, B: 0.125}))
	}
}
