package stubs

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// IFuncs is the code behind the symbols of the n indirect functions of an object, and its
// words. An indirect function (STT_GNU_IFUNC) is a function that returns the address of
// the one to use. Its address is the same for every reference: it jumps through a
// word that at first has the resolver's address, so that the resolver runs at the first call,
// in whatever process and on whatever processor the code has got to, and need not be
// called at load time.
type IFuncs struct {
	Arch  *reloc.Arch
	Order bin.Order
	N     int
}

// CodeSize and DataSize are the sizes of the code and of the words, in bytes; both are 0
// where there are no indirect functions.
func (f *IFuncs) CodeSize() uint64 {
	if f.N == 0 {
		return 0
	}
	return f.Offset(f.N)
}

// DataSize is described at CodeSize.
func (f *IFuncs) DataSize() uint64 { return uint64(f.N) * 2 * f.Arch.PtrSize }

// Offset is where in the code that of indirect function i is.
func (f *IFuncs) Offset(i int) uint64 { return f.Arch.IFuncThunk + uint64(i)*f.Arch.IFuncSize }

// Write writes code and words; resolver gives the address of function i. The error is
// the context's, or a *ReachError whose Entry is the number of the function.
func (f *IFuncs) Write(ctx context.Context, code, data Area, resolver func(i int) uint64) error {
	a := f.Arch
	a.WriteIFunc(code.Mem, f.Order, true, code.Addr, 0)
	var done heed.Count
	for i := range f.N {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		off, at := f.Offset(i), uint64(i)*2*a.PtrSize
		if !a.WriteIFunc(code.Mem[off:], f.Order, false, code.Addr+off, data.Addr+at) {
			return &ReachError{i, data.Addr + at, code.Addr + off}
		}
		putWord(a, f.Order, data.Mem[at:], code.Addr)
		putWord(a, f.Order, data.Mem[at+a.PtrSize:], resolver(i))
	}
	return nil
}
