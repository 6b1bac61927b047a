package linkmap

import (
	"bytes"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// forbidden is what the page's parts have nowhere: what would load something, or make markup or code of a string.
var forbidden = map[string]*regexp.Regexp{
	"an address":        regexp.MustCompile(`(?i)\b(https?|wss?|ftp)://|["'(=]//|@import|\burl\(`),
	"code of a string":  regexp.MustCompile(`\beval\b|\bnew\s+Function\b|\bFunction\s*\(|\bset(Timeout|Interval)\(\s*["'\x60]|javascript:`),
	"markup of strings": regexp.MustCompile(`\b(inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write|\bDOMParser\b|\bcreateContextualFragment\b|\bsetHTML|\bsrcdoc\b`),
	"a request":         regexp.MustCompile(`\bfetch\s*\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|\bsendBeacon\b|\bimport\s*\(|\bnew\s+Worker\b|\bserviceWorker\b`),
	"inline style":      regexp.MustCompile(`(?i)<[a-z][^>\n]*\sstyle\s*=|"style"|\bcssText\b`),
	"an inline handler": regexp.MustCompile(`(?i)<[a-z][^>\n]*\son[a-z]+\s*=`),
	"a loaded part":     regexp.MustCompile(`(?i)<(link|script|img|iframe|object|embed|base|form)\b`),
}

// TestForbidden: each pattern finds what it is for.
func TestForbidden(t *testing.T) {
	for what, text := range map[string]string{
		"an address": `"https://example.org/a.js"`, "code of a string": `setTimeout("f()", 1)`, "markup of strings": `e.innerHTML = name`, "a request": `fetch ("x")`,
		"inline style": `<p class="a" style="color: red">`, "an inline handler": `<p onclick="f()">`, "a loaded part": `<script src=x>`,
	} {
		if !forbidden[what].MatchString(text) {
			t.Errorf("%s: nothing found in %s", what, text)
		}
	}
}

// TestExample: the example that docs link is a page as it is written now.
func TestExample(t *testing.T) {
	example, err := os.ReadFile("../../docs/sqlite.html")
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(assets, "page/*.*s") // style and script, which stand in it as they are
	if err != nil || len(files) < 10 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, name := range files {
		if b, err := assets.ReadFile(name); err != nil || !bytes.Contains(example, bytes.TrimSpace(b)) {
			t.Errorf("docs/sqlite.html has another %s: docs/see.md says how it is made anew; %v", name, err)
		}
	}
}

// TestAssets: the page is whole by itself, and nothing in it makes more than text of names; strict mode holds, and no file is long.
func TestAssets(t *testing.T) {
	files, err := fs.Glob(assets, "page/*")
	if err != nil || len(files) < 10 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, name := range files {
		b, err := assets.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		for what, pattern := range forbidden {
			if at := pattern.FindStringIndex(text); at != nil {
				t.Errorf("%s:%d: %s: %q", name, strings.Count(text[:at[0]], "\n")+1, what, text[at[0]:at[1]])
			}
		}
		if lines := strings.Count(text, "\n"); lines > 600 {
			t.Errorf("%s has %d lines", name, lines)
		}
		if code, ok := strings.CutSuffix(name, ".js"); ok && !regexp.MustCompile(`\A(?://[^\n]*\n)+"use strict";\n`).MatchString(text) {
			t.Errorf("%s.js does not begin with what it is about, and with strict mode", code)
		}
	}
}
