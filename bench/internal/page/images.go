package page

import "math"

func (p *page) images() {
	p.say("## Linked images")
	p.say("Objects that were linked once and saved (`rtdyld link -image`), from opening the file until a name in it is found, ready to be called: trusted, at the recorded base and at another one, where all words with addresses are written, " +
		"and with the file compared with its hashes. The file is in memory. SQLite's imports are bound by dlsym, its frames told of; LLVM's have one address. Beside it the processor time of a link of the objects, not the first of its process: a fortieth of it is 25/1000.")
	var rows [][]string
	for _, set := range ImageSets {
		us := func(what string) float64 { return p.get("images/%s/%s", what, set) }
		link := 1e3 * us("link")
		rows = append(rows, []string{set + ", " + digits(p.get("images/objects/%s", set)), Show(us("base"), "us"), thousandth(us("base"), link), Show(us("elsewhere"), "us"), thousandth(us("elsewhere"), link),
			Show(us("hashed"), "us"), Show(us("link"), "ms")})
	}
	p.table([]string{"objects", "at its base", "over a link", "elsewhere", "over a link", "with hashes", "link"}, rows)
	p.say("Saving, the whole process (`rtdyld link -j 1 -image`), which links twice to prove that the image can be moved and takes SHA-256 of all inputs and of all that it writes, beside `ld.lld --threads=1 -shared`, which does neither; and what mapping has made the process's own of the file's pages, from /proc/self/smaps:")
	rows = nil
	for _, set := range ImageSets {
		get := func(what string) float64 { return p.get("images/%s/%s", what, set) }
		rows = append(rows, []string{set, Show(get("save"), "ms"), beside(get("savelld"), get("save"), "ms"), Show(get("size"), "MB"), Show(get("own"), "MB"), Show(get("ownelsewhere"), "MB"), Show(math.Max(get("code"), get("codeelsewhere")), "MB")})
	}
	p.table([]string{"objects", "saving", "ld.lld", "file", "own pages at its base", "elsewhere", "of them code"}, rows)
}

// little is beside where ours is a small part of theirs.
func little(theirs, ours float64, unit string) string {
	if r := thousandth(ours, theirs); r != "" {
		return Show(theirs, unit) + " (" + r + ")"
	}
	return Show(theirs, unit)
}

// thousandth is ratio for small ones.
func thousandth(a, b float64) string {
	if math.IsNaN(a / b) {
		return ""
	}
	return digits(1000*a/b) + "/1000"
}

func (p *page) templates() {
	p.say("## Templates and stencils")
	p.say("An object of 200 bytes with four holes, parsed and laid out once, copied and patched with values that are checked to fit, in memory with two addresses, and given back (`rtdyld.Template`); beside it a loop that is written by hand and does no more than copy, check and write. " +
		"A function of 100 stencils is joined, published and given back (`rtdyld.Sequence`).")
	get := func(id string) float64 { return p.get("templates/%s", id) }
	p.table([]string{"", "took", "over the loop"}, [][]string{
		{"an instance of a batch of 256, made", Show(get("made"), "ns"), ratio(get("made"), get("loop"))},
		{"made and given back", Show(get("batch"), "ns"), ratio(get("batch"), get("loop"))},
		{"loop", Show(get("loop"), "ns"), ""},
		{"an instance alone", Show(get("one"), "ns"), ratio(get("one"), get("loop"))},
		{"a function of 100 stencils", Show(get("sequence"), "us"), ""},
	})
	if n := get("allocations"); !math.IsNaN(n) {
		p.say("A batch allocates %s times.", digits(n))
	}
	p.say("[examples/stencil](../examples/stencil/doc.go), a compiler of filters of rows by stencils, beside the interpreter of the same instructions and LLVM for the same filter, by its library:")
	p.table([]string{"", "stencils", "LLVM -O0", "-O3", "interpreter"}, [][]string{
		{"compile a filter", Show(get("stencil/compile"), "us"), little(get("llvm/O0"), get("stencil/compile"), "us"), little(get("llvm/O3"), get("stencil/compile"), "us"), ""},
		{"a row", Show(get("stencil/row"), "ns"), "", "", beside(get("interpreter/row"), get("stencil/row"), "ns")},
	})
	if v := get("stencil/open"); !math.IsNaN(v) {
		p.say("All stencils are parsed and laid out in %s.", Show(v, "us"))
	}
}
