// Package explain says in words of the source what kept objects from being loaded: of names
// that nobody defines the function and line that use them, names that may have been meant,
// and the libraries that have them.
//
//	objs, err := linker.Load(ctx, imgs...)
//	if err == nil {
//		err = linker.Finalize(ctx, objs...)
//	}
//	if err != nil {
//		return explain.Undefined(ctx, err, explain.Config{Images: imgs, Libraries: libs.Dirs(triple.Host())})
//	}
//
// Law: it is asked once something has failed, and costs nothing before; what it cannot find
// out it leaves out, and the error that it was given is always in the one that it gives.
package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/nearest"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says where to look. The zero value gives an error that says no more.
type Config struct {
	// Images are the objects that were to be loaded, open ones. They stay the caller's.
	Images []*objfmt.ObjectImage
	// Archives are what members were taken from, open ones.
	Archives []*ar.Archive
	// Libraries are folders with shared libraries, whose tables are searched for the names, and if
	// [libs.CompilerDir] is among them so are its archives: [libs.Dirs] has the system's. nil: none is.
	Libraries []string
	// Names are shared libraries, by path or by name in the folders, whose names may have been
	// meant; nil: libc.so.6 and libm.so.6.
	Names []string
	// Use says how a library is added, "-lib libm.so.6", or an archive, "-l gcc" for libgcc.a; nil: nothing is said of it.
	Use func(library string) string
	// Demangle gives the name that a linkage name has in the source, or the same text. It is not asked for names of more
	// than 2 KiB, with which demanglers take long. nil: names are
	// as objects have them. github.com/ianlancetaylor/demangle has such a function, Filter.
	Demangle func(name string) string
	// Dir is a folder from which source files below it are named; "": all are as the debug
	// information has them.
	Dir string
}

// Name is what is known of a name that nobody defines.
type Name struct {
	rtdyld.UndefinedSymbol
	Demangled string                // its name in the source, "" if that is the same
	Locations []symbolize.Location  // of Refs, parallel to them; zero where it is not known
	Libraries []string              // that define it, the likeliest first; archives if they are all the compiler's
	Near      string                // a name that is defined and may have been meant, "" for none; looked for of as many names as Error.Error tells
	Other     string                // the same function in the other of C and C++, as defined; "" for none
	Foreign   *objfile.ForeignError // a member of an archive that cannot be read and may define it, nil for none
	use       string
	ends      bool // one of programEnds
}

// programEnds are names that static linkers, or the start files that they add, define for where the parts of a program begin and end (end(3)). Libraries
// that have them mean themselves.
var programEnds = []string{
	"end", "_end", "edata", "_edata", "etext", "_etext", "__etext", "__bss_start", "__bss_start__", "_bss_end__", "__bss_end__", "__end__",
	"data_start", "__data_start", "__executable_start",
}

// Error is an error with what is known of the names that nobody defines.
type Error struct {
	Err   error // what Undefined was given
	Names []Name
	err   *rtdyld.UndefinedError
}

// Unwrap returns the error that was explained.
func (e *Error) Unwrap() error { return e.Err }

// Error gives the text of Err in which each name has a line of what is known:
//
//	undefined: prinft, referenced by und.o: .text+0x9 in main (und.c:6); did you mean printf?
func (e *Error) Error() string {
	var b strings.Builder
	for i := range e.Names {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i == texts.Most {
			fmt.Fprintf(&b, "and %d more undefined names", len(e.Names)-i)
			break
		}
		e.Names[i].write(&b)
	}
	return strings.Replace(e.Err.Error(), e.err.Error(), b.String(), 1)
}

// mostRefs is how many references to a name are told.
const mostRefs = 3

func (n *Name) write(b *strings.Builder) {
	b.WriteString("undefined: ")
	if n.Demangled != "" {
		b.WriteString(texts.Name(n.Demangled) + " [" + texts.Name(n.Name) + "]")
	} else {
		b.WriteString(texts.Name(n.Name))
	}
	for j, r := range n.Refs {
		if j == mostRefs {
			fmt.Fprintf(b, " and %d more objects", len(n.Refs)-mostRefs)
			break
		}
		b.WriteString([]string{", referenced by ", ", "}[min(j, 1)] + r.String())
		b.WriteString(where(n.Locations[j]))
	}
	switch {
	case n.ends:
		b.WriteString("; static linkers define it in the program that they write, for an end of a part of it: objects in memory have no such place. Where any will do, as for a collector of garbage, an object may define it")
	case len(n.Libraries) == 1:
		b.WriteString("; " + n.Libraries[0] + " has it")
	case len(n.Libraries) > 1:
		b.WriteString("; " + strings.Join(n.Libraries, ", ") + " have it")
	case n.Other != "":
		b.WriteString("; " + n.Other)
	case n.Near != "":
		b.WriteString("; did you mean " + texts.Name(n.Near) + "?")
	}
	if n.use != "" {
		b.WriteString(": " + n.use)
	}
	if n.Foreign != nil {
		b.WriteString("; it may be in " + n.Foreign.Error())
	}
}

// mostInlined is of how many calls that were inlined into each other all are told; of more the innermost, and the one in the code of a function.
const mostInlined = 3

// where gives " in main (und.c:6)".
func where(l symbolize.Location) string {
	name := l.Symbol
	if len(l.Frames) > 0 {
		name = l.Frames[0].Func // the innermost that was inlined
	}
	if name == "" {
		return ""
	}
	s := " in " + texts.Name(name)
	if len(l.Frames) > 1 {
		s += " (" + place(l.Frames[0].File, l.Frames[0].Line)
		inner, last := l.Frames[1:], len(l.Frames)-1
		if len(inner) > mostInlined {
			inner = inner[:mostInlined-1]
		}
		s += inlined(inner)
		if others := last - len(inner) - 1; others > 0 {
			s += fmt.Sprintf(", in %d more", others) + inlined(l.Frames[last:])
		}
		return s + ")"
	}
	if l.File != "" && l.Line > 0 {
		s += " (" + place(l.File, l.Line) + ")"
	}
	return s
}

// inlined gives ", inlined in main at und.c:6" for each of some calls.
func inlined(calls []symbolize.Frame) (s string) {
	for _, f := range calls {
		s += ", inlined in " + texts.Name(f.Func) + " at " + place(f.File, f.Line)
	}
	return s
}

func place(file string, line int) string { return fmt.Sprintf("%s:%d", texts.Name(file), line) }

// Undefined returns err with what is known of the names that it says nobody defines, as an *[Error],
// or err itself if it is about none. It reads the debug information of the objects that refer to them,
// symbol tables and libraries, and takes milliseconds for each; ctx ends that early. It may be
// called concurrently.
func Undefined(ctx context.Context, err error, o Config) error {
	undefined, ok := errors.AsType[*rtdyld.UndefinedError](err)
	if !ok || len(undefined.Symbols) == 0 {
		return err
	}
	o.Demangle = forShort(o.Demangle)
	e := &Error{Err: err, err: undefined, Names: make([]Name, len(undefined.Symbols))}
	for i, s := range undefined.Symbols {
		e.Names[i] = Name{UndefinedSymbol: s, Locations: make([]symbolize.Location, len(s.Refs))}
		if o.Demangle != nil && ctx.Err() == nil {
			if text := o.Demangle(s.Name); text != s.Name {
				e.Names[i].Demangled = text
			}
		}
	}
	e.locations(ctx, &o)
	target := triple.Triple{}
	if len(o.Images) > 0 {
		target = o.Images[0].Triple
	}
	for i := range e.Names {
		e.Names[i].ends = target.IsELF() && slices.Contains(programEnds, e.Names[i].Name)
	}
	if target.IsELF() && len(o.Libraries) > 0 {
		e.libraries(ctx, target, &o)
	}
	e.meant(ctx, target, &o)
	e.foreign(ctx, &o)
	return e
}

// longestMangled is of how many bytes a name may be that is demangled: the time may grow with the square, and an object may have many.
const longestMangled = 2 << 10

// forShort is a demangler that leaves very long names alone; nil for nil.
func forShort(demangle func(string) string) func(string) string {
	if demangle == nil {
		return nil
	}
	return func(name string) string {
		if len(name) > longestMangled {
			return name
		}
		return demangle(name)
	}
}

// libraries finds which have the names: shared ones, and the archives of a compiler for names that none of those has.
func (e *Error) libraries(ctx context.Context, target triple.Triple, o *Config) {
	e.found(ctx, o, func(names []string) map[string][]string { return libs.Search(ctx, target, o.Libraries, names...) })
	if dir := libs.CompilerDir(target); slices.Contains(o.Libraries, dir) {
		e.found(ctx, o, func(names []string) map[string][]string { return libs.SearchArchives(ctx, target, dir, names...) })
	}
}

// found enters libraries that a search has found for the names that are in none yet.
func (e *Error) found(ctx context.Context, o *Config, search func(names []string) map[string][]string) {
	var names []string
	open := map[string][]*Name{}
	for i := range e.Names {
		if n := &e.Names[i]; len(n.Libraries) == 0 && !n.ends {
			names, open[n.Name] = append(names, n.Name), append(open[n.Name], n)
		}
	}
	if len(names) == 0 {
		return
	}
	const most = 3 // libraries to tell of
	var seen heed.Count
	for name, found := range search(names) {
		if seen.Items(ctx, 1) != nil {
			return
		}
		for _, n := range open[name] {
			if n.Libraries = found[:min(len(found), most)]; libs.Usual(found[0]) {
				n.Libraries = found[:1]
			}
			switch {
			case o.Use == nil:
			case startsWithProcess(found[0]):
				n.use = "the process has to start with it, by LD_PRELOAD=" + found[0]
			default:
				n.use = o.Use(found[0])
			}
		}
	}
}

// startsWithProcess reports whether a library is the runtime of a sanitizer that takes over the process's memory before anything else runs.
func startsWithProcess(library string) bool {
	for _, name := range []string{"libasan.so", "libhwasan.so", "libtsan.so", "libclang_rt.asan", "libclang_rt.hwasan", "libclang_rt.tsan"} {
		if strings.HasPrefix(library, name) {
			return true
		}
	}
	return false
}

// openName is one of which no library is known that has it.
type openName struct {
	n    *Name
	near *nearest.Search
}

// meant looks for names that were meant among all that are defined. So many that are like others are told that a text has room for: where more
// are undefined what lacks is a library.
func (e *Error) meant(ctx context.Context, target triple.Triple, o *Config) {
	var near []openName
	inC, inCXX := map[string][]*Name{}, map[string][]*Name{} // names of C, and functions of C++ by what they are called there
	for i := range e.Names {
		n := &e.Names[i]
		if len(n.Libraries) > 0 || n.ends {
			continue
		}
		if i < texts.Most {
			near = append(near, openName{n, nearest.New(n.Name)})
		}
		if inC[n.Name] = append(inC[n.Name], n); n.Demangled != "" {
			if name := plain(n.Demangled); name != "" {
				inCXX[name] = append(inCXX[name], n)
			}
		}
	}
	if len(near) == 0 {
		return
	}
	var seen heed.Count
	ended := false
	see := func(name string) (more bool) {
		letters := uint64(min(len(name), 256)) // the time to compare grows with them
		if ended = ended || seen.Items(ctx, (1+letters/16)*uint64(len(near))) != nil; ended {
			return false
		}
		for _, n := range inCXX[name] {
			n.Other = name + ` is defined in C: declare it extern "C"`
		}
		if o.Demangle != nil {
			if text := outermost(name); text != "" && len(inC[text]) > 0 && text == plain(o.Demangle(name)) {
				for _, n := range inC[text] {
					n.Other = text + ` is defined in C++: declare it extern "C" there`
				}
			}
		}
		for i := range near {
			if x := &near[i]; name != x.n.Name {
				x.near.Add(name)
			}
		}
		return true
	}
	known := map[string]bool{}
	eachDefined(o, func(name string) bool {
		if known[name] { // in each object that includes a header
			return true
		}
		known[name] = true
		return see(name)
	})
	for _, lib := range namesIn(target, o) {
		lib.Names(see)
		lib.Close()
	}
	for _, x := range near {
		if x.n.Near = strings.Clone(x.near.Best()); x.n.Near != "" && o.Demangle != nil {
			x.n.Near = o.Demangle(x.n.Near)
		}
	}
}

// outermost is the name that a linkage name of C++ begins with if that is of something outside of all namespaces and classes (Itanium C++ ABI, 5.1.2), else "".
func outermost(linkage string) string {
	digits, ok := strings.CutPrefix(linkage, "_Z")
	if !ok {
		return ""
	}
	n, i := 0, 0
	for ; i < len(digits) && i < 4 && digits[i] >= '0' && digits[i] <= '9'; i++ {
		n = 10*n + int(digits[i]-'0')
	}
	if n == 0 || n > len(digits)-i {
		return ""
	}
	return digits[i : i+n]
}

// plain is the name of a function of C++ that stands outside of everything, without its
// parameters, "" for others.
func plain(demangled string) string {
	name, _, ok := strings.Cut(demangled, "(")
	if !ok || strings.ContainsAny(name, ":<> ") {
		return ""
	}
	return name
}

// eachDefined tells every global name of images and archives, until see reports false.
func eachDefined(o *Config, see func(string) bool) {
	for _, img := range o.Images {
		for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
			if s := &img.Symbols[i]; s.Defined() && s.Bind != objfmt.BindLocal && !see(img.SymbolName(objfmt.SymbolID(i))) {
				return
			}
		}
	}
	for _, a := range o.Archives {
		if !a.HasIndex() {
			continue
		}
		for s, err := range a.Symbols() {
			if err != nil || !see(s.Name) {
				break
			}
		}
	}
}

// namesIn opens the libraries whose names may have been meant.
func namesIn(target triple.Triple, o *Config) (all []*libs.Shared) {
	names := o.Names
	if names == nil {
		names = []string{"libc.so.6", "libm.so.6"}
	}
	if !target.IsELF() {
		return nil
	}
	for _, name := range names {
		paths := []string{name}
		if !strings.Contains(name, "/") {
			paths = nil
			for _, dir := range o.Libraries {
				paths = append(paths, dir+"/"+name)
			}
		}
		for _, path := range paths {
			s, err := libs.OpenShared(path)
			if err != nil {
				continue
			}
			if target.CheckObject(s.Target) == nil {
				all = append(all, s)
				break
			}
			s.Close()
		}
	}
	return all
}

// mostMembers is how many members of archives are looked at for what they are.
const mostMembers = 4096

// foreign describes archives of what is no object: LTO objects above all, which define names
// that nobody here can read.
func (e *Error) foreign(ctx context.Context, o *Config) {
	left := mostMembers
	for _, a := range o.Archives {
		for m, err := range a.Members() {
			if left--; err != nil || left < 0 || ctx.Err() != nil {
				break
			}
			img, err := objfile.ParseMemberContext(ctx, m)
			if err == nil {
				img.Close()
				continue
			}
			if f, ok := errors.AsType[*objfile.ForeignError](err); ok && f.Kind != objfile.CSource {
				for i := range e.Names {
					if n := &e.Names[i]; len(n.Libraries) == 0 && n.Other == "" {
						n.Foreign, n.Near = f, ""
					}
				}
				return
			}
		}
	}
}
