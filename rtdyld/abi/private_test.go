package abi_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
)

func needPrivate(t testing.TB) abi.Caller {
	t.Helper()
	c, err := abi.PrivateStack()
	if err != nil {
		abitest.Skip(t, err)
	}
	return c
}

func TestPrivateStack(t *testing.T) { abitest.Run(t, needPrivate(t)) }

func TestPrivateStackNoAlloc(t *testing.T) { abitest.NoAlloc(t, needPrivate(t)) }

func BenchmarkPrivateStack(b *testing.B) { abitest.Benchmark(b, needPrivate(b)) }
