package host_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// TestCallbackWide: callbacks get vectors of 32 and 64 bytes in all registers and on the stack, and return them, or something else.
// A processor that lacks the registers has a typed error.
func TestCallbackWide(t *testing.T) {
	for _, size := range []uint64{32, 64} {
		t.Run(fmt.Sprint(size), func(t *testing.T) { callBackWide(t, size, size == 32 && cpu.X86.HasAVX || cpu.X86.HasAVX512F) })
	}
}

func callBackWide(t *testing.T, size uint64, has bool) {
	caller := must[abi.Caller](t)(host.Caller())
	m := must[*ctype.Model](t)(ctype.ModelOf("linux", "amd64"))
	long, vector := m.Basic("long"), m.VectorOf(m.Basic("double"), size/8)
	for _, result := range []*ctype.Type{vector, m.Basic("long double"), m.Basic("float"), long, nil} {
		sig := &ctype.Func{Result: result, Params: []ctype.Param{{Type: long}, {Type: m.Basic("double")}}}
		for range 8 {
			sig.Params = append(sig.Params, ctype.Param{Type: vector})
		}
		sig.Params = append(sig.Params, ctype.Param{Type: m.VectorOf(m.Basic("float"), 4)}, ctype.Param{Type: long})
		args, want := make([]unsafe.Pointer, len(sig.Params)), make([][]byte, len(sig.Params))
		for i, p := range sig.Params {
			want[i] = make([]byte, p.Type.Size)
			for j := range want[i] {
				want[i][j] = byte(i<<4 + j%13)
			}
			args[i] = unsafe.Pointer(&want[i][0])
		}
		right := true
		cb, err := host.NewCallbackAs(sig, func(r *abi.Received) {
			for i, p := range r.Args {
				right = right && bytes.Equal(unsafe.Slice((*byte)(p), len(want[i])), want[i]) && uintptr(p)%uintptr(sig.Params[i].Type.Align) == 0
			}
			if result != nil {
				copy(unsafe.Slice((*byte)(r.Result), result.Size), want[9])
			}
		}, host.CallbackConfig{})
		if !has {
			var no *abi.UnsupportedError
			if want := fmt.Sprintf("vectors of %d bytes", size); !errors.As(err, &no) || no.What != want {
				t.Errorf("%v, want %s", err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		f := must[*abi.Typed](t)(abi.BindAs(caller, sig, cb.Addr()))
		got := make([]byte, size)
		if err := f.Call(unsafe.Pointer(&got[0]), args...); err != nil || !right {
			t.Errorf("%v: the callback got something else, %v", result, err)
		}
		if result != nil {
			n := min(result.Size, 10) // what a long double has
			if result == vector {
				n = size
			}
			if !bytes.Equal(got[:n], want[9][:n]) {
				t.Errorf("%v: it returned %x", result, got)
			}
		}
		if err := cb.Close(); err != nil {
			t.Error(err)
		}
	}
}
