package rtdyld_test

import (
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestMIPSHalves: in little-endian objects R_MIPS_16 writes what GNU ld writes, which takes a word in big-endian ones, whatever is behind the half of it that an assembler means.
func TestMIPSHalves(t *testing.T) {
	for name, ld := range map[string][]string{
		"half_n32": {"mipsel-linux-gnu-ld", "-m", "elf32ltsmipn32"},
		"half_64":  {"mips64el-linux-gnuabi64-ld", "-m", "elf64ltsmip"},
	} {
		t.Run(name, func(t *testing.T) {
			citest.Need(t, ld[0])
			data, err := os.ReadFile("../testdata/elf-mips/" + name + ".o")
			if err != nil {
				t.Fatal(err)
			}
			img := parse(t, name+".o", data)
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x6000}, Resolver: outside{"low": {Addr: 0x1234}, "high": {Addr: 0x7ff0}}})
			objs, err := r.Load(t.Context(), img)
			if err != nil {
				t.Fatal(err)
			}
			r.resolve()
			names := map[string]uint64{"low": 0x1234, "high": 0x7ff0}
			if _, n, _ := compareStatic(t, objs, false, names, staticLink(t, ld, []*objfmt.ObjectImage{img}, objs, names)); n != 3 {
				t.Errorf("%d relocations, want 3", n)
			}
		})
	}
}
