package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// crosses are processors that RuntimeDyld links for beside the usual ones, with what there is to link for them: how clang
// compiles the sources of testdata/run, and archives. Members with other types than those that RuntimeDyld
// knows are left out, for what it does with these is chance.
var crosses = []struct {
	name, target string
	builds       []string
	archives     []string
	types        string // after the prefix that all have
	min, sample  int    // sets that are equal
}{
	{"s390x", "s390x-linux-gnu", []string{"-O0 -fno-pic", "-O2 -fno-pic", "-O0 -fPIC", "-O2 -fPIC -mcmodel=small"},
		[]string{"/usr/s390x-linux-gnu/lib/libc.a", "/usr/s390x-linux-gnu/lib/libm.a"},
		"R_390_ 8 16 32 64 PC16 PC32 PC64 PC16DBL PC32DBL PLT16DBL PLT32DBL GOTENT", 1500, 4},
	{"mips", "mips-linux-gnu", []string{"-O0 -fno-pic -mno-abicalls -G0", "-O2 -fno-pic -mno-abicalls -G0", "-O0 -fno-pic -mno-abicalls -G0 -mcpu=mips32r6", "-O2 -fno-pic -mno-abicalls -G0 -mcpu=mips32r6"},
		[]string{"/usr/mips-linux-gnu/lib/libc.a", "/usr/mips-linux-gnu/lib/libm.a"}, mipsTypes32, 400, 2},
	{"mipsel", "mipsel-linux-gnu", []string{"-O0 -fno-pic -mno-abicalls -G0", "-O2 -fno-pic -mno-abicalls -G0"},
		[]string{"/usr/mipsel-linux-gnu/lib/libm.a"}, mipsTypes32, 100, 2},
	{"mips64el", "mips64el-linux-gnuabi64", []string{"-O0 -fPIC", "-O2 -fPIC", "-O0 -fPIC -mcpu=mips64r6", "-O2 -fPIC -mcpu=mips64r6", "-O0 -fno-pic -mno-abicalls -G0", "-O2 -fno-pic -mno-abicalls -G0"},
		[]string{"/usr/mips64el-linux-gnuabi64/lib/libm.a"}, mipsTypes64, 150, 2},
	{"mips64", "mips64-linux-gnuabi64", []string{"-O0 -fPIC", "-O2 -fPIC", "-O0 -fno-pic -mno-abicalls -G0", "-O2 -fno-pic -mno-abicalls -G0"}, nil, mipsTypes64, 4, 1},
	{"mipsn32", "mips64-linux-gnuabin32", []string{"-O0 -fno-pic -mno-abicalls -G0", "-O2 -fno-pic -mno-abicalls -G0", "-O1 -fno-pic -mno-abicalls -G0 -mcpu=mips64r6", "-O2 -fno-pic -mno-abicalls -G0 -mcpu=mips64r6"}, nil, mipsTypes64, 4, 1},
}

const (
	mipsTypes32 = "R_MIPS_ NONE 32 26 HI16 LO16 PC16 PC32 PC19_S2 PC21_S2 PC26_S2 PCHI16 PCLO16"
	mipsTypes64 = mipsTypes32 + " JALR 64 GPREL16 GPREL32 SUB HIGHER HIGHEST CALL16 GOT_DISP GOT_PAGE GOT_OFST PC18_S3"
)

// TestBytesOfLLVMCross is TestBytesOfLLVM for those.
func TestBytesOfLLVMCross(t *testing.T) {
	citest.Need(t, llvmTool, "clang")
	for _, c := range crosses {
		t.Run(c.name, func(t *testing.T) {
			var n tally
			dir := t.TempDir()
			set := func(t *testing.T, name, file string) {
				s := newSet(t, name, file)
				s.triple = "-triple=" + c.target
				compareBytes(t, s, &n)
			}
			for i, build := range c.builds {
				if citest.Sample() && (i%2 == 0 || i > 1 && len(c.archives) > 0) {
					continue
				}
				for _, source := range []string{"exec", "far", "other"} {
					t.Run(fmt.Sprintf("%s-%d", source, i), func(t *testing.T) {
						o := filepath.Join(dir, fmt.Sprintf("%s-%d.o", source, i))
						args := append(strings.Fields(build), "--target="+c.target, "-std=gnu11", "-ffreestanding", "-fno-builtin", "-fcommon", "-w",
							"-fno-asynchronous-unwind-tables", "-fno-unwind-tables", "-c", filepath.Join(testdata, "run", source+".c"), "-o", o)
						if out, err := exec.Command("clang", args...).CombinedOutput(); err != nil {
							t.Fatalf("%v\n%s", err, out)
						}
						if why := unknownType(t, o, c.types); why != "" {
							t.Skip(why)
						}
						set(t, source, o)
					})
				}
			}
			for _, path := range c.archives {
				citest.Need(t, path)
				taken := 0
				for i, m := range members(t, path) {
					file := filepath.Join(dir, fmt.Sprintf("m%d.o", i))
					if err := os.WriteFile(file, m.data, 0o666); err != nil {
						t.Fatal(err)
					}
					if taken++; unknownType(t, file, c.types) == "" && (!citest.Sample() || taken%97 == 0) {
						t.Run(m.name, func(t *testing.T) { set(t, m.name, file) })
					}
					os.Remove(file)
				}
			}
			n.log(t)
			least := c.min
			if citest.Sample() {
				least = c.sample
			}
			if n.equal < least {
				t.Errorf("%d sets are equal", n.equal)
			}
		})
	}
}

// unknownType is a relocation type of an object that is not among some, empty if there is none.
func unknownType(t *testing.T, file, types string) string {
	t.Helper()
	known := map[string]bool{}
	words := strings.Fields(types)
	for _, w := range words[1:] {
		known[words[0]+w] = true
	}
	img, err := objfile.Open(file)
	if err != nil {
		return err.Error()
	}
	defer img.Close()
	table := rtdyld.Relocations(img)
	for i := range img.Symbols {
		if name := img.SymbolName(objfmt.SymbolID(i)); name == "_gp_disp" {
			return "_gp_disp, which RuntimeDyld does not know"
		}
	}
	for i := range img.Sections {
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				return err.Error()
			}
			for typ := r.Type; ; typ >>= 8 { // of MIPS n64, up to three types
				if name := table.Name(typ & 0xff); !known[name] {
					return name
				}
				if typ < 0x100 {
					break
				}
			}
		}
	}
	return ""
}
