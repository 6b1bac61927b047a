package bpf_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/rowtest"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/bpf"
)

var targets = []struct {
	triple string
	order  bin.Order
}{{"bpfel", bin.Order{}}, {"bpfeb", bin.Order{Big: true}}}

// TestNumbers: what an assembler refers to something by has the number of its row.
func TestNumbers(t *testing.T) {
	for _, a := range targets {
		f := rowtest.Object(t, []string{"-triple=" + a.triple}, "r1 = x ll", "call x", ".data", ".quad x", ".long x")
		var got []string
		for _, name := range []string{".rel.text", ".rel.data"} {
			b, err := f.Section(name).Data()
			if err != nil || len(b) != 32 {
				t.Fatal(name, len(b), err)
			}
			for ; len(b) > 0; b = b[16:] {
				got = append(got, bpf.ELF.Name(uint32(a.order.U64(b[8:]))))
			}
		}
		if want := "[R_BPF_64_64 R_BPF_64_32 R_BPF_64_ABS64 R_BPF_64_ABS32]"; fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", a.triple, got, want)
		}
	}
}

// TestFields: what is put in a field is what an assembler puts there, and is read back;
// all other bits stay. A call of n leads n + 1 instructions of eight bytes away.
func TestFields(t *testing.T) {
	for _, a := range targets {
		for _, c := range []struct {
			row, format string
			value       func(n int64) int64
			numbers     []int64
		}{
			{"R_BPF_64_64", "r7 = %d ll", func(n int64) int64 { return n }, []int64{0, 1, -1, 1 << 31, 1 << 32, 0x123456789abcdef0, -1 << 63}},
			{"R_BPF_64_32", "call %d", func(n int64) int64 { return 8 * (n + 1) }, []int64{0, -1, 1, -1 << 31, 1<<31 - 1, 0x12345678}},
		} {
			f := bpf.ELF.Arch.Fields[bpf.ELF.Rows[rowtest.Type(t, bpf.ELF, c.row)].Field-reloc.FieldArch]
			var lines []string
			for _, n := range c.numbers {
				lines = append(lines, fmt.Sprintf(c.format, n))
			}
			code, w := rowtest.Assemble(t, []string{"-triple=" + a.triple}, lines...), int(f.Width)
			if len(code) != w*len(lines) {
				t.Fatalf("%s: %d bytes for %d instructions", c.row, len(code), len(lines))
			}
			for i, n := range c.numbers {
				want := code[i*w:][:w]
				for k := range c.numbers { // over whatever the field held
					got := bytes.Clone(code[k*w:][:w])
					if f.Put(got, a.order, uint64(c.value(n))); !bytes.Equal(got, want) {
						t.Errorf("%s: %s put in % x is % x, want % x", a.triple, lines[i], code[k*w:][:w], got, want)
					}
				}
				if got := f.Get(want, a.order); got != c.value(n) {
					t.Errorf("%s: %s holds %#x", a.triple, lines[i], got)
				}
			}
		}
	}
}
