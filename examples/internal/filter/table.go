package filter

import (
	"math/rand/v2"
	"strings"
)

// Table has a row for each index of its columns, which are of one length.
type Table struct {
	Price  []float64
	Qty    []int32
	Region []int32
}

// Columns are the table's, in the order of the parameters of a compiled filter.
var Columns = [...]struct {
	Name string
	Kind Kind   // of its values in a filter
	ir   string // type of its elements
}{
	{"price", Float, "double"},
	{"qty", Integer, "i32"},
	{"region", Integer, "i32"},
}

// columnNames lists the columns for messages.
func columnNames() string {
	var names []string
	for _, c := range Columns {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// Rows makes a table, the same each time.
func Rows(n int) *Table {
	t := &Table{make([]float64, n), make([]int32, n), make([]int32, n)}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		t.Price[i] = float64(r.Uint32N(100000)) / 100
		t.Qty[i] = int32(r.Uint32N(20)) - 2 // some come back
		t.Region[i] = int32(r.Uint32N(8))
	}
	return t
}
