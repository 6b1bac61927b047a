package linkmap_test

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// hostile are names that would be more than text if they were not escaped.
var hostile = []string{"</script><script>alert(1)</script>", "<!--", "]]>", "\u2028\u2029", "\xff\xfe<", `"'&amp;`, "<!--policy-->", "\x00"}

// write is the page of a map.
func write(t *testing.T, d *linkmap.Document, o linkmap.Config) string {
	t.Helper()
	var b bytes.Buffer
	if err := linkmap.WriteHTML(t.Context(), &b, d, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var element = regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`)

// data is what the page's element with the map has.
func data(t *testing.T, page string) map[string]any {
	t.Helper()
	for _, m := range element.FindAllStringSubmatch(page, -1) {
		if strings.Contains(m[2], `id="map"`) {
			all, text := map[string]any{}, []byte(m[3])
			if strings.Contains(m[2], "text/plain") {
				text = inflated(t, m[3])
			}
			if err := json.Unmarshal(text, &all); err != nil {
				t.Fatal(err)
			}
			return all
		}
	}
	t.Fatal("the page has no map")
	return nil
}

// inflated is what an element that is compressed has.
func inflated(t testing.TB, text string) []byte {
	t.Helper()
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestLarge: the page of 100,000 symbols has a few megabytes, and all of them.
func TestLarge(t *testing.T) {
	d := &linkmap.Document{Base: 0x401000, Files: []linkmap.File{{File: "a.o"}}}
	d.Sections = append(d.Sections, linkmap.Section{File: "a.o", Section: 1, Name: ".text", Addr: d.Base, Size: 100_000 * 40, Kind: "code"})
	for i := range 100_000 {
		d.Symbols = append(d.Symbols, linkmap.Symbol{Name: fmt.Sprintf("some_function_%d", i*7919%100_000), Addr: d.Base + linkmap.Address(i*40), Size: uint64(i % 40), File: "a.o", Section: 1, Binding: "global"})
	}
	page := write(t, d, linkmap.Config{})
	if names := data(t, page)["symbols"].(map[string]any)["name"].([]any); len(names) != 100_000 || len(page) > 3<<20 {
		t.Errorf("%d symbols in %d bytes", len(names), len(page))
	}
}

// TestHostileNames: names are data: the page has the elements that it has without them, and its policy lets its own text run alone.
func TestHostileNames(t *testing.T) {
	d := &linkmap.Document{}
	plain := len(element.FindAllString(write(t, d, linkmap.Config{}), -1))
	for _, name := range hostile {
		d.Files = append(d.Files, linkmap.File{File: name, Needed: &linkmap.Reason{For: name, By: name}})
		d.Sections = append(d.Sections, linkmap.Section{File: name, Name: name, Kind: name})
		d.Symbols = append(d.Symbols, linkmap.Symbol{Name: name, File: name, Binding: name})
		d.External = append(d.External, linkmap.External{Name: name, From: name})
		d.Stubs = append(d.Stubs, linkmap.Stub{File: name, Section: name, Symbol: name})
		d.GOT = append(d.GOT, linkmap.GOTEntry{File: name, Symbol: name, What: name})
		d.Copies = append(d.Copies, linkmap.Copy{Symbol: name})
	}
	page := write(t, d, linkmap.Config{Title: strings.Join(hostile, " "), Command: hostile})
	all := element.FindAllStringSubmatch(page, -1)
	if len(all) != plain {
		t.Errorf("%d elements, want %d", len(all), plain)
	}
	if title := page[strings.Index(page, "<title>")+7 : strings.Index(page, "</title>")]; strings.ContainsAny(title, "<>") {
		t.Errorf("title %q", title)
	}
	for _, m := range all {
		sum := sha256.Sum256([]byte(m[3]))
		if run := !strings.Contains(m[2], "application/json") && !strings.Contains(m[2], "text/plain"); run && !strings.Contains(page, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the policy does not let %s%s run", m[1], m[2])
		} else if !run && strings.ContainsAny(m[3], "<>\u2028\u2029") {
			t.Errorf("data hold what ends them: %q", m[3])
		}
	}
	texts := map[string]bool{}
	for _, s := range data(t, page)["strings"].([]any) {
		texts[s.(string)] = true
	}
	for _, name := range hostile {
		if !texts[strings.ToValidUTF8(name, "\ufffd")] && name != "\xff\xfe<" {
			t.Errorf("name %q is not in the page", name)
		}
	}
}

// TestRead: a map is read as it was written, and what is none is told.
func TestRead(t *testing.T) {
	d, err := linkmap.Read(strings.NewReader(`{"files":[{"file":"a.o","size":4}],"base":"0x401000","symbols":[{"name":"f","addr":"0xffffffffffffffff"}]}`))
	if err != nil || d.Base != 0x401000 || d.Files[0].Size != 4 || d.Symbols[0].Addr != 1<<64-1 {
		t.Errorf("%+v, %v", d, err)
	}
	for _, text := range []string{"", "[]", "{}", `{"files":[],"base":"x"}`, `{"files":[]} {}`} {
		if _, err := linkmap.Read(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "no link map as JSON: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
