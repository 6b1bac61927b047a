package main

import (
	"bytes"
	"cmp"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// reachTarget is a processor whose layouts are tried.
type reachTarget struct {
	name      string
	emulation string // of ld.lld
	mc        []string
	is64      bool
	distances []uint64 // that its branches and references reach, more or less
	objects   []string // sources
	forms     map[string]form
	slots     map[string]form
	externals []string
	least     int // of layouts that ld.lld links, in a hundred
}

// reachSection is a section of an object in a layout.
type reachSection struct {
	file   int
	id     objfmt.SectionID
	number uint32
	name   string
	size   uint64
	align  uint64
	addr   uint64
}

// reachLayout says where everything is.
type reachLayout struct {
	sections []reachSection
	names    map[string]uint64
	got      uint64
}

// reachRig has the objects of a target.
type reachRig struct {
	*reachTarget
	dir   string
	files []string
	imgs  []*objfmt.ObjectImage
}

// TestReach: what ld.lld links with sections at given addresses we link, and branches and
// GOT entries lead to the same.
func TestReach(t *testing.T) {
	citest.Need(t, "ld.lld", "llvm-mc-14")
	n := 10
	if !citest.Sample() {
		n = 200
	}
	for i := range reachTargets {
		target := &reachTargets[i]
		t.Run(target.name, func(t *testing.T) {
			t.Parallel()
			r := newReachRig(t, target)
			rng := rand.New(rand.NewPCG(*oracleSeed, uint64(i)))
			linked, refused, checked := 0, 0, 0
			for k := range n {
				l := r.random(rng)
				theirs, err := r.theirs(t, l)
				if err != nil {
					continue
				}
				linked++
				ours, err := r.ours(t, l)
				if err != nil {
					if refused++; refused < 4 {
						t.Errorf("layout %d: ld.lld links it, and we say %v\n%v", k, err, l)
					}
					continue
				}
				same, ok := r.compare(t, l, ours, theirs)
				if checked += same; !ok {
					t.Fatalf("layout %d: %v", k, l)
				}
			}
			t.Logf("%d of %d layouts that ld.lld links, %d refused, %d branches and GOT entries the same", linked, n, refused, checked)
			if linked*100 < n*target.least {
				t.Errorf("ld.lld links %d of %d layouts: these are not good for much", linked, n)
			}
		})
	}
}

func newReachRig(t *testing.T, target *reachTarget) *reachRig {
	r := &reachRig{reachTarget: target, dir: t.TempDir()}
	for i, source := range target.objects {
		file := fmt.Sprintf("o%d.o", i)
		path := filepath.Join(r.dir, file)
		cmd := exec.Command("llvm-mc-14", append(slices.Clone(target.mc), "-filetype=obj", "-o", path, "-")...)
		cmd.Stdin = strings.NewReader(source)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Parse(path, data)
		if err != nil {
			t.Fatal(err)
		}
		r.files, r.imgs = append(r.files, file), append(r.imgs, img)
	}
	return r
}

// random makes a layout: sections in any order, some close together, some as far apart as branches reach.
func (r *reachRig) random(rng *rand.Rand) *reachLayout {
	l := &reachLayout{names: map[string]uint64{}}
	for f, img := range r.imgs {
		for id := range img.Sections {
			s := &img.Sections[id]
			if s.Flags&objfmt.SecLoad != 0 && s.Size > 0 {
				l.sections = append(l.sections, reachSection{f, objfmt.SectionID(id), s.Number, img.SectionName(objfmt.SectionID(id)), s.Size, s.Alignment(), 0})
			}
		}
	}
	rng.Shuffle(len(l.sections), func(i, j int) { l.sections[i], l.sections[j] = l.sections[j], l.sections[i] })
	last := uint64(1<<32 - 1<<16)
	if r.is64 {
		last = 1 << 47
	}
	at := uint64(0x10000 + rng.IntN(16)<<12)
	far := rng.IntN(5) // how many wide gaps there are about
	got := rng.IntN(len(l.sections))
	for i := range l.sections {
		s := &l.sections[i]
		gap := uint64(rng.IntN(0x200))
		switch {
		case rng.IntN(len(l.sections)) < far:
			d := r.distances[rng.IntN(len(r.distances))]
			gap = d - min(d, uint64(rng.IntN(0x8000)))
			if rng.IntN(3) == 0 {
				gap = d/2 + rng.Uint64N(d)
			}
		case rng.IntN(3) == 0:
			gap = uint64(rng.IntN(0x20000))
		}
		if at+gap+1<<20 < last {
			at += gap
		}
		if s.name == reachAlone && r.is64 && rng.IntN(2) == 0 {
			s.addr = last - 1<<20 // what follows the highest section is out of reach
			continue
		}
		at = (at + s.align - 1) &^ (s.align - 1)
		s.addr = at
		if at += s.size; i == got {
			at = (at + 0xfff) &^ 0xfff
			l.got = at + 0x1000
			at += 0x2000
		}
	}
	for _, name := range r.externals {
		s := l.sections[rng.IntN(len(l.sections))]
		d := r.distances[rng.IntN(len(r.distances))]
		l.names[name] = min(s.addr+rng.Uint64N(2*d)+0x100000, last) &^ 0xf
	}
	return l
}

// String is a layout as a linker script.
func (l *reachLayout) String() string {
	var b strings.Builder
	for name, addr := range l.names {
		fmt.Fprintf(&b, "%s = %#x;\n", name, addr)
	}
	b.WriteString("PHDRS {\n")
	for i := range l.sections {
		fmt.Fprintf(&b, "  p%d PT_LOAD;\n", i)
	}
	b.WriteString("  pgot PT_LOAD;\n}\nSECTIONS {\n")
	order := make([]int, len(l.sections))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(l.sections[a].addr, l.sections[b].addr) })
	got := fmt.Sprintf("  .got %#x : { *(.got) *(.got.plt) } :pgot\n", l.got)
	done := false
	for _, i := range order {
		s := &l.sections[i]
		if !done && s.addr > l.got {
			b.WriteString(got)
			done = true
		}
		fmt.Fprintf(&b, "  .s%d %#x : { KEEP(*o%d.o(%s)) } :p%d\n", i, s.addr, s.file, s.name, i)
	}
	if !done {
		b.WriteString(got)
	}
	b.WriteString("  /DISCARD/ : { *(.comment) }\n}\n")
	return b.String()
}

// theirs is what ld.lld makes of a layout.
func (r *reachRig) theirs(t *testing.T, l *reachLayout) (memory, error) {
	script, out := filepath.Join(r.dir, "script"), filepath.Join(r.dir, "out")
	if err := os.WriteFile(script, []byte(l.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-m", r.emulation, "-O0", "-static", "--no-relax", "-o", out, "-T", script, "-z", "norelro", "-z", "max-page-size=4096", "--entry=0"}
	for _, f := range r.files {
		args = append(args, filepath.Join(r.dir, f))
	}
	if text, err := exec.Command("ld.lld", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	f, err := elf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var m memory
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Type != elf.SHT_NOBITS && s.Size > 0 {
			data, err := s.Data()
			if err != nil {
				t.Fatal(err)
			}
			m = append(m, part{s.Addr, data})
		}
	}
	m.sort()
	return m, nil
}

// ours is what rtdyld link makes of it.
func (r *reachRig) ours(t *testing.T, l *reachLayout) (memory, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f := &layoutFile{name: "layout", symbols: definitions{}}
	for i := range l.sections {
		s := &l.sections[i]
		f.sections = append(f.sections, layoutSection{file: r.files[s.file], number: s.number, addr: s.addr})
	}
	for name, addr := range l.names {
		f.symbols[name] = addr
	}
	out := filepath.Join(r.dir, "ours")
	if err := os.RemoveAll(out); err != nil {
		t.Fatal(err)
	}
	paths := make([]string, len(r.files))
	for i := range r.files {
		paths[i] = filepath.Join(r.dir, r.files[i])
	}
	if err := link(t.Context(), paths, linkOptions{layout: f, out: out, defs: definitions{}}, io.Discard); err != nil {
		return nil, err
	}
	m, _ := readOutput(t, out)
	for i := 1; i < len(m); i++ {
		if end := m[i-1].addr + uint64(len(m[i-1].data)); end > m[i].addr {
			t.Fatalf("what ends at %#x overlaps what begins at %#x\n%v", end, m[i].addr, l)
		}
	}
	return m, nil
}

// readOutput reads what link has written to a folder, and the address of each section by its name.
func readOutput(t *testing.T, out string) (m memory, at map[string]uint64) {
	data, err := os.ReadFile(filepath.Join(out, "map.json"))
	if err != nil {
		t.Fatal(err)
	}
	var lm linkmap.Document
	if err := json.Unmarshal(data, &lm); err != nil {
		t.Fatal(err)
	}
	at = map[string]uint64{}
	for _, s := range lm.Sections {
		at[s.Name] = uint64(s.Addr)
		if s.Size == 0 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(out, s.Bin))
		if err != nil {
			t.Fatal(err)
		}
		m = append(m, part{uint64(s.Addr), data})
	}
	m.sort()
	return m, at
}

// compare holds the branches and the loads of GOT entries of two outputs against each other, and returns how
// many there are; false if some differ.
func (r *reachRig) compare(t *testing.T, l *reachLayout, ours, theirs memory) (n int, ok bool) {
	ok = true
	for i := range l.sections {
		s := &l.sections[i]
		img := r.imgs[s.file]
		table := rtdyld.Relocations(img)
		for rel, err := range img.Relocs(s.id) {
			if err != nil {
				t.Fatal(err)
			}
			typ, at := table.Name(rel.Type), s.addr+rel.Offset
			a, b := ours.read(at, 4), theirs.read(at, 4)
			if a == nil || b == nil {
				t.Fatalf("%s of %s: nothing is at %#x", s.name, r.files[s.file], at)
			}
			if f := r.forms[typ]; f != 0 {
				n++
				x, y := branchEnd(f, ours, at), branchEnd(f, theirs, at)
				if x != y {
					ok = false
					t.Errorf("%s at %#x to %s ends at %#x, in the output of ld.lld at %#x", typ, at, img.DisplayName(rel.Sym), x, y)
				}
			} else if f := r.slots[typ]; f != 0 {
				n++
				x, y := r.loads(f, ours, at), r.loads(f, theirs, at)
				if x != y {
					ok = false
					t.Errorf("%s at %#x to %s loads %#x, in the output of ld.lld %#x", typ, at, img.DisplayName(rel.Sym), x, y)
				}
			}
		}
	}
	return n, ok
}

// branchEnd is where a branch ends, through stubs. Functions here begin with no branch.
func branchEnd(f form, m memory, at uint64) uint64 {
	code := m.read(at, 8)
	if code == nil {
		code = append(m.read(at, 4), 0, 0, 0, 0)
	}
	if f == riscvJump {
		return riscvEnd(code, at)
	}
	to := jumpAt(f, code, at)
	for range 4 {
		end := to.end(f, m)
		next := jump{to: end}
		switch b := m.read(end&^1, 4); { // some stubs are a branch that gets farther
		case b == nil:
		case end&1 != 0 && binary.LittleEndian.Uint16(b)>>11 == 0x1e && b[3]>>4 == 0xb || end&1 != 0 && binary.LittleEndian.Uint16(b)>>11 == 0x1e && b[3]>>4 == 9:
			next = thumbJumpAt(b, end&^1)
		case f == a64Jump && b[3]>>2 == 5, (f == armJump || f == thumbJump) && end&1 == 0 && b[3] == 0xea:
			k := f
			if k == thumbJump {
				k = armJump
			}
			next = jumpAt(k, b, end)
		}
		if next.to == to.to {
			break
		}
		to = jump{to: next.to}
	}
	return to.to
}

// riscvEnd is where AUIPC and JALR, or JAL, lead.
func riscvEnd(code []byte, at uint64) uint64 {
	w := binary.LittleEndian.Uint32(code)
	if w&0x7f == 0x17 {
		return at + pairAt(code, 0, 4)
	}
	imm := uint64(w>>31)<<20 | uint64(w>>12&0xff)<<12 | uint64(w>>20&1)<<11 | uint64(w>>21&0x3ff)<<1
	return at + uint64(int64(imm<<43)>>43)
}

// loads is what instructions at an address load from the GOT.
func (r *reachRig) loads(f form, m memory, at uint64) uint64 {
	var slot uint64
	code := m.read(at, 8)
	switch f {
	case pageSlot: // ADRP and LDR, or ADD of the address itself
		slot = adrp(binary.LittleEndian.Uint32(code), at)
		w := binary.LittleEndian.Uint32(code[4:])
		if w>>22 == 0x91000000>>22 {
			return slot + uint64(w>>10&0xfff)
		}
		slot += uint64(w >> 10 & 0xfff << 3)
	case pairSlot:
		slot = at + pairAt(code, 0, 4)
	case loadSlot:
		to, _ := loaded(m, m.read(at-2, 6), at)
		return to
	}
	if b := m.read(slot, 8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// TestOutOfReach: a branch that no stub can serve is told with all that there is to say, and so is what
// would fit if there were room.
func TestOutOfReach(t *testing.T) {
	citest.Need(t, "llvm-mc-14")
	r := newReachRig(t, &reachTarget{
		mc: []string{"-triple=aarch64-linux-gnu"}, objects: []string{".globl g\n.section .text.f,\"ax\"\nf: nop\nbl g\nret\n"},
	})
	f := &layoutFile{name: "layout", symbols: definitions{"g": 0x4_0000_0000}, memory: []addrSpan{{0x2000_0000, 0x2000_0fff}}}
	for _, s := range r.imgs[0].Sections {
		if s.Size > 0 && s.Flags&objfmt.SecLoad != 0 {
			f.sections = append(f.sections, layoutSection{file: "o0.o", number: s.Number, addr: 0x40_0000})
		}
	}
	paths := []string{filepath.Join(r.dir, "o0.o")}
	err := link(t.Context(), paths, linkOptions{layout: f, defs: definitions{}}, io.Discard)
	var e *rtdyld.OutOfReachError
	if !errors.As(err, &e) || !errors.Is(err, rtdyld.ErrOutOfReach) {
		t.Fatalf("%v", err)
	}
	if e.Object != paths[0] || e.Section != ".text.f" || e.Offset != 4 || e.Type != "R_AARCH64_CALL26" || e.Symbol != "g" || e.Distance != 0x4_0000_0000-0x40_0004 {
		t.Errorf("%+v", e)
	}
	if e.Within.First > 0x40_0000 || e.Within.Last < 0x40_0000+1<<27-0x100 || e.Within.Last > 0x40_0000+1<<27 {
		t.Errorf("its stub would have to lie from %#x to %#x", e.Within.First, e.Within.Last)
	}
	f.memory[0] = addrSpan{0x800_0000, 0x800_0017}
	var out bytes.Buffer
	if err := link(t.Context(), paths, linkOptions{layout: f, defs: definitions{}, json: true}, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"addr": "0x8000000"`) {
		t.Errorf("no stub is at the only place that there is:\n%s", &out)
	}
	f.memory[0].last-- // a byte less than it takes
	if err := link(t.Context(), paths, linkOptions{layout: f, defs: definitions{}}, io.Discard); !errors.Is(err, rtdyld.ErrOutOfReach) {
		t.Errorf("%v", err)
	}
}
