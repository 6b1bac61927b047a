package unwind_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/arch/arm/armasm"
	"golang.org/x/arch/x86/x86asm"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
)

// epilogOracles are archives of COFF objects.
var epilogOracles = []struct {
	name, path string
	most, min  int // members; returns
}{
	{"c", "/usr/x86_64-w64-mingw32/lib/libmingwex.a", 300, 400},
	{"c++", "/usr/lib/gcc/x86_64-w64-mingw32/12-win32/libstdc++.a", 120, 600},
}

// atReturn is the row that must hold at a return: the stack is as the caller left it, and
// so are its registers.
var atReturn = regexp.MustCompile(`^7\+8( (3|4|5|6|12|13|14|15)=s)* 16=c-8$`)

// TestEpilogsOracle disassembles the functions of real libraries: at each return the
// rules made of .pdata and .xdata must find the frame taken down, whatever the compiler's
// epilog was, and at each first instruction not yet built.
func TestEpilogsOracle(t *testing.T) {
	for _, o := range epilogOracles {
		t.Run(o.name, func(t *testing.T) {
			if citest.Sample() {
				o.most, o.min = o.most/4, o.min/20
			}
			returns, functions, odd := 0, 0, 0
			for _, obj := range loadMembers(t, o.path, o.most) {
				table := read(t, obj)
				for start, end := range table.All() {
					code := codeOf(obj, start, end)
					if code == nil {
						t.Fatalf("%s: %#x to %#x is no code", obj.Name(), start, end)
					}
					if row := table.Row(start); !atReturn.MatchString(row) && !chainedPart(obj, start) {
						t.Errorf("%s: %#x: first instruction: %s", obj.Name(), start, row)
					}
					functions++
					for at := 0; at < len(code); {
						in, err := x86asm.Decode(code[at:], 64)
						if err != nil {
							odd++
							break // an instruction that the decoder has not
						}
						if pc := start + uint64(at); in.Op == x86asm.RET {
							if returns++; !atReturn.MatchString(table.Row(pc)) {
								t.Errorf("%s: %#x: return: %s", obj.Name(), pc, table.Row(pc))
							}
						}
						at += in.Len
					}
				}
			}
			if returns < o.min || odd*4 > functions {
				t.Errorf("%d returns of %d functions, %d of which could not be read: too few to prove anything", returns, functions, odd)
			}
			t.Logf("%d returns of %d functions, %d of which could not be read to their end", returns, functions, odd)
		})
	}
}

// atArmReturn is the row that must hold at bx lr: what is not preserved may still be
// called saved.
var atArmReturn = regexp.MustCompile(`^13\+0( ([0-3]|12)=c-\d+)*( \d+=s)*$`)

// TestArmEpilogsOracle does the same with the A32 code of libraries for 32-bit ARM, whose
// index tables hold at calls alone: prologs are followed except where a function has
// ways around them.
func TestArmEpilogsOracle(t *testing.T) {
	returns, bad := 0, 0
	for _, obj := range loadMembers(t, "/usr/lib/gcc-cross/arm-linux-gnueabi/12/libstdc++.a", 140) {
		table := read(t, obj)
		for start, end := range table.All() {
			code := codeOf(obj, start, end)
			for at := 0; at+4 <= len(code); at += 4 {
				if op := code[at+3] & 15; op != 1 && op != 4 && op != 8 { // bx, ldr, ldm
					continue
				}
				in, err := armasm.Decode(code[at:], armasm.ModeARM)
				if err != nil {
					continue
				}
				row := table.Row(start + uint64(at))
				if list, ok := strings.CutPrefix(in.String(), "POP {"); ok && strings.HasSuffix(list, "PC}") {
					returns++
					// The frame is found by a frame pointer still, or is what is popped.
					if all := fmt.Sprintf("13+%d ", 4*(1+strings.Count(list, ","))); !strings.HasPrefix(row, "11+") && !strings.HasPrefix(row, all) {
						bad++
					}
				}
				if in.String() == "BX R14" {
					returns++
					if !atArmReturn.MatchString(row) {
						bad++
					}
				}
			}
		}
	}
	t.Logf("%d returns, %d with other rules", returns, bad)
	if returns < 200 || bad*20 > returns {
		t.Error("too many, or too few returns to prove anything")
	}
}

// TestThumbEpilogsOracle does the same with Thumb code, which llvm-objdump reads.
func TestThumbEpilogsOracle(t *testing.T) {
	citest.Need(t, "llvm-objdump")
	dir := t.TempDir()
	args := []string{"-d", "--no-show-raw-insn"}
	var objs []*rtdyld.Object
	for _, obj := range loadMembers(t, "/usr/lib/gcc-cross/arm-linux-gnueabihf/12/libstdc++.a", 120) {
		if table := read(t, obj); table.Len() > 0 && len(obj.Image().Buffer.Bytes()) < 200_000 {
			path := filepath.Join(dir, strconv.Itoa(len(objs)))
			if err := os.WriteFile(path, obj.Image().Buffer.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			args, objs = append(args, path), append(objs, obj)
		}
	}
	out, err := exec.Command("llvm-objdump", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^\s*([0-9a-f]+):\s+(pop(\.w)?\s+\{.*pc\}|bx\s+lr)`)
	var table *unwind.Table
	sections := map[string]uint64{}
	at, known, returns, bad := uint64(0), false, 0, 0
	for text := range strings.Lines(string(out)) {
		text = strings.TrimSpace(text)
		if path, _, ok := strings.Cut(text, ":\tfile format"); ok {
			n, err := strconv.Atoi(filepath.Base(path))
			if err != nil {
				t.Fatal(err)
			}
			table = read(t, objs[n])
			clear(sections)
			for _, s := range objs[n].Sections() {
				sections[s.Name] = s.Addr
			}
		}
		if name, ok := strings.CutPrefix(text, "Disassembly of section "); ok {
			at, known = sections[strings.TrimSuffix(name, ":")]
		}
		m := line.FindStringSubmatch(text)
		if m == nil || !known {
			continue
		}
		off, err := strconv.ParseUint(m[1], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, ok := table.Find(at + off); !ok {
			continue // code of functions that cannot be unwound
		}
		returns++
		row := table.Row(at + off)
		if strings.HasPrefix(m[2], "bx") && !atArmReturn.MatchString(row) {
			bad++
		}
		if all := fmt.Sprintf("13+%d ", 4*(1+strings.Count(m[2], ","))); m[2][0] == 'p' && !strings.HasPrefix(row, "7+") && !strings.HasPrefix(row, all) {
			bad++
		}
	}
	t.Logf("%d returns, %d with other rules", returns, bad)
	if returns < 200 || bad*20 > returns {
		t.Error("too many, or too few returns to prove anything")
	}
}

// chainedPart reports whether an address is in a section for the parts of functions that
// are rarely run.
func chainedPart(o *rtdyld.Object, pc uint64) bool {
	for _, s := range o.Sections() {
		if pc-s.Addr < uint64(len(s.Mem)) {
			return strings.HasPrefix(s.Name, ".text.unlikely")
		}
	}
	return false
}

// codeOf is the memory of a range of an object's code.
func codeOf(o *rtdyld.Object, start, end uint64) []byte {
	for _, s := range o.Sections() {
		if off := start - s.Addr; s.Kind == objfmt.KindCode && off < uint64(len(s.Mem)) && end-s.Addr <= uint64(len(s.Mem)) {
			return s.Mem[off : end-s.Addr]
		}
	}
	return nil
}
