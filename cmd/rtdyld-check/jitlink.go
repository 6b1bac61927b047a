package main

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/check/linked"
	"github.com/go-rtdyld/rtdyld/triple"
)

// jitOptions are what llvm-jitlink's command line says beyond llvm-rtdyld's.
type jitOptions struct {
	noexec      bool
	noProcess   bool     // names of this process are not found
	phony       bool     // what nothing defines is at 0
	check       string   // what begins the lines of rules, without # and :
	alias       []string // NAME=NAME
	slab        string
	slabAddress uint64 // if slabGiven
	slabGiven   bool
	slabPage    uint64
	entry       bool // -entry was given

	slabSize uint64 // in bytes

	sections []string   // of -sectcreate, as they were given
	created  []*created // what they are

	graphs    []*regexp.Regexp // names of objects to show
	showNames bool             // names of dylibs are shown
	debugger  bool             // gdb and lldb are told of the objects
	perf      bool             // perf is told of them

	allLoad   bool            // archives give all of their members
	weak      []jitLibrary    // libraries whose names are at 0
	nowhere   map[string]bool // those names
	showAddrs bool
	showFiles bool // names of objects are printed when they are linked
	target    triple.Triple

	harness []string // objects of main that see all of the inputs' names, and whose names count before theirs
	dylibs  []*dylib // main first
	current int      // of dylibs: the one that the command line is at
}

// jitTable has llvm-jitlink's options, those of version 14 and, where these are called otherwise, of later ones.
var jitTable = []option{
	{name: "h", kind: takesNone, help: "print this text"},
	{name: "abs", many: true, value: "=<string>", help: "NAME=ADDR, a symbol that no input defines", set: setAbsolute},
	{name: "alias", many: true, value: "=<string>", help: "NAME=OTHER, another name of a symbol", set: appendTo(func(o *options) *[]string { return &o.jit.alias })},
	{name: "args", kind: takesRest, many: true, value: " <string>...", help: "all arguments that follow are the program's"},
	{name: "check", many: true, value: "=<string>", help: "file with rules; may be given more than once", set: appendTo(func(o *options) *[]string { return &o.checks })},
	{name: "all_load", kind: takesBool, help: "link all members of archives, not only those that are needed", set: setBool(func(o *options) *bool { return &o.jit.allLoad })},
	{name: "add-self-relocations", kind: takesBool, help: "refused: no instruction is looked at", set: refuse("no references are added to objects")},
	{name: "check-name", value: "=<string>", help: "what begins the lines of rules, jitlink-check if nothing is said", set: setText(func(o *options) *string { return &o.jit.check })},
	{name: "debugger-support", kind: takesBool, help: "nothing with -noexec, else gdb and lldb see the objects", set: setBool(func(o *options) *bool { return &o.jit.debugger })},
	{name: "define-abs", many: true, value: "=<string>", help: "the same as -abs", set: setAbsolute},
	{name: "entry", value: "=<string>", help: "function to call, main if nothing is said", set: func(o *options, v string) string { o.entry, o.jit.entry = v, true; return "" }},
	{name: "harness", kind: takesRest, many: true, value: " <string>...", help: "objects that try the others: they see local names of inputs, and what they define counts before what inputs do"},
	{name: "hidden-l", many: true, value: "=<string>", help: "-l of an archive whose names other dylibs do not see", set: setLibrary(false, true)},
	{name: "jd", many: true, value: "=<string>", help: "the dylib that inputs, -L, -l and -abs are for from here on; main before", set: setDylib},
	{name: "l", many: true, value: "=<string>", help: "a dylib of -jd, or NAME of libNAME.so or libNAME.a in the folders of -L: an archive gives the members that are needed", set: setLibrary(false, false)},
	{name: "L", many: true, value: "=<string>", help: "folder with libraries of the dylib", set: appendTo(func(o *options) *[]string { return &o.jit.dylib().search })},
	{name: "lazy", kind: takesRefused, help: "refused: all objects are linked before the entry is called", set: refuse("objects are linked before code runs; an archive gives what is needed")},
	{name: "load_hidden", many: true, value: "=<string>", help: "file of an archive whose names other dylibs do not see", set: setLibrary(true, true)},
	{name: "no-process-syms", kind: takesBool, help: "names of this process are not found", set: setBool(func(o *options) *bool { return &o.jit.noProcess })},
	{name: "noexec", kind: takesBool, help: "link and check, for any target, and run nothing", set: setBool(func(o *options) *bool { return &o.jit.noexec })},
	{name: "num-threads", value: "=<ulong>", help: "nothing: the linker takes as many threads as pay", set: setNumber(func(*options) *uint64 { return new(uint64) })},
	{name: "oop-connect", help: "refused, as -oop-executor", set: refuse("code runs in this process alone; rtdyld run -executor runs it in another one")},
	{name: "oop-executor", kind: takesRefused, help: "refused: code of another process is for rtdyld run -executor", set: refuse("code runs in this process alone; rtdyld run -executor runs it in another one")},
	{name: "oop-executor-connect", help: "refused, as -oop-executor", set: refuse("code runs in this process alone; rtdyld run -executor runs it in another one")},
	{name: "oop-launch", kind: takesRefused, help: "refused, as -oop-executor", set: refuse("code runs in this process alone; rtdyld run -executor runs it in another one")},
	{name: "orc-runtime", help: "refused: objects need none for constructors, thread-locals and unwinding", set: refuse("there is no ORC runtime: constructors, thread-locals and unwinding work without one")},
	{name: "perf-support", kind: takesBool, help: "a jitdump file for perf in JITDUMPDIR, HOME or this folder, below .debug/jit", set: setBool(func(o *options) *bool { return &o.jit.perf })},
	{name: "phony-externals", kind: takesBool, help: "what nothing defines is at address 0", set: setBool(func(o *options) *bool { return &o.jit.phony })},
	{name: "preload", many: true, value: "=<string>", help: "shared library to load first; may be given more than once", set: appendTo(func(o *options) *[]string { return &o.dylibs })},
	{name: "sectcreate", many: true, value: "=<string>", help: "SECTION,FILE[@NAME=OFFSET,...], a section with the contents of a file, and names in it (-noexec)", set: appendTo(func(o *options) *[]string { return &o.jit.sections })},
	{name: "show-addrs", kind: takesBool, help: "print the addresses of symbols, sections, GOT entries and stubs, and what they begin with", set: setBool(func(o *options) *bool { return &o.jit.showAddrs })},
	{name: "show-entry-es", kind: takesBool, help: "print the names of all dylibs and their addresses", set: setBool(func(o *options) *bool { return &o.jit.showNames })},
	{name: "show-err-failed-to-materialize", kind: takesBool, help: "nothing: errors say what failed", set: setBool(func(*options) *bool { return new(bool) })},
	{name: "show-graph", kind: takesNone, help: "the same as -show-graphs=.*", set: func(o *options, _ string) string { return setGraphs(o, "") }},
	{name: "show-graphs", many: true, value: "=<string>", help: "print sections, symbols and relocations of the objects whose names fit a regular expression", set: setGraphs},
	{name: "show-init-es", kind: takesBool, help: "nothing: names have no addresses before they are linked", set: setBool(func(*options) *bool { return new(bool) })},
	{name: "show-linked-files", kind: takesBool, help: "print the name of each object that is linked", set: setBool(func(o *options) *bool { return &o.jit.showFiles })},
	{name: "show-times", kind: takesBool, help: "print how long loading, linking and running took", set: setBool(func(o *options) *bool { return &o.showTimes })},
	{name: "slab-address", value: "=<ulong>", help: "where the slab lies (-slab-allocate, -noexec)", set: setNumber(func(o *options) *uint64 { o.jit.slabGiven = true; return &o.jit.slabAddress })},
	{name: "slab-allocate", value: "=<string>", help: "size of the memory that everything must fit in, with Kb, Mb or Gb behind it", set: setText(func(o *options) *string { return &o.jit.slab })},
	{name: "slab-page-size", value: "=<ulong>", help: "size of its pages (-slab-allocate)", set: setNumber(func(o *options) *uint64 { return &o.jit.slabPage })},
	{name: "triple", value: "=<string>", help: "target of the inputs, which says what is taken of universal files; else that of the first object", set: setText(func(o *options) *string { return &o.triple })},
	{name: "use-memmgr", value: "=<string>", help: "nothing: there is one kind of memory", set: setText(func(*options) *string { return new(string) })},
	{name: "use-shared-memory", kind: takesBool, help: "nothing, as -use-memmgr", set: setBool(func(*options) *bool { return new(bool) })},
	{name: "weak-l", many: true, value: "=<string>", help: "-weak_library of libNAME.tbd or libNAME.dylib in the folders of -L", set: setWeak(false)},
	{name: "weak_library", many: true, value: "=<string>", help: "a library of Mach-O, or the text that stands for it (.tbd), that is not there: its names are at 0 if nothing else has them", set: setWeak(true)},
	{name: "help", kind: takesNone, help: "print this text"},
	{name: "help-hidden", kind: takesNone, help: "print this text"},
	{name: "version", kind: takesNone, help: "print the version"},
}

// asJITLink sees whether the command is to be llvm-jitlink, and takes -jitlink away.
func (t *tool) asJITLink(args []string) []string {
	if len(args) > 0 && (args[0] == "-jitlink" || args[0] == "--jitlink") {
		args, t.action = args[1:], actJITLink
	} else if strings.Contains(filepath.Base(t.arg0), "jitlink") {
		t.action = actJITLink
	}
	return args
}

// jitLink links the inputs as llvm-jitlink does. It returns what the entry returns, 0 with -noexec.
func (t *tool) jitLink(ctx context.Context) (status int, err error) {
	if err := errors.Join(t.jit.checkSlab(), t.jit.createSections()); err != nil {
		return 0, err
	}
	if !t.jit.noexec {
		return t.execute(ctx)
	}
	s, err := t.openDylibs(ctx)
	defer func() { err = errors.Join(err, s.close()) }()
	if err != nil {
		return 0, err
	}
	external, err := t.jitExternals()
	if err != nil {
		return 0, err
	}
	s.external, external.libs = external, t.dylibs
	defer func() { err = errors.Join(err, external.close()) }()
	if err := s.read(ctx); err != nil {
		return 0, err
	}
	l, err := t.linker(external)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, l.CloseContext(ctx)) }()
	objs, err := s.load(ctx, l)
	if err != nil {
		return 0, t.linkError(err, nil)
	}
	if err := external.uses(l); err != nil {
		return 0, err
	}
	if err := t.placeJIT(ctx, objs, external); err != nil {
		return 0, err
	}
	s.promote()
	if err := t.linkError(l.Resolve(ctx, objs...), nil, objs...); err != nil {
		return 0, err
	}
	if name := external.original(t.entry); t.jit.entry {
		if _, ok := s.entry(l, objs, name); !ok {
			return 0, notFound(nil, name)
		}
	}
	return 0, t.checkJIT(ctx, l, s, objs)
}

// checkSlab reads what the options say of the slab.
func (o *jitOptions) checkSlab() error {
	switch {
	case o.slabGiven && (o.slab == "" || !o.noexec):
		return errorf("-slab-address requires -slab-allocate and -noexec")
	case o.slabPage != 0 && o.slab == "":
		return errorf("-slab-page-size requires -slab-allocate")
	case o.slabPage&(o.slabPage-1) != 0:
		return errorf("Page size is not a power of 2")
	case o.slabPage == 0:
		o.slabPage = pageSize
	}
	if o.slab == "" {
		return nil
	}
	digits, shift := strings.ToLower(o.slab), 10
	for s, n := range map[string]int{"kb": 10, "mb": 20, "gb": 30} {
		if d, ok := strings.CutSuffix(digits, s); ok {
			digits, shift = strings.TrimSpace(d), n
			break
		}
	}
	n, ok := number(digits)
	if !ok || n<<shift>>shift != n {
		return errorf("Invalid numeric format for slab size")
	}
	o.slabSize = alignUp(n<<shift, o.slabPage)
	return nil
}

// jitExternals are the names that -abs and -alias define, and those of this process.
func (t *tool) jitExternals() (*externals, error) {
	e := &externals{jit: &t.jit, dummies: map[string]uint64{}, alias: map[string]string{}}
	for i, d := range t.jit.dylibs {
		if err := d.absolutes(); err != nil {
			return nil, err
		}
		if i == 0 {
			e.dummies = d.abs
		}
	}
	for _, spec := range t.jit.alias {
		name, of, ok := strings.Cut(spec, "=")
		if !ok {
			return nil, errorf("Invalid alias definition \"%s\". Syntax: <name>=<aliasee>", spec)
		}
		e.alias[name] = of
	}
	return e, nil
}

// uses tells which linker has the names that aliases are of, with its objects: they must not define what the command line
// defines, too.
func (e *externals) uses(l *rtdyld.Linker) error {
	if e == nil {
		return nil
	}
	e.linker = l
	names := slices.AppendSeq(slices.Collect(maps.Keys(e.dummies)), maps.Keys(e.alias))
	slices.Sort(names)
	for _, n := range names {
		if _, err := l.Lookup(n); err == nil {
			return errorf("Duplicate definition of symbol '%s'", n)
		}
	}
	return nil
}

// original is the name that an alias is of, in the end.
func (e *externals) original(name string) string {
	for range len(e.alias) {
		of, ok := e.alias[name]
		if !ok {
			break
		}
		name = of
	}
	return name
}

// named is the address that the command line gives a name, or the one that it is an alias of has.
func (e *externals) named(name string) (addr uint64, ok bool) {
	if of := e.original(name); of != name {
		if s, err := e.linker.Lookup(of); err == nil {
			return s.Addr, true
		}
		name = of
	}
	addr, ok = e.dummies[name]
	return addr, ok || e.jit.nowhere[name] && !e.linked(name)
}

// linked reports whether an object defines a name.
func (e *externals) linked(name string) bool {
	_, err := e.linker.Lookup(name)
	return err == nil
}

// resolveJIT is Resolve for llvm-jitlink: 0 is an address there.
func (e *externals) resolveJIT(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	var open []rtdyld.Ref
	var at []int
	for i, r := range refs {
		if addr, ok := e.named(r.Name); ok {
			out[i] = absolute(addr)
		} else {
			r.Name = e.original(r.Name)
			open, at = append(open, r), append(at, i)
		}
	}
	if !e.jit.noProcess {
		got, err := e.ask(ctx, open)
		if err != nil {
			return err
		}
		for k := range got {
			out[at[k]] = got[k]
		}
	}
	for _, i := range at {
		if (e.jit.phony || e.jit.nowhere[refs[i].Name]) && !out[i].Found {
			if e.found(&out[i], &refs[i]); !refs[i].TLS {
				out[i].Addr = 0
			}
		}
	}
	return nil
}

// absolute is a name that -abs defines. All ones are an address like others there, and do not leave relocations alone.
func absolute(addr uint64) rtdyld.Symbol {
	s := rtdyld.Symbol{Addr: addr, Found: true}
	if addr == rtdyld.LeaveAlone {
		s.Kind = rtdyld.Abs
	}
	return s
}

// placeJIT gives sections addresses as a slab has them: for one object after the other, constants, data and code each from a
// page of the slab on, which may begin within a page; what is zero comes last of each.
func (t *tool) placeJIT(ctx context.Context, objs []*rtdyld.Object, external *externals) error {
	target := objs[0].Image().Triple
	start, last := t.jit.slabAddress, lastAddress(target)
	if !t.jit.slabGiven {
		start = external.near(ctx, target)
	}
	addr := start
	for _, o := range objs {
		for _, part := range slabParts(o) {
			addr = start + alignUp(addr-start, t.jit.slabPage)
			for _, s := range part {
				addr = alignUp(addr, max(s.Align, 1))
				if err := o.MapSectionAddress(s.ID, addr); err != nil {
					return err
				}
				if uint64(len(s.Mem)) > last-addr {
					return errorf("section %s of %s does not fit in the address space", s.Name, o.Name())
				}
				addr += uint64(len(s.Mem))
			}
		}
		if err := t.jit.fits(addr - start); err != nil {
			return err
		}
	}
	addr, err := t.jit.placeCreated(addr, last, external)
	if err != nil {
		return err
	}
	return t.jit.fits(addr - start)
}

// fits refuses more bytes than the slab has.
func (o *jitOptions) fits(size uint64) error {
	if need := alignUp(size, o.slabPage); o.slab != "" && need > o.slabSize {
		return errorf("Slab allocator out of memory: request for %#x bytes exceeds capacity of %#x bytes", need, o.slabSize)
	}
	return nil
}

// slabParts are sections that lie together in a slab, in order: constants with the GOT, data, code, and what is zero last of each. A GOT for stubs
// of branches for which JITLink has none is behind all.
func slabParts(o *rtdyld.Object) (parts [4][]rtdyld.LoadedSection) {
	got := 3
	if usesGOT(o) {
		got = 0
	}
	place := map[objfmt.Kind]int{objfmt.KindReadOnly: 0, objfmt.KindWritable: 1, objfmt.KindCode: 2}
	if rtdyld.Relocations(o.Image()).Arch.TableBias != 0 { // what is counted from the middle of a GOT, or TOC, is behind its start
		place[objfmt.KindReadOnly], place[objfmt.KindWritable], got = 1, 0, 0
	}
	for _, zero := range []bool{false, true} {
		for _, s := range o.Sections() {
			at, ok := place[s.Kind]
			if !ok || zeroFilled(o, &s) != zero {
				continue
			}
			if s.Name == "<got>" {
				at = got
			}
			parts[at] = append(parts[at], s)
		}
	}
	return parts
}

// usesGOT reports whether JITLink has a GOT for an object.
func usesGOT(o *rtdyld.Object) bool {
	img := o.Image()
	table := rtdyld.Relocations(img)
	for i := range img.Sections {
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil || uint64(r.Type) >= uint64(len(table.Rows)) {
				return true
			}
			if need := table.Rows[r.Type].Need; need != reloc.NeedNone && !table.Short(r.Type) {
				return true
			}
		}
	}
	return false
}

// zeroFilled reports whether a section of an object has no contents in its file.
func zeroFilled(o *rtdyld.Object, s *rtdyld.LoadedSection) bool {
	img := o.Image()
	return int(s.ID) < len(img.Sections) && img.Sections[s.ID].Flags&objfmt.SecZeroFill != 0
}

// near is where sections lie if no slab says it: for this system in reach of the process, whose names are found.
func (e *externals) near(ctx context.Context, target triple.Triple) uint64 {
	const below = 1 << 30
	if e.jit.noProcess || target.Arch != triple.Host().Arch || target.Format() != triple.Host().Format() {
		return firstAddress
	}
	got, err := e.ask(ctx, []rtdyld.Ref{{Name: "abort"}})
	if err != nil || len(got) == 0 || !got[0].Found || got[0].Addr < 2*below {
		return firstAddress
	}
	return (got[0].Addr - below) &^ (pageSize - 1)
}

// checkJIT shows what is asked for of llvm-jitlink and evaluates the rules, if there are any files.
func (t *tool) checkJIT(ctx context.Context, l *rtdyld.Linker, s *dylibs, objs []*rtdyld.Object) error {
	if t.action != actJITLink {
		return nil
	}
	t.showSession(ctx, l, s, objs)
	dec, err := check.NewDecoderFor(objs[0].Image().Triple, t.mcpu)
	if err != nil {
		dec = nil
	}
	table := linked.Memory(objs)
	for _, o := range objs {
		addJITNames(table, o)
	}
	t.jit.addCreated(table)
	return t.checkAll(ctx, &rulesMemory{Table: table, ctx: ctx, external: s.external}, dec)
}
