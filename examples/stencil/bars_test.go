//go:build !race

package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestBars: stencils count rows in less than a third of the time that the interpreter of the same instructions takes, and are joined in less than a hundredth of what
// LLVM takes to compile the same filter, and optimise nothing.
func TestBars(t *testing.T) {
	j := open(t, nil)
	n, err := filter.Parse(filter.Default)
	if err != nil {
		t.Fatal(err)
	}
	q, err := j.compile(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	defer q.close(t.Context())
	code, tab := j.code, filter.Rows(1000)
	ratio := citest.Times(func() { interpret(code, tab) }, func() { q.run(tab) }, 1.0/3)
	t.Logf("stencils take %.3f of the interpreter's time", ratio)
	if ratio >= 1.0/3 {
		t.Error("that is too much")
	}

	nat, err := filter.OpenNative(t.Context(), irc.Config{Compiler: "llvm", Fast: true})
	var missing *irc.MissingError
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer nat.Close()
	ratio = least(t, 0.01, func(ctx context.Context) error {
		q, err := nat.Query(ctx, n)
		if err == nil {
			err = q.Close()
		}
		return err
	}, func(ctx context.Context) error {
		q, err := j.compile(ctx, n)
		if err == nil {
			err = q.close(ctx)
		}
		return err
	})
	t.Logf("compiling takes %.5f of LLVM's time", ratio)
	if ratio >= 0.01 {
		t.Error("that is too much")
	}
}

// least is [citest.Times] for what takes too long for thousands of bursts.
func least(t *testing.T, most float64, base, f func(context.Context) error) float64 {
	t.Helper()
	time1 := func(f func(context.Context) error) time.Duration {
		began := time.Now()
		if err := f(t.Context()); err != nil {
			t.Fatal(err)
		}
		return time.Since(began)
	}
	slow, fast := time.Hour, time.Hour
	for round := 0; round < 10 || round < 1000 && fast.Seconds() >= most*slow.Seconds(); round++ {
		slow = min(slow, time1(base))
		for range 10 { // the first finds nothing in the caches: it takes six times as long
			fast = min(fast, time1(f))
		}
	}
	return fast.Seconds() / slow.Seconds()
}
