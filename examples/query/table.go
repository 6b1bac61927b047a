package main

import (
	"math/rand/v2"
	"strings"
)

// table has a row for each index of its columns, which are of one length.
type table struct {
	price  []float64
	qty    []int32
	region []int32
}

// columns are the table's, in the order of the parameters of a compiled filter.
var columns = [...]struct {
	name string
	kind kind   // of its values in a filter
	ir   string // type of its elements
}{
	{"price", float, "double"},
	{"qty", integer, "i32"},
	{"region", integer, "i32"},
}

// columnNames lists the columns for messages.
func columnNames() string {
	var names []string
	for _, c := range columns {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}

// rows makes a table, the same each time.
func rows(n int) *table {
	t := &table{make([]float64, n), make([]int32, n), make([]int32, n)}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		t.price[i] = float64(r.Uint32N(100000)) / 100
		t.qty[i] = int32(r.Uint32N(20)) - 2 // some come back
		t.region[i] = int32(r.Uint32N(8))
	}
	return t
}
