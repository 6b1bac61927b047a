package main

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
)

// BenchmarkCompile makes native code of a filter.
func BenchmarkCompile(b *testing.B) {
	n, err := filter.Parse(filter.Default)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("stencils", func(b *testing.B) {
		j := open(b, nil)
		b.ReportAllocs()
		for b.Loop() {
			q, err := j.compile(b.Context(), n)
			if err == nil {
				err = q.close(b.Context())
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, fast := range map[string]bool{"llvm-O0": true, "llvm-O3": false} {
		b.Run(name, func(b *testing.B) {
			nat, err := filter.OpenNative(b.Context(), irc.Config{Compiler: "llvm", Fast: fast})
			if err != nil {
				b.Skip(err)
			}
			defer nat.Close()
			for b.Loop() {
				q, err := nat.Query(b.Context(), n)
				if err == nil {
					err = q.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen makes templates of all stencils.
func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		j, err := openJIT(b.Context(), nil)
		if err != nil {
			b.Skip(err)
		}
		if err := j.close(); err != nil {
			b.Error(err)
		}
	}
}

// BenchmarkRows counts a million rows.
func BenchmarkRows(b *testing.B) {
	n, err := filter.Parse(filter.Default)
	if err != nil {
		b.Fatal(err)
	}
	j, t := open(b, nil), filter.Rows(1e6)
	q, err := j.compile(b.Context(), n)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("stencils", func(b *testing.B) {
		for b.Loop() {
			q.run(t)
		}
	})
	b.Run("interpreter", func(b *testing.B) {
		for b.Loop() {
			interpret(j.code, t)
		}
	})
	if err := q.close(b.Context()); err != nil {
		b.Error(err)
	}
}
