//go:build ignore

// Gen writes C functions of many types to the standard output, and their types
// as "name type" lines to the file named. Each function mixes all of its
// arguments into a number that differs if any of them arrives wrong; abitest.go
// has the same sum in Go. The functions are always the same.
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

var kinds = []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "pointer", "float32", "float64"}

var ctypes = map[string]string{
	"void": "void", "bool": "_Bool", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
	"uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "pointer": "void *",
	"float32": "float", "float64": "double",
}

// results has how a function returns its sum, as each kind.
var results = map[string]string{
	"bool": "h & 1", "int8": "(i8)h", "int16": "(i16)h", "int32": "(i32)h", "int64": "(i64)h",
	"uint8": "(u8)h", "uint16": "(u16)h", "uint32": "(u32)h", "uint64": "h", "pointer": "(void *)(uptr)h",
	"float32": "(float)(i32)(h & 0xffffff)", "float64": "(double)(i64)(h & 0xfffffffffff)",
}

func main() {
	list, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	emit := func(n int, result string, params []string) {
		name := fmt.Sprintf("f%d", n)
		fmt.Fprintf(list, "%s %s(%s)\n", name, result, strings.Join(params, ", "))
		var decl, body strings.Builder
		for i, p := range params {
			if i > 0 {
				decl.WriteString(", ")
			}
			fmt.Fprintf(&decl, "%s a%d", ctypes[p], i)
			switch p {
			case "float32":
				fmt.Fprintf(&body, "\tMIX(bits32(a%d))\n", i)
			case "float64":
				fmt.Fprintf(&body, "\tMIX(bits64(a%d))\n", i)
			case "pointer":
				fmt.Fprintf(&body, "\tMIX((u64)(uptr)a%d)\n", i)
			default:
				fmt.Fprintf(&body, "\tMIX((u64)(i64)a%d)\n", i)
			}
		}
		if decl.Len() == 0 {
			decl.WriteString("void")
		}
		fmt.Printf("%s f%d(%s)\n{\n\tu64 h = %d;\n%s\treturn %s;\n}\n\n", ctypes[result], n, decl.String(), n, body.String(), results[result])
	}
	n := 0
	some := func(count int, from []string) []string {
		params := make([]string, count)
		for i := range params {
			params[i] = from[rng.IntN(len(from))]
		}
		return params
	}
	// Every result, every parameter alone, every number of parameters of one kind.
	for _, k := range kinds {
		emit(n, k, nil)
		emit(n+1, "uint64", []string{k})
		n += 2
	}
	for count := 2; count <= 14; count++ {
		emit(n, "uint64", some(count, []string{"int64"}))
		emit(n+1, "float64", some(count, []string{"float64"}))
		emit(n+2, "float32", some(count, []string{"float32"}))
		n += 3
	}
	// Anything.
	for range 60 {
		emit(n, kinds[rng.IntN(len(kinds))], some(rng.IntN(20), kinds))
		n++
	}
	for _, count := range []int{40, 41, 127} {
		emit(n, "uint64", some(count, kinds))
		n++
	}
}
