package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// TestControlCharacters: whatever names of files, sections, symbols and groups have in them, no command sends
// it to a terminal, and no name begins a line of its own.
func TestControlCharacters(t *testing.T) {
	const bad = "\x1b[31m\x7f\u009b2J\u202e\U000e0001\nFORGED"
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text" + bad, Flags: 6, Data: make([]byte, 64), Align: 16})
	group := f.AddSymbol(objgen.ELFSymbol{Name: "group" + bad, Bind: 1, Section: text, Value: 8})
	f.AddGroup(group, 1, text)
	f.AddSymbol(objgen.ELFSymbol{Name: "defined" + bad, Type: 2, Bind: 1, Section: text, Size: 8})
	fun := f.AddSymbol(objgen.ELFSymbol{Name: "missing" + bad, Bind: 1})
	f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 1, Type: 4, Sym: fun, Addend: -4}, {Offset: 16, Type: 9, Sym: fun, Addend: -4}})
	good := filepath.Join(t.TempDir(), "a"+bad+".o")
	broken := filepath.Join(t.TempDir(), "b"+bad+".o")
	data := f.Bytes()
	for name, b := range map[string][]byte{good: data, broken: append(bytes.Clone(data[:64]), 1, 2, 3)} {
		if err := os.WriteFile(name, b, 0o666); err != nil {
			t.Skip(err) // a system that has no such names
		}
	}
	g := objgen.ELF{Is64: true, Machine: 62}
	f = &g
	text = f.Add(objgen.ELFSection{Name: ".data" + bad, Flags: 3, Data: make([]byte, 8), Align: 8})
	f.AddSymbol(objgen.ELFSymbol{Name: "defined" + bad, Type: 2, Bind: 1, Section: text, Size: 8})
	f.AddRelocs(text, true, []objgen.ELFReloc{{Type: 250, Sym: 0}})
	unknown := filepath.Join(t.TempDir(), "c"+bad+".o")
	if err := os.WriteFile(unknown, f.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"dump", good}, {"dump", "-json", good}, {"dump", broken},
		{"link", good}, {"link", "-undefined=phony", good}, {"link", "-undefined=phony", "-json", good},
		{"link", "-undefined=phony", "-why", "defined" + bad, "-why", "missing" + bad, good},
		{"link", "-undefined=phony", "-json", "-why", "defined" + bad, good},
		{"link", "-why", "nothing" + bad, "-undefined=phony", good}, {"link", "-define", "x" + bad, good},
		{"link", good, good}, {"link", "-undefined=phony", good, unknown}, {"link", unknown}, {"link", "-undefined=phony", "-times", good},
		{"link", "-each", good, unknown, broken}, {"link", broken}, {"link", "nothing" + bad + ".o"}, {"run", good}, {"run", broken}, {"bad" + bad}, {"link", "-bad" + bad},
		{"triple", "bad" + bad}, {"triple", "-json", "bad" + bad},
	} {
		var stdout, stderr bytes.Buffer
		Main(args, &stdout, &stderr)
		out := stdout.String() + stderr.String()
		if !strings.Contains(out, "FORGED") && args[0] != "link" {
			t.Errorf("%q: says nothing of the name:\n%q", args, out)
		}
		for _, r := range out {
			if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
				t.Errorf("%q: %U in the output:\n%q", args, r, out)
				break
			}
		}
		if strings.Contains(out, "\nFORGED") || strings.Contains(out, "rtdyld: FORGED") {
			t.Errorf("%q: a line of its own:\n%s", args, out)
		}
		if strings.Contains(strings.Join(args, " "), "-json") && args[0] != "triple" {
			var v any
			if err := json.Unmarshal(stdout.Bytes(), &v); err != nil {
				t.Errorf("%q: %v", args, err)
			}
			if text, _ := json.Marshal(v); args[0] == "dump" && !strings.Contains(string(text), "\u009b2J\u202e\U000e0001") {
				t.Errorf("%q: the name is another", args)
			}
		}
	}
}
