package browser

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// hostile are names that would run, load or break something if they were more than text.
var hostile = []string{
	`<script>alert("in a name")</script>`, `</script><script>alert(1)</script>`, `<img src=x onerror=alert(2)>`, `javascript:alert(3)`, `" onmouseover="alert(4)`, `'-alert(5)-'`,
	`<svg/onload=alert(6)>`, `{{constructor.constructor('alert(7)')()}}`, "\u202egnp.exe\u202c", "a\x00b\x1b[31m", "__proto__", "constructor", `#sym=main&view=x`, `%00%ff%`, "<!--", "\u2028\u2029", strings.Repeat("W", 5000), "",
	`C:\x\"y`, `url(https://example.org/x)`, `</style><style>*{display:none}`,
}

// obj is an object of JSON.
type obj = map[string]any

// made is a link that was never made: what the page shows of one, all of it, made up by a seed.
type made struct {
	strings []string
	numbers map[string]int
	chance  *rand.Rand
	doc     obj
	code    map[int]any
}

// s is the number of a string.
func (m *made) s(text string) int {
	n, ok := m.numbers[text]
	if !ok {
		n = len(m.strings)
		m.numbers[text] = n
		m.strings = append(m.strings, text)
	}
	return n
}

// isNumber tells addresses, which are text, from names, which are numbers of strings.
var isNumber = regexp.MustCompile(`^-?0x[0-9a-f]+$`)

// row adds a row to the columns of a table, and returns its number.
func (m *made) row(table string, values obj) int {
	t, _ := m.doc[table].(obj)
	if t == nil {
		t = obj{}
		m.doc[table] = t
	}
	n := 0
	for k, v := range values {
		list, _ := t[k].([]any)
		if text, ok := v.(string); ok && !isNumber.MatchString(text) {
			v = m.s(text)
		}
		t[k] = append(list, v)
		n = len(list)
	}
	return n
}

var kindsOfSections = []struct {
	name, kind, perm string
	share            int
}{{".text", "code", "r-x", 60}, {".rodata", "rodata", "r--", 20}, {".data", "data", "rw-", 12}, {".bss", "zero", "rw-", 8}}

// link makes a link of so many symbols in files, with those names among them.
func link(symbols, files int, names []string) *made {
	m := &made{numbers: map[string]int{}, chance: rand.New(rand.NewPCG(uint64(symbols), uint64(files))), code: map[int]any{}}
	m.doc = obj{"version": 1, "title": "Made up: " + names[0], "command": []string{"rtdyld", "link", "-html", "out.html", "main.o", names[0]}, "triple": "x86_64-unknown-linux-elf", "base": "0x7f3a40000000", "error": nil, "against": nil}
	for f := range files {
		archive, name, by := -1, fmt.Sprintf("src/part%03d.o", f), -1
		if f > 0 {
			archive, by = m.s(fmt.Sprintf("lib/lib%c.a", 'a'+f%5)), (f-1)/3
			name = fmt.Sprintf("lib/lib%c.a(member%03d.o)", 'a'+f%5, f)
		}
		neededFor := -1
		if f > 0 {
			neededFor = m.s(m.name(symbols*f/files, names))
		}
		m.row("files", obj{"name": name, "archive": archive, "format": "ELF x86-64", "size": 0, "code": 0, "readonly": 0, "data": 0, "neededFor": neededFor, "neededBy": by})
	}
	addr, symbol := 0, 0
	for k, kind := range kindsOfSections {
		start := addr
		for f := range files {
			number := k + 1
			section := m.row("sections", obj{"file": f, "name": kind.name, "number": number, "addr": addr, "size": 0, "align": 16, "kind": kind.kind, "perm": kind.perm, "made": 0})
			at := addr
			for end := symbols * (f + 1) / files * kind.share / 100; symbol < symbols && m.doc["n"+kind.name] != end; {
				done, _ := m.doc["n"+kind.name].(int)
				if done >= end {
					break
				}
				m.doc["n"+kind.name] = done + 1
				size := 1 + int(m.chance.ExpFloat64()*120)
				what := "func"
				if k > 0 {
					what = "object"
				}
				name, plain := m.name(symbol, names), -1
				if symbol%7 == 3 && symbol >= len(names) {
					plain, name = m.s(fmt.Sprintf("ns::Type%d<int, std::string>::method(ns::Other const&)", symbol)), fmt.Sprintf("_ZN2ns%dType%dIiE6methodERKNS_5OtherE", 4+len(fmt.Sprint(symbol)), symbol)
				}
				m.row("symbols", obj{"name": name, "plain": plain, "section": section, "addr": at, "size": size, "bind": []string{"global", "local", "weak"}[symbol%3], "type": what})
				at += (size + 15) &^ 15
				symbol++
			}
			t := m.doc["sections"].(obj)
			t["size"].([]any)[section] = at - addr
			m.grow(f, k, at-addr)
			addr = at
		}
		m.row("blocks", obj{"addr": start, "size": (addr - start + 4095) &^ 4095, "perm": kind.perm})
		addr = (addr + 4096 + 0x3fff) &^ 0x3fff
	}
	for _, kind := range kindsOfSections {
		delete(m.doc, "n"+kind.name)
	}
	m.doc["end"] = addr
	m.others(symbol, files, addr, names)
	m.doc["strings"] = m.strings
	return m
}

// grow adds to the sizes of a file.
func (m *made) grow(f, kind, n int) {
	t := m.doc["files"].(obj)
	for _, column := range []string{"size", []string{"code", "readonly", "data", "data"}[kind]} {
		list := t[column].([]any)
		list[f] = list[f].(int) + n
	}
}

func (m *made) name(symbol int, names []string) string {
	if symbol < len(names) {
		return names[symbol]
	}
	return fmt.Sprintf("function_%05d_%s", symbol, []string{"init", "parse", "write", "step", "free"}[symbol%5])
}

// others makes what is not files, sections and symbols.
func (m *made) others(symbols, files, end int, names []string) {
	for k, kind := range []string{"R_X86_64_PLT32", "R_X86_64_PC32", "R_X86_64_64", "R_X86_64_GOTPCRELX", names[0]} {
		m.row("kinds", obj{"name": kind, "count": 40000 / (k + 1), "bits": []int{32, 32, 64, 32, 8}[k], "least": "-0x1f4c0", "most": "0x7ffff0", "room": []float64{0.93, 0.11, 0.0001, 0.44, -1}[k], "at": k % files, "offset": 17})
	}
	for o, name := range append([]string{"puts", "malloc", "free", "memcpy", "_ZN2ns3outEv"}, names...) {
		m.row("outside", obj{"name": name, "from": []string{"/lib/x86_64-linux-gnu/libc.so.6", "/lib/x86_64-linux-gnu/libm.so.6"}[o%2], "addr": fmt.Sprintf("%#x", 0x7f3b12000000+o*4096+o%2*0x400000)})
	}
	m.row("demangled", obj{"name": "_ZN2ns3outEv", "plain": "ns::out()"})
	for r := range 3 * symbols {
		to := m.chance.IntN(symbols)
		if r%9 == 0 {
			to = -1 - m.chance.IntN(4)
		}
		m.row("refs", obj{"from": r / 3, "to": to, "kind": r % 4, "count": 1 + r%3})
	}
	for k := range 60 {
		m.row("stubs", obj{"file": k % files, "symbol": "puts", "section": ".text", "addr": k * end / 600})
		m.row("slots", obj{"file": k % files, "symbol": names[k%len(names)], "addr": end/2 + k*8, "what": "address"})
	}
	near := []obj{}
	for k := range 50 {
		near = append(near, obj{"kind": k % 4, "section": k % files, "offset": k * 5, "symbol": m.s(m.name(k, names)), "value": fmt.Sprintf("%#x", 0x7fffffff-k*4096), "limit": "0x7fffffff"})
	}
	m.doc["near"] = near
	for k, name := range []string{"read", "parse", "select", "scan", "allocate", "copy", "bind", "apply", "protect"} {
		m.row("steps", obj{"name": name, "ns": 120000 * (k*k + 1), "cpu": 190000 * (k*k + 1)})
	}
	for k, name := range append([]string{"inline_a", "inline_b"}, names...) {
		m.row("discarded", obj{"group": name, "file": (k + 1) % files, "kept": k % files, "size": 16 + k})
		m.row("duplicates", obj{"name": name, "kept": k % files, "dropped": (k + 1) % files})
		m.row("undefined", obj{"name": name, "by": k % files})
	}
	m.doc["counts"] = obj{"files": files, "sections": 4 * files, "symbols": symbols, "relocs": 91333, "stubs": 60, "slots": 60, "copies": 0, "bytes": end}
	rows := obj{}
	m.doc["against"] = obj{"title": "old.json " + names[0], "rows": rows}
	list := func(k string, v any) { l, _ := rows[k].([]any); rows[k] = append(l, v) }
	for k := range 400 {
		list("what", m.s([]string{"symbol", "file", "section"}[k%3]))
		list("name", m.s(m.name(k, names)))
		list("file", m.s("src/part000.o"))
		list("before", []int{100, 400, -1, 64}[k%4])
		list("after", []int{140, 300, 50, -1}[k%4])
	}
	lines, relocs, source := []any{}, []any{}, []any{}
	for k := range 2000 {
		source = append(source, []any{k * 7, names[k%len(names)] + ".c", 10 + k/3})
		if k%4 == 1 {
			lines = append(lines, []any{k * 7, "e81234567f9090", "call " + names[k%len(names)], "e8000000009090", 1})
			relocs = append(relocs, []any{k*7 + 1, 0, names[k%len(names)], -4, "0x7f563412"})
		} else {
			lines = append(lines, []any{k * 7, "488d3d00000000", "lea rdi, [rip]", "", 0})
		}
	}
	m.code[0] = obj{"sections": []any{obj{"section": 0, "lines": lines, "relocs": relocs, "source": source}}}
}

// page is the page with the link, as the linker writes it but for the data.
func (m *made) page(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := linkmap.WriteHTML(t.Context(), &b, &linkmap.Document{}, linkmap.Config{Title: "Made up"}); err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(b.Bytes(), []byte(`<script type="application/json" id="map">`))
	_, after, ended := bytes.Cut(rest, []byte("</script>"))
	if !ok || !ended {
		t.Fatal("the page has no place for its data")
	}
	text, err := json.Marshal(m.doc)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	page.Write(before)
	if len(text) < 1<<20 { // as the linker does
		fmt.Fprintf(&page, `<script type="application/json" id="map">%s</script>`, text)
	} else {
		fmt.Fprintf(&page, `<script type="text/plain" id="map">%s</script>`, packed(text))
	}
	for n, code := range m.code {
		text, err := json.Marshal(code)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, `<script type="text/plain" id="code-%d">%s</script>`, n, packed(text))
	}
	page.Write(after)
	return page.Bytes()
}

// packed is the base64 of raw deflate.
func packed(text []byte) string {
	var z bytes.Buffer
	w, _ := flate.NewWriter(&z, 6)
	w.Write(text)
	w.Close()
	return base64.StdEncoding.EncodeToString(z.Bytes())
}
