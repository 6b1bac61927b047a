package house

import (
	"bufio"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// wordsIn is where the words of ARCHITECTURE.md have one meaning: the linker and what it is made of.
var wordsIn = []string{"rtdyld", "internal/link/...", "reloc/...", "cmd/rtdyld"}

// hashTables are files in which a slot is one of a hash table.
var hashTables = []string{"internal/link/symtab/index.go", "internal/link/symtab/dump.go", "internal/link/symtab/memory.go"}

// word is a row of the table in ARCHITECTURE.md.
type word struct {
	word  string
	names []string       // that are not used for it: parts of identifiers
	texts *regexp.Regexp // likewise of comments and strings; nil: none
}

// words reads the table "## Words" of ARCHITECTURE.md.
func words(t *testing.T) (all []word) {
	t.Helper()
	f, err := os.Open(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := false
	for sc := bufio.NewScanner(f); sc.Scan(); {
		line := sc.Text()
		if strings.HasPrefix(line, "## ") {
			in = line == "## Words"
		}
		cells := strings.Split(line, "|")
		if !in || len(cells) != 6 || strings.HasPrefix(line, "|--") || strings.Contains(line, "| not in names |") {
			continue
		}
		w := word{word: strings.TrimSpace(cells[1]), names: strings.Fields(strings.ReplaceAll(cells[3], ",", " "))}
		var texts []string
		for _, text := range strings.Split(cells[4], ",") {
			if text = strings.TrimSpace(text); text != "" {
				texts = append(texts, regexp.QuoteMeta(text))
			}
		}
		if len(texts) > 0 {
			w.texts = regexp.MustCompile(`(?i)\b(?:` + strings.Join(texts, "|") + `)\b`)
		}
		all = append(all, w)
	}
	if len(all) < 10 {
		t.Fatalf("ARCHITECTURE.md has %d words", len(all))
	}
	return all
}

// oddities are phrases that a reader stumbles over, in any file.
var oddities = regexp.MustCompile(`(?i)nil: nobody|nobody is[.;]|\bwhoever\b|that there (?:is|are) not\b`)

var hump = regexp.MustCompile(`[A-Z]*[a-z0-9]+|[A-Z]+`)

// TestWords: code, comments and errors of the linker call things as ARCHITECTURE.md says.
func TestWords(t *testing.T) {
	all := words(t)
	for _, f := range goFiles(t) {
		for _, c := range f.ast.Comments {
			if odd := oddities.FindString(strings.ReplaceAll(c.Text(), "\n", " ")); odd != "" && f.name != "internal/house/words_test.go" {
				t.Errorf("%s: %q: say it in plain words", f.fset.Position(c.Pos()), odd)
			}
		}
		if f.test || !match(f.dir, wordsIn) {
			continue
		}
		table := slices.Contains(hashTables, f.name)
		text := func(pos token.Pos, s string) {
			s = strings.NewReplacer("\n// ", " ", "\n//\t", " ", "\n\t// ", " ").Replace(s)
			for _, w := range all {
				if w.texts == nil || table && w.word == "GOT entry" {
					continue
				}
				if bad := w.texts.FindString(s); bad != "" {
					t.Errorf("%s: %q: it is %q in ARCHITECTURE.md", f.fset.Position(pos), bad, w.word)
				}
			}
		}
		for _, c := range f.ast.Comments {
			text(c.Pos(), c.Text())
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field:
				n.Tag = nil // what programs read keeps its name
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					text(n.Pos(), n.Value)
				}
			case *ast.Ident:
				for _, part := range hump.FindAllString(n.Name, -1) {
					for _, w := range all {
						if slices.Contains(w.names, strings.ToLower(part)) && !(table && w.word == "GOT entry") {
							t.Errorf("%s: %s: it is %q in ARCHITECTURE.md", f.fset.Position(n.Pos()), n.Name, w.word)
						}
					}
				}
			}
			return true
		})
	}
}
