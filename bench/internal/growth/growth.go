// Package growth makes objects that scale one thing at a time, and says how what they cost grows: with exponent 1 twice the input
// costs twice as much, with exponent 2 four times.
//
// Law: it makes objects, and links none.
package growth

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/go-rtdyld/rtdyld/bench/internal/object"
)

// Kind is a series of inputs.
type Kind struct {
	Name    string
	What    string
	Sizes   []int
	Objects func(n int) ([][]byte, error)
}

// Kinds are all of them.
var Kinds = []Kind{
	{"sections", "functions and pointers, each in a section of its own", []int{2500, 10000, 40000}, func(n int) ([][]byte, error) {
		return one(n, "", func(i int) string {
			return fmt.Sprintf(".section .text.f%d,\"ax\",@progbits\n%s.section .data.d%d,\"aw\",@progbits\nd%d: .quad f%d\n", i,
				function(fmt.Sprint("f", i), fmt.Sprintf("call f%d@PLT\nleaq d%d(%%rip),%%rax\nret", (i+1)%n, i)), i, i, i*7%n)
		})
	}},
	{"relocs", "pointers in one section to 100 functions", []int{50000, 200000, 800000}, func(n int) ([][]byte, error) {
		return one(n, hundred()+".data\n", func(i int) string { return fmt.Sprintf(".quad f%d+%d\n", i%100, i%7) })
	}},
	{"pcrel", "calls and loads of one function", []int{50000, 200000, 800000}, func(n int) ([][]byte, error) {
		data := ".data\n"
		for i := range 100 {
			data += fmt.Sprintf("d%d: .quad 0\n", i)
		}
		return one(n/2, data+hundred()+".globl g\ng:\n", func(i int) string { return fmt.Sprintf("call f%d@PLT\nmovq d%d(%%rip),%%rax\n", i%100, i%100) })
	}},
	{"externs", "calls to as many undefined names", []int{5000, 20000, 80000}, func(n int) ([][]byte, error) {
		return one(n, ".text\n.globl g\ng:\n", func(i int) string { return fmt.Sprintf("call ext%d@PLT\n", i) })
	}},
	{"objects", "objects of a function each that calls the next", []int{500, 2000, 8000}, func(n int) ([][]byte, error) {
		text := ".text\n" + function(name(0), "call "+name(1)+"@PLT\nleaq d(%rip),%rax\nret") + ".data\nd: .quad " + name(2) + "\n"
		return copies(n, text, func(i, k int) int { return (i + [...]int{0, 1, n / 2}[k]) % n })
	}},
	{"weak", "functions in groups that 100 objects have", []int{5000, 20000, 80000}, func(n int) ([][]byte, error) {
		text := ".text\n" + function(name(0), "call w0@PLT\nret")
		for i := range n / 100 {
			text += fmt.Sprintf(".section .text.w%d,\"axG\",@progbits,w%d,comdat\n.weak w%d\n.type w%d,@function\nw%d:\ncall w%d@PLT\nret\n", i, i, i, i, i, (i+1)%(n/100))
		}
		return copies(100, text, func(i, _ int) int { return i })
	}},
}

// one is one object of a head and n parts.
func one(n int, head string, part func(i int) string) ([][]byte, error) {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		b.WriteString(part(i))
	}
	o, err := object.Assemble(b.String())
	return [][]byte{o}, err
}

// name is a name of a template.
func name(k int) string { return fmt.Sprintf("f_%06d", k) }

// copies are n objects of one text, in which those names have other numbers: of object i name k has number(i, k).
func copies(n int, text string, number func(i, k int) int) ([][]byte, error) {
	one, err := object.Assemble(text)
	if err != nil {
		return nil, err
	}
	all := make([][]byte, n)
	for i := range all {
		b := bytes.ReplaceAll(one, []byte("f_0"), []byte("f_#"))
		for k := range 3 {
			b = bytes.ReplaceAll(b, []byte("f_#"+name(k)[3:]), []byte(name(number(i, k))))
		}
		all[i] = b
	}
	return all, nil
}

// function is a global function.
func function(name, body string) string {
	return fmt.Sprintf(".globl %[1]s\n.type %[1]s,@function\n%[1]s:\n%[2]s\n.size %[1]s,.-%[1]s\n", name, body)
}

// hundred is a hundred functions.
func hundred() string {
	s := ".text\n"
	for i := range 100 {
		s += function(fmt.Sprint("f", i), "ret")
	}
	return s
}

// Exponent is that of the least squares line through the logarithms of sizes and costs.
func Exponent(sizes []int, costs []float64) float64 {
	var mx, my, xy, xx float64
	n := float64(len(sizes))
	for i := range sizes {
		mx, my = mx+math.Log(float64(sizes[i]))/n, my+math.Log(costs[i])/n
	}
	for i := range sizes {
		x, y := math.Log(float64(sizes[i]))-mx, math.Log(costs[i])-my
		xy, xx = xy+x*y, xx+x*x
	}
	return xy / xx
}
