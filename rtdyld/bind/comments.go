package bind

import (
	"slices"
	"strings"
	"unicode"
)

// comments finds what headers say of what they declare.
type comments struct {
	read  func(name string) ([]byte, error)
	files map[string][]string // lines
}

// lines are those of a header, none if it cannot be read.
func (c *comments) lines(file string) []string {
	if c.read == nil || file == "" {
		return nil
	}
	lines, known := c.files[file]
	if !known {
		if c.files == nil {
			c.files = map[string][]string{}
		}
		if text, err := c.read(file); err == nil {
			lines = strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
		}
		c.files[file] = lines
	}
	return lines
}

// around is the comment that ends on the line before a declaration, or begins on the line behind it.
func (c *comments) around(st *statement) string {
	lines := c.lines(st.at.file)
	if st.at.line < 1 || st.at.line > len(lines) {
		return ""
	}
	first := st.at.line - 1 // the declaration's own
	end := first
	for end > 0 && isAttribute(lines[end-1]) {
		end--
	}
	if begin := commentBefore(lines, end); begin < end {
		return clean(lines[begin:end])
	}
	last := st.end.line
	if st.end.file != st.at.file || last < st.at.line || last >= len(lines) {
		return ""
	}
	if strings.HasPrefix(strings.TrimSpace(lines[last]), "/*") {
		for i := last; i < len(lines); i++ {
			if strings.Contains(lines[i], "*/") {
				return clean(lines[last : i+1])
			}
		}
	}
	return ""
}

// isAttribute reports a line that belongs to the declaration behind it: a macro alone.
func isAttribute(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && strings.Trim(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && len(line) > 3
}

// commentBefore is where the comment begins that ends before a line, or that line.
func commentBefore(lines []string, end int) int {
	if end == 0 {
		return end
	}
	last := strings.TrimSpace(lines[end-1])
	switch {
	case strings.HasSuffix(last, "*/"):
		for i := end - 1; i >= 0; i-- {
			if at := strings.Index(lines[i], "/*"); at >= 0 {
				if strings.TrimSpace(lines[i][:at]) != "" {
					return end // behind something else
				}
				return i
			}
			if i < end-1 && strings.Contains(lines[i], "*/") {
				break
			}
		}
	case strings.HasPrefix(last, "//"):
		i := end - 1
		for i > 0 && strings.HasPrefix(strings.TrimSpace(lines[i-1]), "//") {
			i--
		}
		return i
	}
	return end
}

// trailing is the comment at the end of a line.
func (c *comments) trailing(at place) string {
	lines := c.lines(at.file)
	if at.line < 1 || at.line > len(lines) {
		return ""
	}
	line := lines[at.line-1]
	if i := strings.Index(line, "/*"); i > 0 {
		if j := strings.Index(line[i:], "*/"); j > 0 {
			return strings.Join(strings.Fields(clean([]string{line[i : i+j+2]})), " ")
		}
	} else if i := strings.LastIndex(line, " //"); i > 0 && !strings.Contains(line, `"`) {
		return strings.Join(strings.Fields(clean([]string{line[i+1:]})), " ")
	}
	return ""
}

// before is the comment that ends on the line before a type's.
func (c *comments) before(file string, line int) string {
	if c == nil {
		return ""
	}
	lines := c.lines(file)
	if line < 1 || line > len(lines) {
		return ""
	}
	if begin := commentBefore(lines, line-1); begin < line-1 {
		return clean(lines[begin : line-1])
	}
	return ""
}

// field is the comment behind a field of a structure, or the one before it.
func (c *comments) field(file string, line int) string {
	if c == nil {
		return ""
	}
	lines := c.lines(file)
	if line < 1 || line > len(lines) {
		return ""
	}
	if s := c.trailing(place{file, line}); s != "" {
		return s
	}
	// One that goes on: on lines of its own, as deep in as nothing else.
	if i := strings.LastIndex(lines[line-1], "/*"); i > 0 && strings.TrimSpace(lines[line-1][:i]) != "" {
		part := []string{lines[line-1][i:]}
		for _, l := range lines[line:min(line+10, len(lines))] {
			part = append(part, l)
			if strings.Contains(l, "*/") {
				return strings.Join(strings.Fields(clean(part)), " ")
			}
		}
	}
	return c.before(file, line)
}

// enumerators are the comments of an enumeration's values, which debug information knows no lines of: each stands on the next
// line that has its name.
func (c *comments) enumerators(file string, line int, names []string) map[string]string {
	docs := map[string]string{}
	if c == nil || line < 1 {
		return docs
	}
	lines := c.lines(file)
	for _, name := range names {
		for at := line; at <= min(line+60, len(lines)); at++ {
			if words := tokens(lines[at-1], place{}); slices.ContainsFunc(words, func(t tok) bool { return t.text == name }) {
				docs[name] = c.field(file, at)
				line = at
				break
			}
		}
	}
	return docs
}

// clean takes what makes it a comment off a text, and what belongs to programs that read comments.
func clean(lines []string) string {
	var out []string
	for _, line := range lines {
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(line, "*/")
		for _, p := range []string{"/**<", "/*!<", "///<", "//!<", "/**", "/*!", "/*", "///", "//!", "//", "**", "* ", "*"} {
			if rest, ok := strings.CutPrefix(line, p); ok {
				line = rest
				break
			}
		}
		line = strings.Map(func(r rune) rune {
			if r == '\t' {
				return ' '
			}
			if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
				return -1
			}
			return r
		}, line)
		line = strings.TrimRight(strings.TrimRight(line, " "), "*-=")
		out = append(out, strings.TrimSpace(line))
	}
	s := strings.TrimSpace(strings.Join(out, "\n"))
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return s
}
