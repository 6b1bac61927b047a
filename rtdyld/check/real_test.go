package check

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// realCode are archives, or objects, whose relocated instructions are decoded.
var realCode = []struct {
	path   string
	target mcTarget
	size   func(code []byte) int // bytes of an instruction
	before uint64                // bytes of an instruction before its field, else it is a word
	min    int                   // instructions, all different
}{
	{"/usr/riscv64-linux-gnu/lib/libc.a", mcRISCV, riscvSize, 0, 2000},
	{"/usr/powerpc64le-linux-gnu/lib/libc.a", mcPPC, word4, 0, 300},
	{"/usr/s390x-linux-gnu/lib/libc.a", mcS390X, zSize, 2, 100},
	{"../../testdata/elf-loong64/*.o", mcLoong, word4, 0, 20},
	{"../../testdata/elf-loong32/*.o", mcLoong32, word4, 0, 15},
	{"/usr/sparc64-linux-gnu/lib/libc.a", mcSPARC, word4, 0, 500},
	{"/usr/mips-linux-gnu/lib/libc.a", mcMIPS, word4, 0, 500},
	{"/usr/mipsel-linux-gnu/lib/libc.a", mcMIPSEL, word4, 0, 500},
	{"/usr/mips64el-linux-gnuabi64/lib/libc.a", mcMIPS64, word4, 0, 500},
}

func word4([]byte) int { return 4 }

func riscvSize(code []byte) int {
	if code[0]&3 != 3 {
		return 2
	}
	return 4
}

func zSize(code []byte) int { return []int{2, 4, 4, 6}[code[0]>>6] }

// TestRelocatedCode: of each instruction that a relocation changes in real libraries, the operands are those of llvm-mc.
func TestRelocatedCode(t *testing.T) {
	for _, c := range realCode {
		t.Run(c.target.triple, func(t *testing.T) {
			found := map[string]bool{}
			var d Decoder
			n, step := 0, 1
			if citest.Sample() {
				step = 20
			}
			if strings.HasSuffix(c.path, ".o") {
				step = 1
			}
			for img := range objects(t, c.path) {
				if n++; n%step == 0 {
					if d == nil {
						var err error
						if d, err = NewDecoder(img.Triple); err != nil {
							t.Fatal(err)
						}
					}
					changed(t, img, c.before, c.size, found)
				}
				img.Close()
			}
			codes := slices.Sorted(maps.Keys(found))
			if len(codes) < c.min/step {
				t.Errorf("%d instructions", len(codes))
			}
			var list [][]byte
			for _, code := range codes {
				list = append(list, []byte(code))
			}
			unknown := map[string]string{}
			same := 0
			for i, want := range mcDecode(t, c.target, list) {
				if want == nil {
					continue // data among code
				}
				in, ok := d.Decode(slices.Concat(list[i], make([]byte, maxInst)), false)
				switch {
				case !ok:
					unknown[want.name] = fmt.Sprintf("% x %s", list[i], want.text)
				case in.Len != len(list[i]) || !sameOps(in.Operands(), want.ops):
					t.Errorf("% x: %d bytes, %s, %s has %s", list[i], in.Len, show(in.Operands()), want.text, show(want.ops))
				default:
					same++
				}
			}
			for _, name := range slices.Sorted(maps.Keys(unknown)) {
				t.Errorf("%s is not decoded: %s", name, unknown[name])
			}
			t.Logf("%d instructions alike", same)
		})
	}
}

// objects are those of an archive, or of a pattern.
func objects(t *testing.T, path string) iter.Seq[*objfmt.ObjectImage] {
	return func(yield func(*objfmt.ObjectImage) bool) {
		if strings.HasSuffix(path, ".o") {
			files, err := filepath.Glob(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if img, err := objfile.Open(file); err == nil && !yield(img) {
					return
				}
			}
			return
		}
		citest.Need(t, path)
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		for m, err := range a.Members() {
			if err != nil {
				t.Fatal(err)
			}
			if img, err := objfile.ParseMember(m); err == nil && !yield(img) {
				return
			}
		}
	}
}

// changed adds the instructions that relocations of an object change.
func changed(t *testing.T, img *objfmt.ObjectImage, before uint64, size func([]byte) int, found map[string]bool) {
	rows := rtdyld.Relocations(img).Rows
	for i := range img.Sections {
		if img.Sections[i].Kind != objfmt.KindCode {
			continue
		}
		code, err := img.Contents(objfmt.SectionID(i))
		if err != nil {
			t.Fatal(err)
		}
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				t.Fatal(err)
			}
			typ := r.Type & 0xff
			if int(typ) >= len(rows) || rows[typ].Field == 0 {
				continue
			}
			at := r.Offset &^ 1
			if before > 0 {
				at -= min(before, at)
			} else if size([]byte{0}) == 4 {
				at &^= 3
			}
			if at+8 <= uint64(len(code)) {
				found[string(bytes.Clone(code[at:][:size(code[at:])]))] = true
			}
		}
	}
}
