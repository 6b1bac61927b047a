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
	var macros []string
	for _, name := range g.src.order {
		m := g.src.macros[name]
		if m == nil || m.function {
			continue
		}
		if body := tokens(m.body, place{}); len(body) > 0 && body[0].isWord() && body[0].text != name {
			macros = append(macros, name)
		}
	}
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
		return nil, err
	}
	_, text, _ = bytes.Cut(text, []byte(probeLines+"\"\n"))
	found := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, symbol, ok := strings.Cut(strings.TrimSpace(line), "\" ")
		if name, symbol = strings.TrimPrefix(name, `"`), strings.TrimSpace(symbol); !ok || !isIdentifier(symbol) || found[symbol] != "" {
			continue
		}
		if st := g.src.statements[symbol]; st != nil && g.declaredAs(st, name) {
			found[symbol] = name
		}
	}
	return found, nil
}

// declaredAs reports whether the lines of a declaration have another name than the one that it declares.
func (g *generator) declaredAs(st *statement, name string) bool {
	lines := g.comments.lines(st.at.file)
	if st.at.line < 1 || st.at.line > len(lines) || st.end.file != st.at.file || st.end.line < st.at.line {
		return false
	}
	words := tokens(strings.Join(lines[st.at.line-1:min(st.end.line, len(lines))], "\n"), place{})
	has := func(w string) bool { return slices.ContainsFunc(words, func(t tok) bool { return t.text == w }) }
	return has(name) && !has(st.name)
}

// header is a function's name as the headers have it.
func (g *generator) header(c string) string {
	if name := g.renamed[c]; name != "" && g.Rename[c] == "" {
		return name
	}
	return c
}
