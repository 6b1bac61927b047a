package llvm

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// chain is a module of n functions, each of which calls the next.
func chain(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "define i32 @f%d(i32 %%x) {\n  %%y = mul i32 %%x, %d\n", i, i+3)
		if i+1 < n {
			fmt.Fprintf(&b, "  %%z = call i32 @f%d(i32 %%y)\n", i+1)
		} else {
			b.WriteString("  %z = add i32 %y, 1\n")
		}
		b.WriteString("  ret i32 %z\n}\n")
	}
	return b.Bytes()
}

func benchCompiler(b *testing.B) *Compiler {
	c, err := New(Config{})
	if err != nil {
		b.Skip(err)
	}
	return c
}

// BenchmarkCompile: one small function.
func BenchmarkCompile(b *testing.B) {
	c := benchCompiler(b)
	src := compiler.Source{Name: "f", Triple: linux(b), Text: chain(1)}
	for b.Loop() {
		if _, err := c.Compile(b.Context(), src); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDefines: names of 1,000 functions.
func BenchmarkDefines(b *testing.B) {
	c := benchCompiler(b)
	src := compiler.Source{Name: "f", Triple: linux(b), Text: chain(1000)}
	for b.Loop() {
		if names, ok, err := c.Defines(b.Context(), src); err != nil || !ok || len(names) != 1000 {
			b.Fatal(err)
		}
	}
}

// BenchmarkSplit: modules of 100 and 1,000 functions; the time is of all pieces.
func BenchmarkSplit(b *testing.B) {
	c := benchCompiler(b)
	for _, n := range []int{100, 1000, 8000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := compiler.Source{Name: "f", Triple: linux(b), Text: chain(n)}
			for b.Loop() {
				if pieces, err := splitAll(c, b.Context(), src); err != nil || len(pieces) != n {
					b.Fatal(err)
				}
			}
		})
	}
}
