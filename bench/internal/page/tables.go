package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/bench/internal/chart"
	"github.com/go-rtdyld/rtdyld/bench/internal/growth"
)

// Sets are those of bench/sets.sh that are linked, small ones first.
var Sets = []string{"lua", "sqlite", "crypto", "llvm.100", "llvm.1000", "llvm.all"}

// ImageSets are those of them that are saved as linked images.
var ImageSets = []string{"sqlite", "llvm.all"}

// others are the linkers beside ours, as figures and the page call them.
var others = []string{"ld.lld", "mold", "llvm-rtdyld"}

// linkSteps are the steps of a link as rtdyld link -times has them, and the phase of the floor that does such work.
var linkSteps = []string{"parse", "select", "scan", "allocate", "copy", "publish", "bind", "apply", "protect"}

// linked is the table of a figure of linkers, by set.
func (p *page) linked(figure, unit string) {
	var rows [][]string
	for _, set := range Sets {
		ours := p.get("link/%s/%s/rtdyld", figure, set)
		row := []string{fmt.Sprintf("%s, %s", set, digits(p.get("link/objects/%s", set))), Show(ours, unit)}
		for _, tool := range others {
			row = append(row, beside(p.get("link/%s/%s/%s", figure, set, tool), ours, unit))
		}
		rows = append(rows, row)
	}
	p.table([]string{"objects", "rtdyld", "ld.lld", "mold", "llvm-rtdyld"}, rows)
}

func (p *page) link() {
	p.say("## Linking real objects")
	bars := &chart.Bars{
		Title: "Processor time to link real objects", Note: "whole process, one thread, least of the runs; rtdyld takes 1, shorter is better",
		Series: append([]string{"rtdyld"}, others...), Format: func(v float64) string { return digits(v) + "×" },
	}
	for _, set := range Sets {
		ours := p.get("link/cpu/%s/rtdyld", set)
		if math.IsNaN(ours) {
			continue
		}
		bars.Groups = append(bars.Groups, fmt.Sprintf("%s, %s objects", set, digits(p.get("link/objects/%s", set))))
		row := []float64{1}
		for _, tool := range others {
			row = append(row, p.get("link/cpu/%s/%s", set, tool)/ours)
		}
		bars.Values = append(bars.Values, row)
	}
	p.picture("linkers.svg", "Processor time of linkers", bars.SVG())
	p.say("Objects of Debian's archives (`bench/sets.sh`), with a definition for every name that a set leaves undefined. rtdyld and LLVM's RuntimeDyld load and relocate in memory, " +
		"lld and mold write a file, too. Processor time (user and system) of the whole process, one thread each:")
	p.linked("cpu", "ms")
	p.say("Peak memory of the process, with the pages of files that are mapped:")
	p.linked("peak", "MB")
	p.floorTables()
	p.workersAndMap()
}

// floorTables compares with the least that a linker can do.
func (p *page) floorTables() {
	p.say("### The floor, and the steps")
	p.say("`bench/report/floor/floor.c` does what no linker can leave out, and checks nothing: it lays sections out, copies them to new pages, looks each global name up once, adds and writes once a relocation, and protects. " +
		"Its files are in memory and its tables touched before its clock starts, where rtdyld is a fresh process. A second link in the same process pays no first touches: that is what a JIT sees. " +
		"Its memory manager stays; with one of its own each link has new pages, too, as the floor has.")
	stacked := &chart.Stacked{Title: "Steps of a link, by the floor's time", Note: "rtdyld, one thread, fresh process: 1 is all that the floor takes",
		Mark: "floor", Series: linkSteps, Format: func(v float64) string { return digits(v) + "×" }}
	var rows, steps [][]string
	for _, set := range Sets {
		floor, total := p.get("link/floor/%s/all", set), p.get("link/step/%s/total", set)
		warm, own := p.get("link/warm/%s", set), p.get("link/warmnew/%s", set)
		rows = append(rows, []string{set, Show(floor, "ms"), Show(p.get("link/hugefloor/%s/all", set), "ms"), Show(total, "ms"), ratio(total, floor), Show(warm, "ms"), ratio(warm, floor), Show(own, "ms"), ratio(own, floor)})
		row, parts := []string{set}, []float64{}
		for _, step := range linkSteps {
			v := p.get("link/step/%s/%s", set, step)
			row = append(row, Show(v, "ms"))
			parts = append(parts, v/floor)
		}
		steps = append(steps, row)
		if !slices.ContainsFunc(parts, math.IsNaN) {
			stacked.Groups, stacked.Values = append(stacked.Groups, set), append(stacked.Values, parts)
		}
	}
	if len(stacked.Groups) > 0 {
		p.picture("steps.svg", "Steps of a link", stacked.SVG())
	}
	p.table([]string{"objects", "floor", "floor in huge pages", "rtdyld", "over the floor", "second link", "over the floor", "in new pages", "over the floor"}, rows)
	p.say("The steps of that, each the least of all runs (`rtdyld link -times`):")
	p.table(append([]string{"objects"}, linkSteps...), steps)
	var phases [][]string
	for _, set := range Sets {
		row := []string{set}
		for _, phase := range []string{"layout", "copy", "names", "relocs", "protect"} {
			row = append(row, Show(p.get("link/floor/%s/%s", set, phase), "ms"))
		}
		phases = append(phases, row)
	}
	p.say("The floor's:")
	p.table([]string{"objects", "layout", "copy, new pages", "names", "relocations", "protection"}, phases)
}

func (p *page) workersAndMap() {
	p.say("### Two workers, and the link map")
	p.say("The time of the clock with two goroutines (`-j 2`) over the processor time with one. What printing the map adds to the process, in processor time and peak memory:")
	var rows [][]string
	for _, set := range Sets {
		total, two := p.get("link/step/%s/total", set), p.get("link/two/%s", set)
		process, withMap := p.get("link/process/%s", set), p.get("link/map/%s", set)
		rows = append(rows, []string{set, Show(total, "ms"), Show(two, "ms"), ratio(two, total), Show(max(withMap-process, 0), "ms"), Show(max(p.get("link/mappeak/%s", set)-p.get("link/processpeak/%s", set), 0), "MB")})
	}
	p.table([]string{"objects", "one worker", "two, clock", "ratio", "map", "map, memory"}, rows)
}

func (p *page) growth() {
	p.say("## Growth")
	p.say("Objects that scale one thing at a time. With exponent 1 twice the input takes twice the time, with 2 four times. A test counts look-ups, decoded records, allocations and their bytes for the same inputs, and fails above 1.1.")
	lines := &chart.Lines{Title: "Time to link, by size of the input", Note: "processor time of the link, without reading files", X: "of what grows", Y: "ms"}
	var rows [][]string
	for _, k := range growth.Kinds {
		row := []string{k.Name, k.What}
		var points [][2]float64
		for _, n := range k.Sizes {
			v := p.get("growth/time/%s/%d", k.Name, n)
			row = append(row, Show(v, "ms"))
			if !math.IsNaN(v) {
				points = append(points, [2]float64{float64(n), v})
			}
		}
		row[1] += fmt.Sprintf(" (%d, %d, %d)", k.Sizes[0], k.Sizes[1], k.Sizes[2])
		exponent := p.get("growth/exponent/%s", k.Name)
		if len(points) < len(k.Sizes) || math.IsNaN(exponent) {
			continue
		}
		rows = append(rows, append(row, digits(exponent)))
		lines.Series, lines.Points = append(lines.Series, k.Name), append(lines.Points, points)
	}
	if len(rows) > 0 {
		p.picture("growth.svg", "Time by size of the input", lines.SVG())
	}
	p.table([]string{"kind", "what grows", "small", "medium", "large", "exponent"}, rows)
}

func (p *page) many() {
	p.say("## Very many objects, one after another")
	p.say("10,000 objects of 100 functions each, loaded and finalized one by one in one linker, half of whose calls lead to the object before: a million names. Then 1,000 more while goroutines look names up, and all are unloaded (`bench/many`).")
	row := func(what, id, unit string) []string { return []string{what, Show(p.get("many/%s", id), unit)} }
	p.table([]string{"", "took"}, [][]string{
		row("Load, median", "median", "us"), row("Load, median of the first tenth", "first", "us"), row("Load, median of the last tenth", "last", "us"),
		row("Load, 999 of 1,000 within", "999", "us"), row("longest Load", "longest/on", "us"), row("longest Load without Go's garbage collector", "longest/off", "us"),
		row("an object's life with parsing, Finalize and the garbage collector, processors", "life", "us"), row("Unload, processors", "unload", "us"),
		row("look-ups of one goroutine", "lookups/one", "M/s"), row("look-ups of two", "lookups/two", "M/s"), row("look-ups of two beside loads", "lookups/beside", "M/s"),
		row("heap an object", "heap", "B"), row("of which the garbage collector reads", "scanned", "B"), row("heap that is left once all are unloaded", "left", "MB"),
	})
}

func (p *page) small() {
	p.say("## One small object")
	p.say("A function of two instructions, from its bytes to the first call and away again: parsed, loaded, finalized, looked up, called, unloaded. Below it dlopen, dlsym, the call and dlclose of the same in a shared library, which a linker has made before.")
	ways := [][2]string{
		{"fresh", "linker of its own, mem.New"}, {"shared", "one linker for all, mem.New"}, {"bare", "linker of its own, no .eh_frame"}, {"dual", "linker of its own, mem.DualMapped"}, {"dlopen", "dlopen"},
	}
	bars := &chart.Bars{Title: "One small object, from its bytes to the first call and away", Note: "median, microseconds", Series: []string{"us"}, Format: func(v float64) string { return Show(v, "us") }}
	var rows [][]string
	for _, w := range ways {
		row := []string{w[1]}
		for _, what := range []string{"least", "median", "p99"} {
			row = append(row, Show(p.get("small/%s/%s", w[0], what), "us"))
		}
		rows = append(rows, row)
		color := 0
		if w[0] == "dlopen" {
			color = 1
		}
		bars.Groups, bars.Colors, bars.Values = append(bars.Groups, w[1]), append(bars.Colors, color), append(bars.Values, []float64{p.get("small/%s/median", w[0])})
	}
	p.picture("small.svg", "One small object", bars.SVG())
	p.table([]string{"", "least", "median", "99 of 100 within"}, rows)
	if each := p.get("small/memory/shared"); each > 0 {
		p.say(fmt.Sprintf("One that stays takes %.0f bytes of the manager's memory, and %.0f where each has pages of its own (`mem.Config.PagesApart`).", each, p.get("small/memory/apart")))
	}
}

// callWays are ways to call, in order, as the page calls them: the first name of each that a group has counts.
var callWays = []struct {
	head  string
	names []string
}{
	{"cgo", []string{"cgo"}},
	{"abi", []string{"abi.Func0", "abi.Func2", "abi.Func3", "abi.Func6"}},
	{"rtdyld bind", []string{"rtdyld bind"}},
	{"Program.Bind", []string{"Program.Bind", "abi.SetFunc"}},
	{"leaf", []string{"abi.Leaf"}},
	{"purego.RegisterFunc", []string{"purego.RegisterFunc"}},
	{"purego.SyscallN", []string{"purego.SyscallN"}},
}

// callGroups are signatures, in the order of bench/calls.
func (p *page) callGroups(callbacks bool) (groups []string) {
	for _, f := range p.run.Figures {
		words := strings.Split(f.ID, "/")
		if len(words) != 4 || words[0] != "calls" || words[1] != "ns" || words[2] == "binding" || strings.HasPrefix(words[2], "callback") != callbacks {
			continue
		}
		if !slices.Contains(groups, words[2]) {
			groups = append(groups, words[2])
		}
	}
	return groups
}

func (p *page) calls() {
	p.say("## Calls of C")
	p.say("A function of a few instructions: by cgo, by functions of package `abi`, by what `rtdyld bind` writes, by function variables that `Program.Bind` sets, by leaf calls (for short functions that are proved to call nothing), and by purego. In brackets: over cgo's.")
	bars := &chart.Bars{Title: "A call of C with two integers, and a callback", Note: "nanoseconds", Series: []string{"rtdyld", "cgo", "purego"}, Format: func(v float64) string { return Show(v, "ns") }}
	bars.Groups = []string{"call", "callback"}
	bars.Values = [][]float64{
		{p.get("calls/ns/two int64/abi.SetFunc"), p.get("calls/ns/two int64/cgo"), p.get("calls/ns/two int64/purego.RegisterFunc")},
		{p.get("calls/ns/callback, a tenth of a call/host.NewCallback"), p.get("calls/ns/callback, a tenth of a call/cgo"), p.get("calls/ns/callback, a tenth of a call/purego.NewCallback")},
	}
	p.picture("calls.svg", "Calls and callbacks", bars.SVG())
	head := []string{"arguments"}
	for _, w := range callWays {
		head = append(head, w.head)
	}
	var rows [][]string
	for _, group := range p.callGroups(false) {
		cgo := p.get("calls/ns/%s/cgo", group)
		row := []string{group}
		for _, w := range callWays {
			v, n := math.NaN(), 0.0
			for _, name := range w.names {
				if math.IsNaN(v) {
					v, n = p.get("calls/ns/%s/%s", group, name), p.get("calls/allocations/%s/%s", group, name)
				}
			}
			cell := Show(v, "ns")
			if w.head != "cgo" && cell != "" {
				cell += " (" + ratio(v, cgo) + ")"
			}
			if n >= 1 {
				cell += fmt.Sprintf(", %.0f alloc.", n)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	p.table(head, rows)
	p.say("A callback from C to Go, a tenth of a call that makes ten:")
	rows = nil
	for _, group := range p.callGroups(true) {
		kind := "an integer"
		if strings.Contains(group, "seven") {
			kind = "seven of all kinds"
		}
		for _, f := range p.run.Figures {
			name, ok := strings.CutPrefix(f.ID, "calls/ns/"+group+"/")
			if !ok {
				continue
			}
			rows = append(rows, []string{kind + ": " + name, Show(f.Value, "ns"), ratio(f.Value, p.get("calls/ns/%s/cgo", group)), digits(p.get("calls/allocations/%s/%s", group, name))})
		}
	}
	p.table([]string{"", "took", "over cgo", "allocations"}, rows)
}

// inShort is what the README says of calls.
func (p *page) inShort() {
	const two, back = "calls/ns/two int64/", "calls/ns/callback, a tenth of a call/"
	set, cgo, callback := p.get("%s", two+"abi.SetFunc"), p.get("%s", two+"cgo"), p.get("%s", back+"host.NewCallback")
	if math.IsNaN(set + cgo + callback) {
		return
	}
	ns := func(id string) string { return Show(p.get("%s", id), "ns") }
	p.say("A call of loaded code with two arguments takes %s and allocates nothing, where cgo's takes %s, purego's `SyscallN` %s and its `RegisterFunc` %s; a short function that is proved to call nothing takes %s (`Program.BindLeaf`). "+
		"A call back into Go takes %s, cgo's %s, purego's %s.", Show(set, "ns"), Show(cgo, "ns"), ns(two+"purego.SyscallN"), ns(two+"purego.RegisterFunc"), ns(two+"abi.Leaf"),
		Show(callback, "ns"), ns(back+"cgo"), ns(back+"purego.NewCallback"))
}

// latencyRows are rows of what has a least, a median and a 99th of 100.
func (p *page) latencyRows(unit string, rows ...[2]string) {
	var all [][]string
	for _, r := range rows {
		row := []string{r[1]}
		for _, what := range []string{"least", "median", "p99"} {
			row = append(row, Show(p.get("%s/%s", r[0], what), unit))
		}
		all = append(all, row)
	}
	p.table([]string{"", "least", "median", "99 of 100 within"}, all)
}

func (p *page) engine() {
	p.say("## Modules over time")
	p.say("`rtdyld/engine` with 1,001 modules of a function each, then as many whose function is linked when it is first called, in this process:")
	p.latencyRows("us", [2]string{"engine/add", "Add"}, [2]string{"engine/lookup/first", "first Lookup: loaded, linked, finalized"}, [2]string{"engine/lookup/again", "Lookup again"},
		[2]string{"engine/lazy/first", "first call through a stub: loaded, linked, called"}, [2]string{"engine/lazy/later", "next call, with making the Go function"},
		[2]string{"engine/replace", "Replace while goroutines call the function"})
	calls := p.get("engine/call")
	if !math.IsNaN(calls) {
		p.say("A counted call (`Func.Call`) takes %s; while the function was replaced over and over goroutines made %s of calls through its stub.", Show(calls, "ns"), Show(p.get("engine/replace/calls"), "M/s"))
	}
	if few, many := p.get("engine/split/100"), p.get("engine/split/1000"); !math.IsNaN(few) && !math.IsNaN(many) {
		p.say("LLVM's compiler cuts a module of 100 functions in parts in %s, one of 1,000 in %s: exponent %s.", Show(few, "ms"), Show(many, "ms"), digits(math.Log10(many/few)))
	}
}

func (p *page) remote() {
	p.say("## Executors")
	p.say("Code runs in a child of this program on the same machine (`rtdyld-executor`):")
	p.latencyRows("us", [2]string{"remote/start", "start, ready for a call"}, [2]string{"remote/call", "call of a function with two integers"}, [2]string{"remote/lazy/first", "first call of a function that is linked then"})
	if least := p.get("remote/isolated/sqlite/least"); !math.IsNaN(least) {
		p.say("SQLite's objects (\"sqlite\" above) are linked into a child, from its start until `sqlite3_open` can be called, in %s at least, %s as a rule.", Show(least, "us"), Show(p.get("remote/isolated/sqlite/median"), "us"))
	}
	if rate := p.get("remote/calls/8"); !math.IsNaN(rate) {
		p.say("Eight goroutines make %.0f calls a second together.", 1e6*rate)
	}
}

func (p *page) static() {
	p.say("## Static programs")
	p.say("A program that brings musl's libc along (`rtdyld/static`), beside one that has the system's (`rtdyld/host`): a call with two integers, and processor time until an object that needs printf is loaded, with all that starts with it. \"Whole\" links all of libc:")
	var rows [][]string
	for _, kind := range []string{"host", "static", "static, whole"} {
		rows = append(rows, []string{kind, Show(p.get("static/call/%s", kind), "ns"), Show(p.get("static/load/%s", kind), "ms")})
	}
	p.table([]string{"", "call", "Load"}, rows)
}

func (p *page) start() {
	p.say("## The command's start")
	p.say("`rtdyld triple`, which takes one target apart before most packages are initialized, `rtdyld version`, which pays for all of them as other commands do, and a Go program whose main is empty; the whole process:")
	p.latencyRows("ms", [2]string{"start/wall/rtdyld", "triple, clock"}, [2]string{"start/wall/version", "version, clock"}, [2]string{"start/wall/nothing", "empty program, clock"},
		[2]string{"start/cpu/rtdyld", "triple, processors"}, [2]string{"start/cpu/version", "version, processors"}, [2]string{"start/cpu/nothing", "empty program, processors"})
}

func (p *page) sqlite() {
	p.say("## SQLite under database/sql")
	p.say("The same SQLite with the same options by mattn's driver (cgo), by [examples/sqlite/driver](../examples/sqlite/driver/doc.go) as an archive that is linked when the program runs, and by that in a static program with musl's libc.a. " +
		"Processor time; an eighth of what `bench/sqlite` does by default, which has more drivers. In brackets: ours over mattn's.")
	var rows [][]string
	for _, f := range p.run.Figures {
		words := strings.Split(f.ID, "/")
		if words[0] != "sqlite" || words[2] != "mattn" {
			continue
		}
		row := []string{words[1], Show(f.Value, "ms")}
		for _, driver := range []string{"rtdyld", "static"} {
			v := p.get("sqlite/%s/%s", words[1], driver)
			cell := Show(v, "ms")
			if cell != "" {
				cell += " (" + ratio(v, f.Value) + ")"
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	p.table([]string{"work", "mattn", "rtdyld", "static"}, rows)
}
