package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

type nameSet = map[string]bool

// library is a set of objects, of which the first ones are linked together.
type library struct {
	name    string
	need    []string                                // tools and files
	objects func(t *testing.T, sample int) []member // sample is how many are wanted
}

// member is an object of a library.
type member struct {
	name string
	data []byte
}

// archive is a library of the members of an archive, in an order that the seed decides.
func archive(path string) library {
	return library{filepath.Base(path), []string{path}, func(t *testing.T, _ int) []member {
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		var list []member
		for m, err := range a.Members() {
			if err != nil {
				t.Fatal(err)
			}
			data, err := m.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, member{strings.Clone(m.Name), bytes.Clone(data)})
		}
		rand.New(rand.NewPCG(*oracleSeed, 0)).Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		return list
	}}
}

// archives are the libraries of archives in a folder.
func archives(dir string, names ...string) (list []library) {
	for _, n := range names {
		list = append(list, archive(filepath.Join(dir, n)))
	}
	return list
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
	ours    memory
	slotsAt map[string]uint64 // where we have a file's slots
	halves  map[half]*whole
	ifuncs  nameSet // names of indirect functions
	commons nameSet
	defined nameSet // all names that have a definition, but for those in open
	seen    tally
}

// newOracleRun takes as many objects of a library as a sample has.
func newOracleRun(t *testing.T, o *oracle, lib library, sample int) *oracleRun {
	r := &oracleRun{T: t, oracle: o, dir: t.TempDir(), open: map[string]uint64{}, ifuncs: nameSet{}, commons: nameSet{}, halves: map[half]*whole{}}
	defined, groups := nameSet{}, nameSet{}
	for _, m := range lib.objects(t, sample) {
		if len(r.files) < sample {
			r.addInput(m.name, m.data, defined, groups)
		}
	}
	r.defineOpen(defined)
	return r
}

// addInput adds an object, unless it defines what is defined already.
func (r *oracleRun) addInput(name string, data []byte, defined, groups nameSet) {
	file := fmt.Sprintf("%04d-%s", len(r.files), filepath.Base(name))
	if r.prepare != nil {
		r.prepare(data)
	}
	img, err := objfile.Parse(file, data)
	if err != nil {
		r.Fatal(err)
	}
	if r.skip != nil {
		if why := r.skip(r, img, defined); why != "" {
			r.seen.except("files: "+why, 1)
			return
		}
	}
	if img, err = rtdyld.Relocations(img).Trim(img); err != nil { // sizes are those of linked sections
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
			r.seen.except("files: "+img.SymbolName(objfmt.SymbolID(i))+" is defined again", 1)
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

// defineOpen gives addresses to the names that no input defines, and objects to the
// thread-locals among them and where the linker's command line cannot say addresses.
func (r *oracleRun) defineOpen(defined nameSet) {
	r.defined = maps.Clone(defined)
	for _, img := range r.imgs {
		for i := range img.Symbols {
			if s := &img.Symbols[i]; s.Bind != objfmt.BindLocal && s.Defined() {
				r.defined[img.SymbolName(objfmt.SymbolID(i))] = true
			}
		}
	}
	names, locals := r.undefinedNames()
	if len(locals) > 0 {
		r.addInput("locals.o", r.locals(locals), nameSet{}, nameSet{})
	}
	near, far := r.near, r.far
	for i := range names {
		at := &near
		if far != 0 && i%5 == 0 {
			at = &far
		}
		*at += 0x40
		names[i].addr = *at
		if r.object == nil {
			r.open[names[i].name] = *at
		} else {
			r.defined[names[i].name] = true
		}
	}
	if r.object != nil {
		r.addInput("open.o", r.object(append(names, undefinedName{oracleEntry, true, near})), nameSet{}, nameSet{})
	}
}

// oracleEntry is a name that is always defined where there is an object for open
// names, since linkers want an entry.
const oracleEntry = "oracle_entry"

// undefinedNames lists the names that no input defines, thread-locals apart.
func (r *oracleRun) undefinedNames() (names []undefinedName, locals []string) {
	at := map[string]int{} // in names, negative for those that are not there
	bounds := r.bounds()
	for _, img := range r.imgs {
		for i := range img.Symbols {
			s, name := &img.Symbols[i], img.SymbolName(objfmt.SymbolID(i))
			weak := s.Bind != objfmt.BindGlobal && r.object == nil // stays without an address
			weak = weak && !slices.ContainsFunc(r.edges, func(e string) bool { return strings.HasPrefix(name, e) })
			_, given := r.given[name]
			if s.Defined() || weak || given || r.defined[name] || name == "" || r.names[name] != "" || r.imported(name) || bounds[name] {
				continue
			}
			if _, ok := at[name]; ok {
				continue
			}
			if at[name] = -1; s.Type == objfmt.SymTLS {
				locals = append(locals, name)
				continue
			}
			at[name] = len(names)
			names = append(names, undefinedName{name: name, code: strings.Contains(name, "_personality_") || strings.Contains(name, "_unwind_cpp_")})
		}
	}
	for _, img := range r.imgs {
		table := rtdyld.Relocations(img)
		for id := range img.Sections {
			for rel, err := range recordsOf(img, objfmt.SectionID(id)) {
				if err != nil {
					r.Fatal(err)
				}
				if k, ok := at[img.SymbolName(rel.Sym)]; ok && k >= 0 && r.branches[table.Name(rel.Type)] != 0 {
					names[k].code = true
				}
			}
		}
	}
	return names, locals
}

// bounds are the names of the ends of the inputs' sections, which both linkers define in ELF.
func (r *oracleRun) bounds() nameSet {
	names := nameSet{}
	for i, img := range r.imgs {
		for _, id := range r.kept[i] {
			if section := img.SectionName(id); img.Triple.IsELF() {
				names["__start_"+section], names["__stop_"+section] = true, true
			}
		}
	}
	return names
}

// gone says why the other linker does not keep a section as it is, if so.
func (r *oracleRun) gone(section string) string {
	if why := r.absent[section]; why != "" {
		return why
	}
	for s, why := range r.absent {
		if begin, ok := strings.CutSuffix(s, "*"); ok && strings.HasPrefix(section, begin) {
			return why
		}
	}
	return ""
}

// imported reports whether a name is that of the pointer to a name that is defined,
// which each linker makes for itself.
func (r *oracleRun) imported(name string) bool {
	rest, ok := strings.CutPrefix(name, "__imp_")
	return ok && r.imports != nil && !r.defined[name] && r.defined[rest]
}
