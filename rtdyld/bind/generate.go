package bind

import (
	"cmp"
	"context"
	"debug/dwarf"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says what is bound, and how.
type Config struct {
	Package   string    // name of the Go package
	Headers   []string  // as #include has them: in <> for folders of headers, else in quotes
	Archives  []Archive // whose names are bound, and that are embedded
	Others    []Archive // that are embedded beside them, for what they refer to
	Libraries []string  // shared libraries that are opened: libm.so.6
	Compiler  Compiler
	Dir       string   // what relative names of files in debug information count from
	Command   []string // words of the command that does all this, for go generate; nil: there is no such line

	GOOS, GOARCH string // "": what the first object is for
	// Own reports files whose declarations, macros and types are the library's; nil: the headers, and what they include
	// but for the headers of C and POSIX.
	Own func(file string) bool
	// ReadFile reads a header, for its comments; nil: there are none.
	ReadFile func(name string) ([]byte, error)

	Choose    []string          // patterns of C names that are bound, with the types that they need; nil: all
	Trim      []string          // prefixes that Go names do without
	Rename    map[string]string // Go names of C names
	Inline    []string          // patterns of function-like macros that get functions, among those that are chosen; static inline functions all do, unless !PATTERN is here
	Functions []string          // declarations of functions that stand for macros: int lua_pcall(lua_State *L, int n, int r, int f)
	Strings   []string          // patterns of function.parameter and function.return that are strings; a parameter without a name has its Go name, p0, p1 ...
	Bytes     []string          // function.parameter+length: two parameters that are a []byte
	Errors    []string          // function=nonzero, negative, null or zero: results that are errors
	ErrorText string            // function that gives a text for such a result

	NoCallback []string // patterns of functions that neither call back nor keep pointers: these may lead to the goroutine's stack
}

// File is a file of the package.
type File struct {
	Name string
	Data []byte
}

// Left is a function that the header declares and that is not bound.
type Left struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Unused is a pattern of the configuration, or a name, that nothing that is bound fits, so that it has no effect.
type Unused struct {
	Field   string `json:"field"`         // of Config: Choose, Rename, Inline, Strings, Bytes, Errors, NoCallback
	Pattern string `json:"pattern"`       // of Rename the C name
	Why     string `json:"why,omitempty"` // what there is instead, "": nothing is known
}

// Result is a package.
type Result struct {
	Files        []File
	GOOS, GOARCH string
	Bound        []string // functions, as C has them, in order
	Left         []Left
	Absent       []string // functions that the headers declare and no archive defines
	Unused       []Unused // what of the configuration fits nothing
	Variables    int
	Types        int
	Constants    int
}

// ConfigError says what is wrong with a configuration.
type ConfigError struct{ Field, Msg string }

func (e *ConfigError) Error() string { return "bind: " + e.Field + ": " + e.Msg }

// generator is a run of Generate.
type generator struct {
	*Config
	defs      *definitions
	src       *source
	probe     *probed
	typer     *typer
	questions []*question // about names
	shims     map[string]*shim
	functions []*function
	variables []*function
	constants []*constant
	left      map[string]string
	absent    []string
	renamed   map[string]string // names in the headers of those that have others in the archive
	comments  *comments
	fitting   map[[2]string]bool // fields of Config with patterns that something has fitted
}

// Generate makes a Go package of a library. The same input gives the same bytes. It runs the compiler a few times, and none of
// the library's code.
func Generate(ctx context.Context, cfg Config) (*Result, error) {
	g := &generator{Config: &cfg, left: map[string]string{}, shims: map[string]*shim{}}
	if err := g.check(); err != nil {
		return nil, err
	}
	var err error
	if g.defs, err = define(ctx, cfg.Archives); err != nil {
		return nil, err
	}
	others := &definitions{names: map[string]kind{}, hidden: map[string]bool{}, target: g.defs.target}
	for _, in := range cfg.Others {
		if err := others.file(ctx, in); err != nil {
			return nil, err
		}
	}
	m, err := g.target()
	if err != nil {
		return nil, err
	}
	head := includes(cfg.Headers)
	text, err := cfg.Compiler.Preprocess(ctx, Source{probeName, head})
	if err != nil {
		return nil, err
	}
	if g.src = scan(text, probeName, cfg.Own); len(g.src.files) == 0 { // headers of C itself
		g.src = scan(text, probeName, func(file string) bool { return filepath.IsAbs(file) })
	}
	g.comments = &comments{read: cfg.ReadFile}
	if g.renamed, err = g.renames(ctx, head); err != nil {
		return nil, err
	}
	values := g.macros()
	if err := g.ask(ctx, head, valueQuestions(values)); err != nil {
		return nil, err
	}
	names := &naming{trim: slices.Clone(cfg.Trim), rename: cfg.Rename, taken: map[string]bool{"LoadLibrary": true, "CloseLibrary": true, "NewCallback": true, "BindFuncPtr": true, "Error": true}}
	slices.SortFunc(names.trim, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	g.typer = newTyper(g.probe.debugInfo, *m, names, g.ownPath(), g.wanted)
	g.typer.comments = g.comments
	if err := g.make(values); err != nil {
		return nil, err
	}
	return g.emit(ctx)
}

// check refuses what cannot be meant.
func (g *generator) check() error {
	switch {
	case !isIdentifier(g.Package):
		return &ConfigError{"Package", fmt.Sprintf("%q is no name of a package", g.Package)}
	case len(g.Headers) == 0:
		return &ConfigError{"Headers", "there are none"}
	case len(g.Archives) == 0:
		return &ConfigError{"Archives", "there are none"}
	case g.Compiler == nil:
		return &ConfigError{"Compiler", "there is none"}
	}
	for _, a := range slices.Concat(g.Archives, g.Others) {
		if a.Name != filepath.Base(a.Name) || a.Name == "README" {
			return &ConfigError{"Archives", fmt.Sprintf("%q is no name for a file", a.Name)}
		}
	}
	for _, e := range g.Errors {
		if _, how, _ := strings.Cut(e, "="); !slices.Contains([]string{"nonzero", "negative", "null", "zero"}, how) {
			return &ConfigError{"Errors", fmt.Sprintf("%q: function=nonzero, negative, null or zero", e)}
		}
	}
	for _, b := range g.Bytes {
		if _, p, ok := strings.Cut(b, "."); !ok || !strings.Contains(p, "+") {
			return &ConfigError{"Bytes", fmt.Sprintf("%q: function.parameter+length", b)}
		}
	}
	return nil
}

// target finds what the archive is for.
func (g *generator) target() (*machine, error) {
	has := g.defs.target
	g.GOOS, g.GOARCH = cmp.Or(g.GOOS, goos(has)), cmp.Or(g.GOARCH, has.GOARCH())
	if want, err := triple.FromGo(g.GOOS, g.GOARCH); err == nil && (want.GOARCH() != has.GOARCH() || want.Format() != has.Format()) {
		return nil, &TargetError{g.Archives[0].Name, goTarget(has), g.GOOS + "/" + g.GOARCH}
	}
	m, err := ctype.ModelOf(g.GOOS, g.GOARCH)
	if err != nil {
		return nil, err
	}
	word := int64(m.Pointer)
	return &machine{word: word, long: int64(m.Long), biggest: word, big: m.BigEndian, model: m, goos: g.GOOS, goarch: g.GOARCH}, nil
}

// macros are the library's own macros that no other name is, in order.
func (g *generator) macros() []*macro {
	var list []*macro
	for _, name := range g.src.order {
		if m := g.src.macros[name]; m != nil && !strings.HasPrefix(name, "_") && g.wanted(name) {
			list = append(list, m)
		}
	}
	return list
}

// wanted reports a name that is chosen.
func (g *generator) wanted(name string) bool {
	return g.Choose == nil || g.chosen("Choose", g.Choose, name, g.header(name))
}

// names are those that the compiler is asked about: of the archives, as far as the headers have them, and what the headers
// declare.
func (g *generator) names() []string {
	all := map[string]bool{}
	for name := range g.defs.names {
		// What a header of C declares, too, is not the library's.
		if st := g.src.statements[name]; g.src.words[name] && (st == nil || g.src.own(st.at.file)) {
			all[name] = true
		}
	}
	for _, name := range g.src.declared {
		all[name] = true
	}
	maps.DeleteFunc(all, func(name string, _ bool) bool { return !g.wanted(name) })
	return slices.Sorted(maps.Keys(all))
}

// ask asks the compiler about names and macros, and a second time when there are functions to be made of macros.
func (g *generator) ask(ctx context.Context, head []byte, values []*question) error {
	g.questions = typeQuestions(g.names())
	var err error
	if g.probe, err = ask(ctx, g.Compiler, head, slices.Concat(g.questions, values)); err != nil {
		return err
	}
	if err := g.defs.fits(probeName, g.probe.target); err != nil {
		return err
	}
	shims, err := g.makeShims()
	if err != nil || len(shims) == 0 {
		return err
	}
	g.questions = append(g.questions, shims...)
	g.probe, err = ask(ctx, g.Compiler, head, slices.Concat(g.questions, values))
	return err
}

// ownPath reports the library's own files by their names in debug information.
func (g *generator) ownPath() func(file string) bool {
	if g.Own != nil {
		return g.Own
	}
	full := func(file string) string {
		if !filepath.IsAbs(file) {
			file = filepath.Join(g.Dir, file)
		}
		return filepath.Clean(file)
	}
	own := map[string]bool{}
	for _, f := range g.src.files {
		own[full(f)] = true
	}
	return func(file string) bool { return file != "" && own[full(file)] }
}

// make makes functions, variables, constants and types.
func (g *generator) make(values []*macro) error {
	at := map[string]*entry{} // variables of the probe
	for _, e := range g.probe.entries {
		if e.Tag == dwarf.TagVariable && e.Name != "" {
			at[e.Name] = e
		}
	}
	for i, q := range g.questions {
		var e *entry // the type
		if v := at[typePrefix+strconv.Itoa(i)]; q.why == "" && v != nil && v.Type() != nil {
			e = v.Type().Type() // what the pointer leads to
		}
		switch {
		case q.shim:
			g.shimmed(q, e)
		case g.shims[q.name] != nil:
		case e == nil:
			if q.why != "" && g.defs.names[q.name] == kindFunction && slices.Contains(g.src.declared, q.name) {
				g.left[q.name] = "the compiler refuses it: " + q.why
			}
		case e.Plain().IsFunction():
			g.function(q.name, e.Plain())
		case g.defs.names[q.name] == kindData:
			g.variable(q.name, e)
		}
	}
	g.constant(values, at)
	for _, list := range [][]*function{g.functions, g.variables} {
		slices.SortFunc(list, func(a, b *function) int { return strings.Compare(a.c, b.c) })
	}
	for _, f := range g.functions {
		f.goName = g.typer.exported(g.header(f.c))
	}
	for _, v := range g.variables {
		v.goName = g.typer.exported(v.c)
	}
	for _, c := range g.constants {
		c.name = g.typer.constant(c.c)
	}
	g.typer.finish()
	return nil
}

// constant gathers enumerators and macros.
func (g *generator) constant(values []*macro, at map[string]*entry) {
	seen := map[string]bool{}
	for _, e := range g.probe.entries {
		g.enumerators(e, seen)
	}
	for _, m := range values {
		v := at[valuePrefix+m.name]
		if v == nil || seen[m.name] {
			continue
		}
		if s := g.typer.value(g.probe, v); s != "" {
			seen[m.name] = true
			g.constants = append(g.constants, &constant{c: m.name, value: s, doc: g.comments.trailing(m.at)})
		}
	}
}

// enumerators are constants of an enumeration, also inside a structure.
func (g *generator) enumerators(e *entry, seen map[string]bool) {
	if !cdebug.IsAggregate(e) || !g.typer.own(e.File()) {
		return
	}
	var names []string
	for _, c := range e.Children() {
		names = append(names, c.Name)
	}
	var docs map[string]string
	if e.Tag == dwarf.TagEnumerationType {
		docs = g.comments.enumerators(e.File(), e.Line, names)
	}
	for _, c := range e.Children() {
		switch {
		case cdebug.IsAggregate(c):
			g.enumerators(c, seen)
		case c.Tag == dwarf.TagEnumerator && !seen[c.Name] && c.Name != "" && g.wanted(c.Name):
			seen[c.Name] = true
			k := &constant{c: c.Name, value: strconv.FormatInt(c.Value, 10), doc: docs[c.Name]}
			if !e.IsSigned() {
				k.value = strconv.FormatUint(g.typer.unsigned(c.Value, e.Size), 10)
			}
			if t := g.typer.made[e]; t != nil {
				k.typ = t.name
			}
			g.constants = append(g.constants, k)
		}
	}
}

// unsigned is the value of an enumerator that has no sign, whatever form the compiler wrote it in.
func (m *machine) unsigned(v, size int64) uint64 {
	if size == 8 {
		return uint64(v)
	}
	return uint64(uint32(v))
}

// inOrder is what is left out, by name.
func (g *generator) inOrder() []Left {
	list := []Left{}
	for _, name := range slices.Sorted(maps.Keys(g.left)) {
		list = append(list, Left{name, g.left[name]})
	}
	return list
}
