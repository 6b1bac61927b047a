package abi_test

import (
	"errors"
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

// TestPrivateStackSoftFloat: the other convention of machines that have two.
func TestPrivateStackSoftFloat(t *testing.T) {
	for _, conv := range []*abi.Convention{abi.AAPCS32(), abi.RISCV64Soft()} {
		if conv.Entry == 0 {
			continue
		}
		c, err := abi.PrivateStackFor(conv)
		if err != nil {
			abitest.Skip(t, err)
		}
		abitest.Run(t, c)
		abitest.NoAlloc(t, c)
		return
	}
	t.Skip("for machines that have two conventions")
}

// TestPrivateStackFor: a machine calls its own conventions alone.
func TestPrivateStackFor(t *testing.T) {
	for _, conv := range []*abi.Convention{abi.SystemV(), abi.Win64(), abi.AAPCS64(), abi.AppleARM64(), abi.RISCV64(), abi.RISCV64Soft(), abi.Loong64(), abi.Loong64Soft(), abi.ELFv2(), abi.ELFv2Soft(), abi.S390X(), abi.MIPS64(), abi.MIPS32(), abi.AAPCS32(), abi.AAPCS32VFP(), abi.Cdecl386()} {
		c, err := abi.PrivateStackFor(conv)
		switch {
		case conv.Entry == 0:
			if !errors.Is(err, abi.ErrUnsupported) {
				t.Errorf("%s: %v", conv.Name, err)
			}
		case err == nil && c.Convention() != conv:
			t.Errorf("%s: the caller has %s", conv.Name, c.Convention().Name)
		case err != nil && !errors.Is(err, abi.ErrUnsupported):
			t.Errorf("%s: %v", conv.Name, err)
		}
	}
	if _, err := abi.PrivateStackFor(nil); !errors.Is(err, abi.ErrNil) {
		t.Errorf("no convention: %v", err)
	}
}

func TestPrivateStackNoAlloc(t *testing.T) { abitest.NoAlloc(t, needPrivate(t)) }

func BenchmarkPrivateStack(b *testing.B) { abitest.Benchmark(b, needPrivate(b)) }
