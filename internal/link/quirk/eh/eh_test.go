package eh_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk/eh"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
)

// frames writes a CIE and n FDEs of 20 bytes each; wide has lengths of 64 bits (LSB Core,
// "The .eh_frame section"). It returns where each record begins, and each FDE's field of the
// function's address.
func frames(n int, wide bool, order bin.Order) (data []byte, starts, fields []uint64) {
	for i := range n + 1 {
		starts = append(starts, uint64(len(data)))
		head := make([]byte, 4)
		if wide {
			head = make([]byte, 12)
			order.PutU32(head, 0xffff_ffff)
			order.PutU64(head[4:], 16)
		} else {
			order.PutU32(head, 16)
		}
		data = append(data, head...)
		body := make([]byte, 16)
		if i > 0 {
			order.PutU32(body, uint32(len(data))) // the distance to the CIE
			fields = append(fields, uint64(len(data))+4)
			for k := range body[4:] {
				body[4+k] = byte(0x10*i + k)
			}
		}
		data = append(data, body...)
	}
	return data, starts, fields
}

// walk lists where the records of a section begin, as an unwinder goes through them.
func walk(data []byte, order bin.Order) (starts []uint64) {
	for at := uint64(0); at+4 <= uint64(len(data)); {
		n, head := uint64(order.U32(data[at:])), uint64(4)
		if n == 0xffff_ffff {
			n, head = order.U64(data[at+4:]), 12
		}
		if n == 0 {
			break
		}
		starts = append(starts, at)
		at += head + n
	}
	return starts
}

// dead is eh.Dead without a limit.
func dead(t *testing.T, data []byte, fields []uint64, order bin.Order) []records.Span {
	t.Helper()
	spans, err := eh.Dead(t.Context(), data, fields, order)
	if err != nil {
		t.Fatal(err)
	}
	return spans
}

// erase is eh.Erase without a limit.
func erase(t *testing.T, mem []byte, spans []records.Span, order bin.Order) {
	t.Helper()
	if err := eh.Erase(t.Context(), mem, spans, order); err != nil {
		t.Fatal(err)
	}
}

// TestErase: an unwinder that goes through the records finds all but the dropped ones, and
// those that stay have their bytes.
func TestErase(t *testing.T) {
	for _, tt := range []struct {
		n    int
		dead []int // FDEs, from 1 on
	}{
		{3, nil}, {3, []int{1}}, {3, []int{2}}, {3, []int{3}}, {4, []int{2, 3}}, {5, []int{1, 3, 5}}, {3, []int{1, 2, 3}},
	} {
		for _, wide := range []bool{false, true} {
			for _, order := range []bin.Order{{}, {Big: true}} {
				t.Run(fmt.Sprint(tt.n, tt.dead, wide, order.Big), func(t *testing.T) {
					data, starts, fields := frames(tt.n, wide, order)
					var refs, want []uint64
					for i := range tt.n + 1 {
						if slices.Contains(tt.dead, i) {
							refs = append(refs, fields[i-1])
						} else {
							want = append(want, starts[i])
						}
					}
					mem := slices.Clone(data)
					erase(t, mem, dead(t, data, refs, order), order)
					if got := walk(mem, order); !slices.Equal(got, want) {
						t.Errorf("records at %#x, want %#x", got, want)
					}
					for i, at := range starts {
						body := at + 4
						if wide {
							body += 8
						}
						got, was := mem[body:body+16], data[body:body+16]
						if dead := slices.Contains(tt.dead, i); dead && slices.Max(got) != 0 {
							t.Errorf("record %d has %x left", i, got)
						} else if !dead && !slices.Equal(got, was) {
							t.Errorf("record %d is %x, was %x", i, got, was)
						}
					}
				})
			}
		}
	}
}

// TestOtherFields: only the address of an FDE's function says that the FDE goes.
func TestOtherFields(t *testing.T) {
	data, starts, fields := frames(3, false, bin.Order{})
	for name, refs := range map[string][]uint64{
		"the CIE":          {starts[0] + 8},
		"a language area":  {fields[1] + 8},
		"a length":         {starts[2]},
		"past the section": {uint64(len(data)) + 8},
	} {
		if spans := dead(t, data, refs, bin.Order{}); spans != nil {
			t.Errorf("reference from %s: %v goes", name, spans)
		}
	}
	if spans := dead(t, data, []uint64{fields[1], fields[1] + 8}, bin.Order{}); !slices.Equal(spans, []records.Span{{From: starts[2], To: starts[3]}}) {
		t.Errorf("with a language area: %v goes", spans)
	}
}

// TestBroken: what follows a record that is not sound stays as it is.
func TestBroken(t *testing.T) {
	order := bin.Order{}
	data, starts, fields := frames(3, false, order)
	for _, n := range []uint32{0, 3, 1 << 20, 0xffff_fffe, 0xffff_ffff} {
		b := slices.Clone(data)
		order.PutU32(b[starts[2]:], n)
		if n == 0xffff_ffff {
			order.PutU64(b[starts[2]+4:], 1<<63)
		}
		spans := dead(t, b, fields, order)
		if !slices.Equal(spans, []records.Span{{From: starts[1], To: starts[2]}}) {
			t.Errorf("length %#x: %v goes", n, spans)
		}
		erase(t, b, spans, order)
	}
	for n := range data {
		dead(t, data[:n], fields, order) // no panic
	}
}
