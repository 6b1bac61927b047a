package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/gdbjit"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/triple"
)

// What llvm-jitlink tells of a session.

// refuse is the setter of an option that cannot be had.
func refuse(why string) func(*options, string) string {
	return func(*options, string) string { return why }
}

// listeners make the code that is run known to debuggers and to perf, as far as the command line asks for it.
func (t *tool) listeners() (ls []rtdyld.Listener, err error) {
	if t.jit.debugger {
		jit, err := gdbjit.New()
		if err != nil {
			return nil, err
		}
		ls = append(ls, jit)
	}
	if t.jit.perf {
		dir := cmp.Or(os.Getenv("JITDUMPDIR"), os.Getenv("HOME"), ".")
		if dir = filepath.Join(dir, ".debug", "jit"); os.MkdirAll(dir, 0o777) == nil {
			dir, err = os.MkdirTemp(dir, "llvm-IR-jit-"+time.Now().Format("20060102")+"-")
		}
		if err != nil {
			return nil, err
		}
		names := symbolize.New()
		dump, err := perf.NewDump(perf.Config{Dir: dir, Lines: names, OnError: t.report})
		if err != nil {
			return nil, err
		}
		t.atEnd = append(t.atEnd, dump.Close)
		ls = append(ls, names, dump)
	}
	return ls, nil
}

// showSession prints what options ask for that begin with -show.
func (t *tool) showSession(ctx context.Context, l *rtdyld.Linker, s *dylibs, objs []*rtdyld.Object) {
	if t.jit.showFiles {
		for _, o := range objs {
			fmt.Fprintf(t.stdout, "Linking %s\n", o.Name())
		}
	}
	if t.jit.showAddrs {
		t.showAddresses(objs)
	}
	if len(t.jit.graphs) > 0 {
		t.showGraphs(ctx, l, objs, s.external)
	}
	if !t.jit.showNames {
		return
	}
	fmt.Fprint(t.stdout, "JITDylib \"Process\" (State = Open)\nLink order: [ (\"Process\", MatchAllSymbols) ]\nSymbol table:\n")
	for i, d := range s.all {
		order := "(\"" + d.name + "\", MatchAllSymbols)"
		for _, x := range d.links {
			order += ", (\"" + x.name + "\", MatchExportedSymbolsOnly)"
		}
		if !t.jit.noProcess {
			order += ", (\"Process\", MatchExportedSymbolsOnly)"
		}
		fmt.Fprintf(t.stdout, "JITDylib \"%s\" (State = Open)\nLink order: [ %s ]\nSymbol table:\n", d.name, order)
		d.showNames(t, i == 0 && len(s.all) == 1, objs)
	}
}

// showNames prints the names of a dylib, with what -abs defines; all says that its objects are all that there are.
func (d *dylib) showNames(t *tool, all bool, objs []*rtdyld.Object) {
	if !all {
		objs = d.objs
	}
	lines := map[string]string{}
	for name, addr := range d.abs {
		lines[name] = fmt.Sprintf("%#x [Data] Ready", addr)
	}
	for _, o := range objs {
		img := o.Image()
		for _, s := range o.Symbols() {
			if s.Bind == objfmt.BindLocal {
				continue
			}
			flags := "[Data]"
			code := s.Section < objfmt.SecSpecial && int(s.Section) < len(img.Sections) && img.Sections[s.Section].Kind == objfmt.KindCode
			if s.Type == objfmt.SymFunc || code && img.Triple.Format() != triple.ELF {
				flags = "[Callable]"
			}
			if s.Bind == objfmt.BindWeak {
				flags += "[Weak]"
			}
			if s.Local {
				flags += "[Hidden]"
			}
			lines[s.Name] = fmt.Sprintf("%#x %s Ready", s.Addr, flags)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(t.stdout, "    \"%s\": %s\n", name, lines[name])
	}
}

// linkError puts what the linker says into the words of the tool that the command stands in for. objs have addresses, if there are any.
func (t *tool) linkError(err error, zero map[string]bool, objs ...*rtdyld.Object) error {
	if t.action != actJITLink {
		return linkError(err, zero)
	}
	undef, twice := (*rtdyld.UndefinedError)(nil), (*rtdyld.DuplicateError)(nil)
	fixup, record := (*reloc.RangeError)(nil), (*rtdyld.RelocError)(nil)
	switch {
	case errors.As(err, &undef):
		var names []string
		for _, s := range undef.Symbols {
			names = append(names, s.Name)
		}
		return notFound(err, names...)
	case errors.As(err, &twice):
		return &failure{msg: fmt.Sprintf("Duplicate definition of symbol '%s': In %s, duplicate definition of symbol '%[1]s'", twice.Symbol, twice.Second), detail: err}
	case errors.As(err, &fixup):
		return &failure{shapeSession, fixupError(fixup, objs), err}
	case errors.As(err, &record):
		return &failure{shape: shapeSession, msg: err.Error()}
	}
	return err
}

// notFound is the error of names that nothing defines.
func notFound(detail error, names ...string) error {
	slices.Sort(names)
	return &failure{shapeSession, fmt.Sprintf("Symbols not found: [ %s ]", strings.Join(slices.Compact(names), ", ")), detail}
}

// graphProblems are what the reader of an object and LLVM's say of the same.
var graphProblems = []struct{ ours, theirs string }{
	{"its CIE is outside the section", "No CIE found at address outside the section"},
	{"no section has the address that it points to", "No symbol or block covering address of a function"},
}

// graphError is the error of an object that cannot be read, in llvm-jitlink's words.
func graphError(err error) error {
	bad := (*objfmt.FormatError)(nil)
	if !errors.As(err, &bad) {
		return &failure{shape: shapeSession, msg: err.Error()}
	}
	for _, p := range graphProblems {
		if strings.Contains(bad.Msg, p.ours) {
			return &failure{shapeSession, p.theirs, err}
		}
	}
	if n := 0; strings.HasPrefix(bad.What, "symbol ") && strings.HasPrefix(bad.Msg, "has no name") {
		if _, e := fmt.Sscanf(bad.What, "symbol %d", &n); e == nil {
			return &failure{shapeSession, fmt.Sprintf("Symbol at index %d %s is set", n, bad.Msg), err}
		}
	}
	return &failure{shape: shapeSession, msg: err.Error()}
}

// included refuses an object that asks for a name (/include) that nothing defines.
func (s *dylibs) included(ctx context.Context) error {
	for _, d := range s.all {
		for i := 0; i < len(d.imgs); i++ { // members come to the end
			img := d.imgs[i]
			for k := range img.Directives {
				x := &img.Directives[k]
				if x.Kind != objfmt.DirInclude {
					continue
				}
				at, err := s.where(ctx, d, x.Name)
				if err != nil {
					return err
				}
				if at == nil && !s.external.jit.phony && !s.external.inProcess(ctx, x.Name) {
					return notFound(fmt.Errorf("%s: /include:%s", img.Name, x.Name), x.Name)
				}
			}
		}
	}
	return nil
}
