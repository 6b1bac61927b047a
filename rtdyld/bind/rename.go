package bind

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
)

// renames finds functions that headers declare by names of macros, which give them others: ICU's u_strToUpper is u_strToUpper_72 to
// linkers. It returns the names in the headers by those of the archive.
func (g *generator) renames(ctx context.Context, head []byte) (map[string]string, error) {
	macros := g.namingMacros()
	if len(macros) == 0 {
		return nil, nil
	}
	b := bytes.NewBuffer(slices.Clone(head))
	fmt.Fprintf(b, "\n#line 1 \"%s\"\n", probeLines)
	for _, name := range macros {
		fmt.Fprintf(b, "%q %s\n", name, name)
	}
	text, err := g.Compiler.Preprocess(ctx, Source{probeName, b.Bytes()})
	if err != nil {
		return nil, ctx.Err() // one that stands for no expression: names are the archive's then
	}
	_, text, _ = bytes.Cut(text, []byte(probeLines+"\"\n"))
	found := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, symbol, ok := strings.Cut(strings.TrimSpace(line), "\" ")
		if name, symbol = strings.TrimPrefix(name, `"`), strings.TrimSpace(symbol); !ok || !isIdentifier(symbol) || found[symbol] != "" {
			continue
		}
		if st := g.src.statements[symbol]; st != nil && slices.Contains(g.written(st), name) {
			found[symbol] = name
		}
	}
	return found, nil
}

// namingMacros are macros in lines of declarations that do not have the name that they declare.
func (g *generator) namingMacros() []string {
	seen := map[string]bool{}
	var macros []string
	for _, name := range g.src.declared {
		for _, w := range g.written(g.src.statements[name]) {
			m := g.src.macros[w]
			if m == nil || m.function || seen[w] {
				continue
			}
			seen[w] = true
			if body := tokens(m.body, place{}); len(body) > 0 && body[0].isWord() && body[0].text != w && !strings.HasPrefix(body[0].text, "__has_") {
				macros = append(macros, w)
			}
		}
	}
	return macros
}

// written are the words of a declaration in its file, none if the name that it declares is among them.
func (g *generator) written(st *statement) []string {
	lines := g.comments.lines(st.at.file)
	if st.at.line < 1 || st.at.line > len(lines) || st.end.file != st.at.file || st.end.line < st.at.line {
		return nil
	}
	var words []string
	for _, t := range tokens(strings.Join(lines[st.at.line-1:min(st.end.line, len(lines))], "\n"), place{}) {
		if t.text == st.name {
			return nil
		}
		if t.isWord() {
			words = append(words, t.text)
		}
	}
	return words
}

// header is a function's name as the headers have it.
func (g *generator) header(c string) string {
	if name := g.renamed[c]; name != "" && g.Rename[c] == "" {
		return name
	}
	return c
}
