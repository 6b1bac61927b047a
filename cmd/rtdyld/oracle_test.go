package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
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
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
)

// oracle is a linker whose output ours must equal, byte for byte, and what it is
// given: a row for each target.
type oracle struct {
	target   string
	archives []string
	linker   []string                                // command and flags
	define   func(name string, addr uint64) string   // argument that gives a name an address
	locals   func(names []string) []byte             // an object that defines thread-locals
	readMap  func(data []byte) ([]inputPlace, error) // the linker's map
	readOut  func(path string) (output, error)       // the linker's output

	branches []string        // types that go through a stub where that is needed
	slots    map[string]form // of types that depend on where the slots are
	slotSize int
	exclude  []exclusion
	names    map[string]string // names that each linker defines for itself, and what for
	edges    []string          // beginnings of names that the other defines where they are referred to weakly, and ours does not
	absent   map[string]string // sections that the linker does not keep as they are, and why

	sections, relocs, slotsSeen int // the least that must be compared of all archives together
}

// exclusion is what is not compared around fields of some types.
type exclusion struct {
	types         string // a prefix
	before, after int    // bytes around the field's first one
	why           string
}

// inputPlace is where a linker has put a section of an input.
type inputPlace struct {
	file, name string
	addr, size uint64
}

// output is a linker's output.
type output interface {
	// read returns size bytes at addr, nil if it does not have them all.
	read(addr, size uint64) []byte
	// base is the address that offsets of slots count from, 0 if there are none.
	base() uint64
}

const linuxLib = "/usr/lib/x86_64-linux-gnu/"

var oracles = []oracle{{
	target: "elf-x86_64",
	archives: []string{
		linuxLib + "libc.a", linuxLib + "libsqlite3.a", linuxLib + "liblua5.4.a",
		"/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a",
	},
	linker:   []string{"ld.lld", "-O0", "--no-relax", "--no-gc-sections", "-static", "-e", "0", "-z", "norelro"},
	define:   func(name string, addr uint64) string { return fmt.Sprintf("--defsym=%s=%#x", name, addr) },
	locals:   func(names []string) []byte { return elfLocals(62, true, names) },
	readMap:  readELFMap,
	readOut:  readELFOut,
	branches: []string{"R_X86_64_PLT32"},
	slots: map[string]form{
		"R_X86_64_GOTPCREL": pcSlot, "R_X86_64_GOTPCRELX": pcSlot, "R_X86_64_REX_GOTPCRELX": pcSlot,
		"R_X86_64_GOTOFF64": fromBase, "R_X86_64_GOTPC32": toBase, "R_X86_64_GOTPC64": toBase,
	},
	slotSize: 8,
	exclude: []exclusion{
		{"R_X86_64_TLSGD", 4, 12, "thread-local sequence"}, // rewritten to local exec, with the call behind it
		{"R_X86_64_TLSLD", 3, 9, "thread-local sequence"},
		{"R_X86_64_GOTTPOFF", 3, 4, "thread-local sequence"},
		{"R_X86_64_GOTPC32_TLSDESC", 3, 4, "thread-local sequence"},
		{"R_X86_64_TLSDESC_CALL", 0, 2, "thread-local sequence"},
		{"R_X86_64_TPOFF", 0, 4, "thread-local offset"}, // ours has a block an object
		{"R_X86_64_DTPOFF", 0, 4, "thread-local offset"},
		{"R_X86_64_GOT", 0, 4, "slot"},
		{"R_X86_64_REX_GOT", 0, 4, "slot"},
	},
	names: map[string]string{
		"_GLOBAL_OFFSET_TABLE_": "slots' address", "__dso_handle": "an address for each object",
	},
	edges: []string{"__start_", "__stop_", "__rela_iplt_"},
	absent: map[string]string{
		".eh_frame": ".eh_frame, which the linker writes anew", ".note.gnu.property": "note, which the linker merges",
	},
	sections: 4000, relocs: 30000, slotsSeen: 1500,
}, {
	target:   "elf-i386",
	archives: []string{"/usr/lib32/libc.a"},
	linker:   []string{"ld.lld", "-m", "elf_i386", "-O0", "--no-relax", "--no-gc-sections", "-static", "-e", "0", "-z", "norelro"},
	define:   func(name string, addr uint64) string { return fmt.Sprintf("--defsym=%s=%#x", name, addr) },
	locals:   func(names []string) []byte { return elfLocals(3, false, names) },
	readMap:  readELFMap,
	readOut:  readELFOut,
	branches: []string{"R_386_PLT32"},
	slots: map[string]form{
		"R_386_GOT32": x86Slot, "R_386_GOT32X": x86Slot, "R_386_GOTOFF": fromBase, "R_386_GOTPC": toBase,
	},
	slotSize: 4,
	exclude: []exclusion{
		{"R_386_TLS_GD", 3, 9, "thread-local sequence"},
		{"R_386_TLS_LDM", 2, 9, "thread-local sequence"},
		{"R_386_TLS", 3, 4, "thread-local sequence"},
		{"R_386_GOT", 0, 4, "slot"},
	},
	names: map[string]string{
		"_GLOBAL_OFFSET_TABLE_": "slots' address", "__dso_handle": "an address for each object",
	},
	edges: []string{"__start_", "__stop_", "__rel_iplt_"},
	absent: map[string]string{
		".eh_frame": ".eh_frame, which the linker writes anew", ".note.gnu.property": "note, which the linker merges",
	},
	sections: 150, relocs: 200, slotsSeen: 100,
}}

var oracleSeed = flag.Uint64("seed", 1, "of the sample that TestLinkerOracle takes")

// TestLinkerOracle links members of Debian's archives with another linker, reads
// from its map where it has put each section of each input, has rtdyld link put them
// there too, and compares all bytes. It takes a sample of each archive, or all of it
// where RTDYLD_FULL is set.
func TestLinkerOracle(t *testing.T) {
	for i := range oracles {
		o := &oracles[i]
		t.Run(o.target, func(t *testing.T) {
			citest.Need(t, append([]string{o.linker[0]}, o.archives...)...)
			sample, share := 80, 1 // members of an archive; what must be compared at least, divided by this
			switch {
			case os.Getenv("RTDYLD_FULL") != "":
				sample = math.MaxInt
			case testing.Short():
				sample, share = 20, 8
			}
			var all tally
			for _, path := range o.archives {
				t.Run(filepath.Base(path), func(t *testing.T) {
					r := newOracleRun(t, o, path, sample)
					r.linkTheirs()
					r.layOut()
					r.linkOurs()
					r.compare()
					r.notices()
					t.Log(r.seen.String())
					all.add(&r.seen)
				})
			}
			if t.Failed() {
				t.Logf("again: go test ./cmd/rtdyld -run 'TestLinkerOracle/%s' -seed %d", o.target, *oracleSeed)
			} else if all.sections < o.sections/share || all.relocs < o.relocs/share || all.slots < o.slotsSeen/share {
				t.Errorf("too little was compared: %v", &all)
			}
		})
	}
}

// tally counts what was compared and, by reason, what was not.
type tally struct {
	files, sections, bytes, relocs, slots int
	types                                 map[string]int // of relocations that were compared
	not                                   map[string]int
}

func (c *tally) except(why string, n int) { count(&c.not, why, n) }

func count(m *map[string]int, key string, n int) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key] += n
}

func (c *tally) add(d *tally) {
	c.files += d.files
	c.sections += d.sections
	c.bytes += d.bytes
	c.relocs += d.relocs
	c.slots += d.slots
	for typ, n := range d.types {
		count(&c.types, typ, n)
	}
	for why, n := range d.not {
		c.except(why, n)
	}
}

func (c *tally) String() string {
	s := fmt.Sprintf("the same: %d bytes of %d sections of %d files, %d relocations, %d by the slots or the base they lead to.", c.bytes, c.sections, c.files, c.relocs, c.slots)
	for _, typ := range slices.Sorted(maps.Keys(c.types)) {
		s += fmt.Sprintf("\n%8d %s", c.types[typ], typ)
	}
	s += "\nNot compared as they are:"
	for _, why := range slices.Sorted(maps.Keys(c.not)) {
		s += fmt.Sprintf("\n%8d %s", c.not[why], why)
	}
	return s
}

// oracleRun is a set of objects, linked twice.
type oracleRun struct {
	*testing.T
	*oracle
	dir   string
	files []string // base names
	imgs  []*objfmt.ObjectImage
	kept  [][]objfmt.SectionID // of each image, without the groups that a former one has
	open  map[string]uint64    // addresses of names that nothing defines

	places  []map[objfmt.SectionID]uint64 // of each image, where the other linker has the section
	theirs  output
	ours    linkMap
	slotsOf map[string]slotArea // by file
	ifuncs  map[string]bool     // names of indirect functions
	commons map[string]bool
	defined map[string]bool // all names that have a definition, but for those in open
	seen    tally
}

// slotArea is where we have a file's slots.
type slotArea struct {
	addr uint64
	data []byte
}

// newOracleRun takes members of an archive.
func newOracleRun(t *testing.T, o *oracle, path string, sample int) *oracleRun {
	r := &oracleRun{T: t, oracle: o, dir: t.TempDir(), open: map[string]uint64{}, ifuncs: map[string]bool{}, commons: map[string]bool{}}
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var members []ar.Member
	for m, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, m)
	}
	if len(members) > sample {
		rng := rand.New(rand.NewPCG(*oracleSeed, 0))
		at := rng.Perm(len(members))[:sample]
		slices.Sort(at)
		for i, k := range at {
			members[i] = members[k]
		}
		members = members[:sample]
	}
	defined, groups := map[string]bool{}, map[string]bool{}
	for _, m := range members {
		data, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		r.addInput(m.Name, data, defined, groups)
	}
	r.defineOpen(defined)
	return r
}

// addInput adds an object, unless it defines what is defined already.
func (r *oracleRun) addInput(name string, data []byte, defined, groups map[string]bool) {
	file := fmt.Sprintf("%04d-%s", len(r.files), filepath.Base(name))
	img, err := objfile.Parse(file, bytes.Clone(data))
	if err != nil {
		r.Fatal(err)
	}
	dropped := make([]bool, len(img.Groups)+1)
	for i := range img.Groups {
		dropped[i+1] = groups[img.GroupName(&img.Groups[i])]
	}
	counts := func(s *objfmt.Symbol) bool {
		return s.Bind != objfmt.BindLocal && s.Defined() && (s.Section >= objfmt.SecSpecial || !dropped[img.Sections[s.Section].Group])
	}
	for i := range img.Symbols {
		if s := &img.Symbols[i]; counts(s) && s.Bind == objfmt.BindGlobal && s.Section != objfmt.SecCommon && defined[img.SymbolName(objfmt.SymbolID(i))] {
			r.seen.except("file, since it defines a name again", 1)
			return
		}
	}
	for i := range img.Symbols {
		s, name := &img.Symbols[i], img.SymbolName(objfmt.SymbolID(i))
		if !counts(s) {
			continue
		}
		// The first definition counts unless it is weak and another is not: such names
		// may be taken for what they are not, which only compares less.
		r.ifuncs[name] = r.ifuncs[name] || s.Type == objfmt.SymIFunc
		r.commons[name] = r.commons[name] || s.Section == objfmt.SecCommon
		defined[name] = defined[name] || s.Bind == objfmt.BindGlobal && s.Section != objfmt.SecCommon
	}
	for i := range img.Groups {
		groups[img.GroupName(&img.Groups[i])] = true
	}
	var kept []objfmt.SectionID
	for i := range img.Sections {
		if !dropped[img.Sections[i].Group] {
			kept = append(kept, objfmt.SectionID(i))
		}
	}
	if err := os.WriteFile(filepath.Join(r.dir, file), data, 0o666); err != nil {
		r.Fatal(err)
	}
	r.files, r.imgs, r.kept = append(r.files, file), append(r.imgs, img), append(r.kept, kept)
	r.seen.files++
}

// defineOpen gives addresses to the names that no input defines, and an object to
// the thread-locals among them.
func (r *oracleRun) defineOpen(defined map[string]bool) {
	r.defined = maps.Clone(defined)
	for _, img := range r.imgs {
		for i := range img.Symbols {
			if s := &img.Symbols[i]; s.Bind != objfmt.BindLocal && s.Defined() {
				r.defined[img.SymbolName(objfmt.SymbolID(i))] = true
			}
		}
	}
	known := maps.Clone(r.defined)
	var locals []string
	next := uint64(0x3000_0000)
	for _, img := range r.imgs {
		for i := range img.Symbols {
			s, name := &img.Symbols[i], img.SymbolName(objfmt.SymbolID(i))
			edge := slices.ContainsFunc(r.edges, func(e string) bool { return strings.HasPrefix(name, e) })
			if s.Defined() || s.Bind != objfmt.BindGlobal && !edge || known[name] || name == "" || r.names[name] != "" {
				continue
			}
			known[name] = true
			if s.Type == objfmt.SymTLS {
				locals = append(locals, name)
				continue
			}
			next += 0x40
			r.open[name] = next
		}
	}
	if len(locals) > 0 {
		r.addInput("locals.o", r.locals(locals), map[string]bool{}, map[string]bool{})
	}
}

// linkTheirs runs the other linker.
func (r *oracleRun) linkTheirs() {
	var args strings.Builder
	for _, f := range r.files {
		fmt.Fprintf(&args, "%q\n", filepath.Join(r.dir, f))
	}
	for _, name := range slices.Sorted(maps.Keys(r.open)) {
		fmt.Fprintf(&args, "%q\n", r.define(name, r.open[name]))
	}
	rsp, out, m := filepath.Join(r.dir, "args"), filepath.Join(r.dir, "out"), filepath.Join(r.dir, "map")
	if err := os.WriteFile(rsp, []byte(args.String()), 0o666); err != nil {
		r.Fatal(err)
	}
	cmd := exec.Command(r.linker[0], append(r.linker[1:len(r.linker):len(r.linker)], "-o", out, "-Map="+m, "@"+rsp)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		r.Fatalf("%v: %v\n%s", cmd, err, text[:min(len(text), 3000)])
	}
	var err error
	if r.theirs, err = r.readOut(out); err != nil {
		r.Fatal(err)
	}
}

// layOut makes a layout of the other linker's map. Sections of one name in one file
// are in the map in the order of the file.
func (r *oracleRun) layOut() {
	data, err := os.ReadFile(filepath.Join(r.dir, "map"))
	if err != nil {
		r.Fatal(err)
	}
	list, err := r.readMap(data)
	if err != nil {
		r.Fatal(err)
	}
	type key struct{ file, name string }
	at := map[key][]inputPlace{}
	for _, p := range list {
		k := key{p.file, p.name}
		at[k] = append(at[k], p)
	}
	type section struct {
		File    string `json:"file"`
		Section uint32 `json:"section"`
		Addr    string `json:"addr"`
	}
	layout := struct {
		Sections []section         `json:"sections"`
		Symbols  map[string]string `json:"symbols"`
	}{Symbols: map[string]string{}}
	for i, img := range r.imgs {
		r.places = append(r.places, map[objfmt.SectionID]uint64{})
		for _, id := range r.kept[i] {
			s, name := &img.Sections[id], img.SectionName(id)
			k := key{r.files[i], name}
			if len(at[k]) == 0 {
				if r.absent[name] == "" {
					r.Errorf("%s: %s is not in the map of %s", r.files[i], name, r.linker[0])
				}
				continue
			}
			p := at[k][0]
			at[k] = at[k][1:]
			if p.size != s.Size {
				r.Errorf("%s: %s has %#x bytes, in the map of %s %#x", r.files[i], name, s.Size, r.linker[0], p.size)
			}
			r.places[i][id] = p.addr
			layout.Sections = append(layout.Sections, section{r.files[i], s.Number, fmt.Sprintf("%#x", p.addr)})
		}
		for id := range img.Sections { // all sections of a name are kept, or what is left is not loaded
			if rest := at[key{r.files[i], img.SectionName(objfmt.SectionID(id))}]; len(rest) > 0 {
				r.Errorf("%s: %s keeps a section %s that we drop", r.files[i], r.linker[0], rest[0].name)
			}
		}
	}
	for name, addr := range r.open {
		layout.Symbols[name] = fmt.Sprintf("%#x", addr)
	}
	if data, err = json.MarshalIndent(layout, "", " "); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "layout.json"), data, 0o666); err != nil {
		r.Fatal(err)
	}
}

// linkOurs runs rtdyld link.
func (r *oracleRun) linkOurs() {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1)) // the command sets both
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	out := filepath.Join(r.dir, "ours")
	args := []string{"link", "-layout", filepath.Join(r.dir, "layout.json"), "-relax=false", "-out", out}
	for _, f := range r.files {
		args = append(args, filepath.Join(r.dir, f))
	}
	var stdout, stderr bytes.Buffer
	if status := Main(args, &stdout, &stderr); status != 0 {
		r.Fatalf("rtdyld link ended with %d\n%s", status, stderr.Bytes()[:min(stderr.Len(), 3000)])
	}
	data, err := os.ReadFile(filepath.Join(out, "map.json"))
	if err != nil {
		r.Fatal(err)
	}
	if err := json.Unmarshal(data, &r.ours); err != nil {
		r.Fatal(err)
	}
	r.slotsOf = map[string]slotArea{}
	for _, s := range r.ours.Sections {
		if s.Name == "<slots>" {
			r.slotsOf[filepath.Base(s.File)] = slotArea{uint64(s.Addr), r.bytesOf(s.Bin)}
		}
	}
}

// UnmarshalText reads what MarshalText writes.
func (h *hex) UnmarshalText(text []byte) error {
	v, err := parseAddr(string(text))
	*h = hex(v)
	return err
}

// bytesOf reads what rtdyld link has written of a section.
func (r *oracleRun) bytesOf(bin string) []byte {
	data, err := os.ReadFile(filepath.Join(r.dir, "ours", bin))
	if err != nil {
		r.Fatal(err)
	}
	return data
}
