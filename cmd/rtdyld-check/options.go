package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// action is what to do with the inputs.
type action uint8

const (
	actExecute action = iota
	actPrintLine
	actPrintDebugLine
	actPrintObjLine
	actVerify
	actJITLink
)

// options are what the command line says.
type options struct {
	action      action
	inputs      []string
	args        []string // for the program
	entry       string
	dylibs      []string
	triple      string
	mcpu        string
	checks      []string
	preallocate uint64
	start       uint64 // first address of the made-up address space
	end         uint64 // last address, 0: by the width of the target's
	separation  uint64
	mappings    []string // of sections
	dummies     []string
	printAllocs bool
	showTimes   bool
	layout      rtdyld.Layout
	jit         jitOptions
}

// valueKind says what may follow an option's name.
type valueKind uint8

const (
	takesText valueKind = iota // a value, behind = or as the next argument
	takesBool                  // nothing, or a value behind =
	takesNone
	takesRest    // no value: all arguments that follow are the program's
	takesRefused // nothing, or a value behind =, for an option that cannot be had
)

// option is a row of the command line.
type option struct {
	name  string
	kind  valueKind
	many  bool   // may be given more than once
	group string // what counts as one option, and how llvm-rtdyld then calls it
	value string // for -help
	help  string
	set   func(o *options, v string) (problem string)
}

// table has the options; of names that are equally near to a wrong one, the first is proposed.
var table = []option{
	{name: "h", kind: takesNone, help: "print this text"},
	{name: "args", kind: takesRest, many: true, value: " <string>...", help: "all arguments that follow are the program's"},
	{name: "check", many: true, value: "=<string>", help: "file with rules, - for the standard input; may be given more than once",
		set: appendTo(func(o *options) *[]string { return &o.checks })},
	{name: "color", kind: takesBool, help: "nothing: there are no colors", set: setBool(func(*options) *bool { return new(bool) })},
	{name: "dummy-extern", many: true, value: "=<string>", help: "NAME=ADDR, a symbol that no input defines (-verify)",
		set: appendTo(func(o *options) *[]string { return &o.dummies })},
	{name: "dylib", many: true, value: "=<string>", help: "shared library to load first; may be given more than once",
		set: appendTo(func(o *options) *[]string { return &o.dylibs })},
	{name: "entry", value: "=<string>", help: "function that -execute calls, _main if nothing is said",
		set: setText(func(o *options) *string { return &o.entry })},
	{name: "layout", value: "=<layout>", help: "where sections, stubs and GOT entries lie: runtimedyld, as with llvm-rtdyld, or default, as this linker does it",
		set: setLayout},
	{name: "map-section", many: true, value: "=<string>", help: "FILE,SECTION=ADDR, where a section is to lie (-verify)",
		set: appendTo(func(o *options) *[]string { return &o.mappings })},
	{name: "mcpu", value: "=<cpu-name>", help: "whose instructions there are, where some CPUs have others than the rest of their kind",
		set: setText(func(o *options) *string { return &o.mcpu })},
	{name: "preallocate", value: "=<ulong>", help: "bytes of memory that all sections must fit in, 0 for no limit",
		set: setNumber(func(o *options) *uint64 { return &o.preallocate })},
	{name: "print-alloc-requests", kind: takesBool, help: "print the memory that RuntimeDyld would ask for",
		set: setBool(func(o *options) *bool { return &o.printAllocs })},
	{name: "show-times", kind: takesBool, help: "print how long loading, linking and running took",
		set: setBool(func(o *options) *bool { return &o.showTimes })},
	{name: "target-addr-end", value: "=<ulong>", help: "last address that a section may have (-verify)",
		set: setNumber(func(o *options) *uint64 { return &o.end })},
	{name: "target-addr-start", value: "=<ulong>", help: "first address that a section may have, 4096 if nothing is said (-verify)",
		set: setNumber(func(o *options) *uint64 { return &o.start })},
	{name: "target-section-sep", value: "=<ulong>", help: "bytes between sections (-verify)",
		set: setNumber(func(o *options) *uint64 { return &o.separation })},
	{name: "triple", value: "=<string>", help: "target, for disassembling; -verify needs it",
		set: setText(func(o *options) *string { return &o.triple })},
	{name: "execute", kind: takesNone, group: actionGroup, help: "link the inputs into this process and call the entry", set: setAction(actExecute)},
	{name: "printline", kind: takesNone, group: actionGroup, help: "print each function with its rows of the line table", set: setAction(actPrintLine)},
	{name: "printdebugline", kind: takesNone, group: actionGroup, help: "the same", set: setAction(actPrintDebugLine)},
	{name: "printobjline", kind: takesNone, group: actionGroup, help: "the same, with addresses as in the object", set: setAction(actPrintObjLine)},
	{name: "verify", kind: takesNone, group: actionGroup, help: "link at made-up addresses and evaluate the rules of the -check files", set: setAction(actVerify)},
	{name: "help", kind: takesNone, help: "print this text"},
	{name: "help-hidden", kind: takesNone, help: "print this text"},
	{name: "help-list", kind: takesNone, help: "print this text"},
	{name: "help-list-hidden", kind: takesNone, help: "print this text"},
	{name: "version", kind: takesNone, help: "print the version"},
}

const actionGroup = "Action to perform:"

func appendTo(field func(*options) *[]string) func(*options, string) string {
	return func(o *options, v string) string {
		p := field(o)
		*p = append(*p, v)
		return ""
	}
}

func setText(field func(*options) *string) func(*options, string) string {
	return func(o *options, v string) string { *field(o) = v; return "" }
}

func setNumber(field func(*options) *uint64) func(*options, string) string {
	return func(o *options, v string) string {
		n, ok := number(v)
		if !ok {
			return "'" + v + "' value invalid for ulong argument!"
		}
		*field(o) = n
		return ""
	}
}

func setBool(field func(*options) *bool) func(*options, string) string {
	return func(o *options, v string) string {
		switch v {
		case "", "true", "TRUE", "True", "1":
			*field(o) = true
		case "false", "FALSE", "False", "0":
			*field(o) = false
		default:
			return "'" + v + "' is invalid value for boolean argument! Try 0 or 1"
		}
		return ""
	}
}

func setAction(a action) func(*options, string) string {
	return func(o *options, _ string) string { o.action = a; return "" }
}

func setLayout(o *options, v string) string {
	for _, l := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
		if l.String() == v {
			o.layout = l
			return ""
		}
	}
	return "'" + v + "' is no layout! Try runtimedyld or default"
}

// number reads a number as LLVM's tools do: 0x, 0b, 0o or 0 say the base.
func number(s string) (uint64, bool) {
	base := 10
	if len(s) > 1 && s[0] == '0' {
		switch s[1] | 0x20 {
		case 'x':
			s, base = s[2:], 16
		case 'b':
			s, base = s[2:], 2
		case 'o':
			s, base = s[2:], 8
		default:
			if '0' <= s[1] && s[1] <= '9' {
				s, base = s[1:], 8
			}
		}
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
}

// table has the options of the tool that the command stands in for.
func (t *tool) table() []option {
	if t.action == actJITLink {
		return jitTable
	}
	return table
}

// find returns the option of that name.
func find(table []option, name string) *option {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

// parse reads the command line. All that is wrong with it is told; done says that
// the run ends with that status.
func (t *tool) parse(args []string) (status int, done bool) {
	t.options = options{entry: "_main", start: firstAddress, layout: rtdyld.RuntimeDyld}
	if args = t.asJITLink(args); t.action == actJITLink {
		t.options = options{action: actJITLink, entry: "main", start: firstAddress, layout: rtdyld.DefaultLayout, jit: jitOptions{check: "jitlink-check"}}
	}
	p := parsing{tool: t, line: expandFiles(args, 0), count: map[string]int{}}
	for p.at < len(p.line) {
		arg := p.line[p.at]
		p.at++
		switch {
		case p.dashes || len(arg) < 2 || arg[0] != '-': // a name, or - for the standard input
			switch {
			case p.rest:
				t.args = append(t.args, arg)
			case p.harness:
				t.jit.harness = append(t.jit.harness, arg)
			default:
				t.inputs = append(t.inputs, arg)
				t.jit.addInput(arg)
			}
		case arg == "--":
			p.dashes = true
		case p.option(arg):
			return 0, true
		}
	}
	if len(t.inputs) == 0 && t.action == actJITLink && !p.bad {
		p.problem("%s: Not enough positional command line arguments specified!\nMust specify at least 1 positional argument: See: %s --help", p.prog(), p.arg0)
	} else if len(t.inputs) == 0 {
		t.inputs = []string{"-"}
	}
	if p.bad {
		return 1, true
	}
	return 0, false
}

// parsing is a command line that is being read.
type parsing struct {
	*tool
	line    []string
	at      int // in line: the next argument
	count   map[string]int
	dashes  bool // -- was seen
	rest    bool // -args was seen
	harness bool // -harness was
	bad     bool // something is wrong
}

// problem tells what is wrong.
func (p *parsing) problem(format string, a ...any) {
	p.bad = true
	fmt.Fprintf(p.stderr, format+"\n", a...)
}

// option reads an option, and its value if that is the next argument. It is true for one that is all that the command does.
func (p *parsing) option(arg string) (done bool) {
	text := strings.TrimPrefix(arg[1:], "-")
	name, value, hasValue := strings.Cut(text, "=")
	opt := find(p.table(), name)
	if opt == nil && p.action == actJITLink {
		for _, short := range []string{"hidden-l", "weak-l", "l", "L"} { // -lNAME, -LFOLDER
			if strings.HasPrefix(text, short) {
				opt, name, value, hasValue = find(p.table(), short), short, text[len(short):], true
				break
			}
		}
	}
	if p.rest && (opt == nil || opt.kind != takesRest) {
		p.tool.args = append(p.tool.args, arg)
		return false
	}
	if p.harness && (opt == nil || opt.kind != takesRest) {
		p.jit.harness = append(p.jit.harness, arg)
		return false
	}
	if opt == nil {
		p.problem("%s: Unknown command line argument '%s'.  Try: '%s --help'", p.prog(), arg, p.arg0)
		if near := nearest(p.table(), text); near != "" {
			p.problem("%s: Did you mean '%s'?", p.prog(), near)
		}
		return false
	}
	value, ok := p.value(opt, name, value, hasValue)
	switch {
	case !ok || opt.kind == takesRest:
		return false
	case opt.set == nil && name == "version":
		p.printVersion()
		return true
	case opt.set == nil:
		p.printHelp()
		return true
	}
	key := name
	if opt.group != "" {
		key = opt.group
	}
	if p.count[key]++; p.count[key] > 1 && !opt.many && p.action != actJITLink { // the last one counts, as LLVM 15 and later have it
		p.problem("%s: for the %s option: may only occur zero or one times!", p.prog(), dashed(name))
	} else if why := opt.set(&p.options, value); why != "" {
		p.problem("%s: for the %s option: %s", p.prog(), dashed(name), why)
	}
	return false
}

// value is the value of an option, which may be the next argument; false if there is something wrong with it.
func (p *parsing) value(opt *option, name, value string, hasValue bool) (string, bool) {
	switch {
	case opt.kind == takesText && !hasValue:
		if p.at == len(p.line) {
			p.problem("%s: for the %s option: requires a value!", p.prog(), dashed(name))
			return "", false
		}
		value = p.line[p.at]
		p.at++
	case opt.kind == takesNone && hasValue:
		who := opt.group
		if who == "" {
			who = p.prog() + ": for the " + dashed(name)
		}
		p.problem("%s option: does not allow a value! '%s' specified.", who, value)
		return "", false
	case opt.kind == takesRest:
		if value != "" {
			p.problem("%s: for the %s option: This argument does not take a value.\n"+
				"\tInstead, it consumes any positional arguments until the next recognized option.", p.prog(), dashed(name))
		}
		p.rest, p.harness = name == "args", name == "harness"
	}
	return value, true
}

// dashed is how messages write an option's name.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// nearest is the option whose name takes the fewest changes from what was given.
func nearest(table []option, text string) string {
	if text == "" {
		return ""
	}
	name, value, _ := strings.Cut(text, "=")
	best, least := "", -1
	for _, o := range table {
		given, more := name, ""
		if o.kind == takesNone {
			given = text
		} else if value != "" {
			more = "=" + value
		}
		if d := distance(o.name, given); least < 0 || d < least {
			best, least = dashed(o.name)+more, d
		}
	}
	return best
}

// distance is the number of letters to insert, remove or replace to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		left, corner := i+1, row[0]
		row[0] = left
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost = 1 + min(corner, left, row[j+1])
			}
			left, corner = cost, row[j+1]
			row[j+1] = cost
		}
	}
	return row[len(b)]
}
