//go:build linux

// Command growth writes objects that scale one thing at a time, links them and
// prints how the time grows: with exponent 1 twice the input takes twice the time,
// with exponent 2 four times.
//
//	go build -o /tmp/rtdyld ./cmd/rtdyld
//	go run ./bench/growth [-ours /tmp/rtdyld] [-n 9] [KIND...]
//
// It needs GNU as.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// kind is a series of inputs.
type kind struct {
	name  string
	what  string
	sizes []int
	write func(n int) []string // assembly, a text an object
}

var kinds = []kind{
	{"sections", "functions and pointers, each in a section of its own", []int{2500, 10000, 40000}, func(n int) []string {
		return one(n, "", func(i int) string {
			return fmt.Sprintf(".section .text.f%d,\"ax\",@progbits\n%s.section .data.d%d,\"aw\",@progbits\nd%d: .quad f%d\n", i,
				function(i, fmt.Sprintf("call f%d@PLT\nleaq d%d(%%rip),%%rax\nret", (i+1)%n, i)), i, i, i*7%n)
		})
	}},
	{"relocs", "pointers in one section to 100 functions", []int{50000, 200000, 800000}, func(n int) []string {
		return one(n, hundred("")+".data\n", func(i int) string { return fmt.Sprintf(".quad f%d+%d\n", i%100, i%7) })
	}},
	{"pcrel", "calls and loads of one function", []int{50000, 200000, 800000}, func(n int) []string {
		data := ".data\n"
		for i := range 100 {
			data += fmt.Sprintf("d%d: .quad 0\n", i)
		}
		return one(n/2, data+hundred("")+".globl g\ng:\n", func(i int) string { return fmt.Sprintf("call f%d@PLT\nmovq d%d(%%rip),%%rax\n", i%100, i%100) })
	}},
	{"externs", "calls to as many undefined names", []int{5000, 20000, 80000}, func(n int) []string {
		return one(n, ".text\n.globl g\ng:\n", func(i int) string { return fmt.Sprintf("call ext%d@PLT\n", i) })
	}},
	{"objects", "objects of a function each that calls the next", []int{500, 2000, 8000}, func(n int) []string {
		var all []string
		for i := range n {
			all = append(all, ".text\n"+function(i, fmt.Sprintf("call f%d@PLT\nleaq d(%%rip),%%rax\nret", (i+1)%n))+fmt.Sprintf(".data\nd: .quad f%d\n", i*7%n))
		}
		return all
	}},
	{"weak", "functions in groups that 100 objects have", []int{5000, 20000, 80000}, func(n int) []string {
		var all []string
		for j := range 100 {
			all = append(all, one(n/100, fmt.Sprintf(".text\n.globl m%d\nm%d: call w0@PLT\nret\n", j, j), func(i int) string {
				return fmt.Sprintf(".section .text.w%d,\"axG\",@progbits,w%d,comdat\n.weak w%d\n.type w%d,@function\nw%d:\ncall w%d@PLT\nret\n", i, i, i, i, i, (i+1)%(n/100))
			})...)
		}
		return all
	}},
}

// one is one object of a head and n parts.
func one(n int, head string, part func(i int) string) []string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		b.WriteString(part(i))
	}
	return []string{b.String()}
}

// function is a global function.
func function(i int, body string) string {
	if body == "" {
		body = "ret"
	}
	return fmt.Sprintf(".globl f%d\n.type f%d,@function\nf%d:\n%s\n.size f%d,.-f%d\n", i, i, i, body, i, i)
}

// hundred is a hundred functions.
func hundred(body string) string {
	s := ".text\n"
	for i := range 100 {
		s += function(i, body)
	}
	return s
}

var (
	ours   = flag.String("ours", "/tmp/rtdyld", "the rtdyld command")
	rounds = flag.Int("n", 9, "rounds")
)

func main() {
	flag.Parse()
	for _, k := range kinds {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), k.name) {
			continue
		}
		if err := measure(k); err != nil {
			fmt.Fprintln(os.Stderr, "growth:", err)
			os.Exit(1)
		}
	}
}

// measure prints a kind's times and the exponent of the least squares line through
// their logarithms.
func measure(k kind) error {
	fmt.Printf("%-9s", k.name)
	var x, y []float64
	for _, n := range k.sizes {
		t, err := link(k.write(n))
		if err != nil {
			return err
		}
		fmt.Printf(" %7d: %8.2f ms", n, t*1000)
		x, y = append(x, math.Log(float64(n))), append(y, math.Log(t))
	}
	var mx, my, xy, xx float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(y))
	}
	for i := range x {
		xy, xx = xy+(x[i]-mx)*(y[i]-my), xx+(x[i]-mx)*(x[i]-mx)
	}
	fmt.Printf("  exponent %.2f  (%s)\n", xy/xx, k.what)
	return nil
}

// link assembles texts and returns the CPU seconds that linking them takes, the
// median of the rounds.
func link(texts []string) (float64, error) {
	dir, err := os.MkdirTemp("", "growth")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	list := ""
	for i, text := range texts {
		obj := filepath.Join(dir, fmt.Sprintf("o%06d.o", i))
		cmd := exec.Command("as", "-o", obj, "-")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			return 0, fmt.Errorf("as: %w\n%s", err, out)
		}
		list += obj + "\n"
	}
	if err := os.WriteFile(filepath.Join(dir, "list"), []byte(list), 0o666); err != nil {
		return 0, err
	}
	var times []float64
	for range *rounds {
		out, err := exec.Command(*ours, "link", "-times", "-j", "1", "-undefined=phony", "@"+filepath.Join(dir, "list")).Output()
		if err != nil {
			return 0, fmt.Errorf("%s link: %w", *ours, err)
		}
		var t float64
		_, total, _ := strings.Cut(string(out), "\ntotal ")
		if _, err := fmt.Sscan(total, &t); err != nil {
			return 0, err
		}
		times = append(times, t)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
