package rtdyld_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// moveCase is objects and where the test puts their sections: a new address for
// each named section of an object.
type moveCase struct {
	name    string
	objects []string
	to      map[string]map[string]uint64 // by object, by section
}

const (
	near = 0x40000000
	away = 0x7e0000000000
)

var moveCases = []moveCase{
	{"whole object", []string{"call", "call_ext", "relax"}, map[string]map[string]uint64{
		"call_ext": {".text": near},
	}},
	{"definition far away", []string{"call", "relax", "call_ext"}, map[string]map[string]uint64{
		"call_ext": {".text": away},
	}},
	{"references far away", []string{"call", "relax", "call_ext"}, map[string]map[string]uint64{
		"call": {".text": away, ".data": away + 0x10000}, "relax": {".text": away + 0x20000},
	}},
	{"everything far away, apart", []string{"cxx_1", "cxx_2", "call", "call_ext", "relax"}, map[string]map[string]uint64{
		"call": {".text": away}, "call_ext": {".text": 2 * near}, "relax": {".text": away / 2},
	}},
	{"stubs and slots by hand", []string{"call", "relax", "call_ext"}, map[string]map[string]uint64{
		"call":     {".text": away, "<stubs>": away + 0x7ffff000, "<got>": away + 0x7fff0000},
		"relax":    {".text": away + 0x100000, "<got>": away + 0x7fffe000},
		"call_ext": {".text": near},
	}},
	{"own names", []string{"own", "call_ext"}, map[string]map[string]uint64{
		"own": {".text": away, ".data": away + 0x1000},
	}},
	{"large model", []string{"large", "call_ext"}, map[string]map[string]uint64{
		"large": {".text": away, ".data": 0x1000000, "<got>": 0x55550000},
	}},
	{"differences, padding, parts of addresses", []string{"sums=../elf-riscv64/sums", "align=../elf-riscv64/align"}, map[string]map[string]uint64{
		"sums": {".data": near}, "align": {".text": away, ".data": away + 0x10000},
	}},
	{"comdat", []string{"comdat_1", "comdat_2"}, map[string]map[string]uint64{
		"comdat_1": {".text.f": near, ".rodata.f": near + 0x1000, ".text": near + 0x2000, ".eh_frame": near + 0x3000},
	}},
}

// sectionIDs maps the names of what an object has in memory.
func apply(t *testing.T, objs []*rtdyld.Object, to map[string]map[string]uint64, shift uint64) {
	t.Helper()
	for _, o := range objs {
		for _, s := range o.Sections() {
			addr, ok := to[strings.TrimSuffix(o.Name(), ".o")][s.Name]
			if !ok {
				continue
			}
			if err := o.MapSectionAddress(s.ID, addr+shift); err != nil {
				t.Fatal(err)
			}
			if got := o.SectionAddress(s.ID); got != addr+shift {
				t.Errorf("%s of %s is at %#x, want %#x", s.Name, o.Name(), got, addr+shift)
			}
		}
	}
}

// contents is every section of the linker with its address and bytes.
func contents(objs []*rtdyld.Object) []string {
	var out []string
	for _, o := range objs {
		for _, s := range o.Sections() {
			out = append(out, fmt.Sprintf("%s %s %#x: % x", o.Name(), s.Name, s.Addr, s.Mem))
		}
	}
	return out
}

func wantContents(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s:\n got %s\nwant %s", what, got[i], want[i])
		}
	}
}

// TestMove: whatever way the sections got to their addresses, before or after they
// were relocated, near or far in between, the bytes are those of a fresh link.
func TestMove(t *testing.T) {
	for _, c := range moveCases {
		t.Run(c.name, func(t *testing.T) {
			load := func() (*rig, []*rtdyld.Object) {
				r := newRig(t, rtdyld.Config{Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
					return rtdyld.Symbol{Addr: 0x30000000, Kind: rtdyld.Func}, true
				})})
				return r, r.load(c.objects...)
			}
			r, objs := load()
			apply(t, objs, c.to, 0)
			r.resolve()
			fresh := contents(objs)
			r.resolve()
			wantContents(t, "resolved twice", contents(objs), fresh)
			r.finalize()
			wantContents(t, "finalized", contents(objs), fresh)

			r, objs = load()
			r.resolve()
			apply(t, objs, c.to, 0)
			r.resolve()
			wantContents(t, "moved after it was relocated", contents(objs), fresh)

			r, objs = load()
			for _, shift := range []uint64{0x1000, 1 << 34, 1 << 44, 0} {
				apply(t, objs, c.to, shift)
				if err := r.Resolve(t.Context()); err != nil && shift == 0 {
					t.Fatal(err) // in between a shift may take things out of reach
				}
			}
			wantContents(t, "moved to and fro", contents(objs), fresh)

			// One at a time, each followed by Finalize's kind of resolving alone.
			r, objs = load()
			r.resolve()
			for _, o := range objs {
				apply(t, []*rtdyld.Object{o}, c.to, 0)
				r.Resolve(t.Context())
			}
			r.finalize()
			wantContents(t, "moved one by one", contents(objs), fresh)
			// The bytes are as right as they are the same: check the calls.
			if strings.Contains(strings.Join(c.objects, " "), "call ") {
				checkCall(t, r)
			}
		})
	}
}

// checkCall follows the branches of call.s.
func checkCall(t *testing.T, r *rig) {
	t.Helper()
	ext := r.addr("ext")
	for _, off := range []uint64{1, 11} {
		p := r.addr("call") + off
		dest := r.target(p)
		if dest == ext {
			continue
		}
		if int64(ext-p-4) == int64(int32(ext-p-4)) {
			t.Errorf("branch takes a detour by %#x though ext at %#x is in reach", dest, ext)
		}
		if got := r.bytes(dest, 2); hex(got) != "ff 25" {
			t.Fatalf("branch leads to %#x: % x", dest, got)
		}
		slot := r.target(dest + 2)
		if got := le64(r.bytes(slot, 8)); got != ext {
			t.Errorf("slot holds %#x, ext is at %#x", got, ext)
		}
	}
	if got := r.word("pointer", 0); got != ext {
		t.Errorf("pointer holds %#x, ext is at %#x", got, ext)
	}
}

// TestMoveReapplies: moving one object relocates exactly those again that refer to
// it, also when only another is asked for.
func TestMoveReapplies(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	ext := r.load("call_ext")[0]
	r.load("call")
	other := r.load("base")[0]
	r.resolve()
	apply(t, []*rtdyld.Object{ext}, map[string]map[string]uint64{"call_ext": {".text": near}}, 0)
	if got := r.addr("ext"); got != near+0x20 {
		t.Errorf("Lookup gives %#x", got)
	}
	r.resolve(other)
	if got := r.word("pointer", 0); got != near+0x20 {
		t.Errorf("pointer holds %#x", got)
	}
	checkCall(t, r)
}

// TestMoveRefused names each wrong use.
func TestMoveRefused(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	objs := r.load("comdat_1", "comdat_2")
	o := objs[0]
	data := section(t, o, ".rodata.f") // aligned to 8
	for what, err := range map[string]error{
		"not aligned":  o.MapSectionAddress(data.ID, 0x1004),
		"no section":   o.MapSectionAddress(1000, 0x1000),
		"dropped":      objs[1].MapSectionAddress(data.ID, 0x1000),
		"past the end": o.MapSectionAddress(^data.ID, 0x1000),
	} {
		if err == nil || errors.Is(err, rtdyld.ErrFinalized) {
			t.Errorf("%s: %v", what, err)
		}
	}
	r.finalize()
	if err := o.MapSectionAddress(data.ID, 0x1000); !errors.Is(err, rtdyld.ErrFinalized) {
		t.Errorf("finalized: %v", err)
	}
	r.unload(objs...)
	if err := o.MapSectionAddress(data.ID, 0x1000); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("unloaded: %v", err)
	}
	if o.SectionAddress(data.ID) != 0 || o.Sections() != nil || o.Symbols() != nil || o.Blocks() != nil || o.Made() != nil || o.Counts() != (rtdyld.Counts{}) {
		t.Error("an unloaded object still tells things")
	}
}

// TestMoveToZero: what was relaxed is loaded from its slot again when the address
// becomes one that a slot alone can mean.
func TestMoveToZero(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	ext := r.load("ext0=call_ext")[0]
	o := r.load("relax")[0]
	r.resolve()
	if hex(section(t, o, ".text").Mem[:3]) != "48 8d 05" {
		t.Fatalf("not relaxed: % x", section(t, o, ".text").Mem)
	}
	if err := ext.MapSectionAddress(section(t, ext, ".text").ID, ^uint64(0x1f)); err != nil { // ext at 0
		t.Fatal(err)
	}
	r.resolve()
	text := section(t, o, ".text")
	if hex(text.Mem[:3]) != "48 8b 05" || r.target(text.Addr+3) != section(t, o, "<got>").Addr {
		t.Errorf("relaxed for address 0: % x", text.Mem)
	}
}

// TestNoRelax keeps the compiler's instructions.
func TestNoRelax(t *testing.T) {
	r := newRig(t, rtdyld.Config{NoRelax: true})
	o := r.load("call_ext", "relax")[1]
	r.finalize()
	text := section(t, o, ".text")
	want, got := text.Mem, slices.Clone(text.Mem)
	file := o.Image().Sections[text.ID].Data
	for _, off := range []int{3, 10, 16, 22, 28, 35, 42, 49, 55, 62} {
		copy(got[off:off+4], file[off:off+4])
	}
	if hex(got) != hex(file) {
		t.Errorf("code is % x, was % x", want, file)
	}
}

func le64(b []byte) uint64 {
	v := uint64(0)
	for i := range 8 {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}
