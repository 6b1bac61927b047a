package main

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestStaticTLSOfCOFF: offsets of COFF count from the start of one block, upwards; what
// was a block of another target's begins anew.
func TestStaticTLSOfCOFF(t *testing.T) {
	windows := triple.Triple{Arch: triple.X86_64, OS: triple.Windows}
	for _, arch := range []triple.Arch{triple.X86_64, triple.AArch64} {
		windows.Arch = arch
		p := newStaticTLS(arch).forTarget(windows)
		for _, c := range []struct{ size, align, want uint64 }{{5, 4, 0}, {8, 8, 8}, {1, 1, 16}, {16, 16, 32}} {
			b, err := p.Define(t.Context(), rtdyld.TLSRequest{Size: c.size, Align: c.align})
			if err != nil || b.DTPOffset() != c.want || b.Module() != 1 {
				t.Errorf("%v: %d bytes aligned to %d are at %d of module %d, %v", arch, c.size, c.align, b.DTPOffset(), b.Module(), err)
			}
		}
		p.reset(arch)
		if b, _ := p.Define(t.Context(), rtdyld.TLSRequest{Size: 8, Align: 8}); b.DTPOffset() != map[triple.Arch]uint64{triple.X86_64: 1<<64 - 8}[arch] {
			t.Errorf("%v: not of COFF: at %#x", arch, b.DTPOffset())
		}
	}
}
