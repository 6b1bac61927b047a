package compiler

import (
	"fmt"
	"strconv"
	"strings"
)

// Severity is how much a diagnostic matters.
type Severity uint8

// Severities, the gravest first.
const (
	SeverityError Severity = iota
	SeverityWarning
	SeverityNote   // belongs to the diagnostic before it
	SeverityRemark // what an optimizer did
)

var severityNames = [...]string{"error", "warning", "note", "remark"}

// String returns "error", "warning", "note" or "remark".
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return "Severity(" + strconv.Itoa(int(s)) + ")"
}

// Diagnostic is what a compiler says of a place in a source.
type Diagnostic struct {
	File     string // "" if it is of no file
	Line     int    // from 1; 0 if not told
	Column   int    // from 1, as the compiler counts; 0 if not told
	Severity Severity
	Message  string
}

// String is the diagnostic as compilers print it: "a.c:3:5: error: what is wrong".
func (d *Diagnostic) String() string {
	var b strings.Builder
	b.WriteString(d.File)
	if d.Line > 0 {
		fmt.Fprintf(&b, ":%d", d.Line)
		if d.Column > 0 {
			fmt.Fprintf(&b, ":%d", d.Column)
		}
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	b.WriteString(d.Severity.String())
	b.WriteString(": ")
	b.WriteString(d.Message)
	return b.String()
}

// Summary is one line for an error that has many diagnostics: the first error, or the
// first of all if none is one, and how many more errors there are; "" for none.
func Summary(ds []Diagnostic) string {
	first, errs := -1, 0
	for i := range ds {
		if ds[i].Severity == SeverityError {
			if errs == 0 {
				first = i
			}
			errs++
		}
	}
	switch {
	case len(ds) == 0:
		return ""
	case first < 0:
		return ds[0].String()
	case errs > 1:
		return fmt.Sprintf("%s (and %d more)", ds[first].String(), errs-1)
	}
	return ds[first].String()
}

// severityWords are the words that compilers put between a place and a message.
var severityWords = [...]struct {
	word string
	is   Severity
}{
	{"error", SeverityError},
	{"fatal error", SeverityError},
	{"internal compiler error", SeverityError},
	{"internal error", SeverityError},
	{"sorry, unimplemented", SeverityError},
	{"warning", SeverityWarning},
	{"note", SeverityNote},
	{"info", SeverityNote},
	{"remark", SeverityRemark},
}

// ParseDiagnostics finds the diagnostics in what a compiler printed: lines of the form
//
//	FILE:LINE[:COLUMN]: SEVERITY: MESSAGE        GCC, Clang, LLVM, the GNU assembler, tcc, Zig
//	FILE(LINE[,COLUMN]): SEVERITY [CODE]: MESSAGE    Microsoft
//	TOOL: SEVERITY: MESSAGE
//
// The third has no File. Other lines are left out. It fits any text and keeps no part of it.
func ParseDiagnostics(text string) []Diagnostic {
	var ds []Diagnostic
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if d, ok := parseDiagnostic(line); ok {
			ds = append(ds, d)
		}
	}
	return ds
}

// parseDiagnostic reads one line. A message that is itself a diagnostic with a place
// counts: llc prints "llc: error: llc: FILE:LINE:COLUMN: error: MESSAGE".
func parseDiagnostic(line string) (d Diagnostic, ok bool) {
	for rest := line; ; {
		place, message, severity, found := cutSeverity(rest)
		if !found {
			return d, ok
		}
		file, ln, col := parsePlace(place)
		if ok && ln == 0 {
			return d, ok
		}
		if ln == 0 {
			file = ""
		}
		d = Diagnostic{File: strings.Clone(file), Line: ln, Column: col, Severity: severity, Message: strings.Clone(message)}
		if ok = true; ln != 0 {
			return d, ok
		}
		rest = message
	}
}

// cutSeverity cuts a line at the first ": SEVERITY: " or ": SEVERITY CODE: ".
func cutSeverity(line string) (place, message string, severity Severity, found bool) {
	for at := 0; ; {
		i := strings.Index(line[at:], ": ")
		if i < 0 {
			return "", "", 0, false
		}
		place, at = line[:at+i], at+i+2
		word, after, ok := strings.Cut(line[at:], ":")
		if !ok {
			return "", "", 0, false
		}
		for _, s := range &severityWords {
			rest, ok := cutPrefixFold(word, s.word)
			// Microsoft's codes: "error C2065".
			if ok && (rest == "" || rest[0] == ' ' && isCode(strings.TrimSpace(rest))) {
				return strings.TrimSpace(place), strings.TrimSpace(after), s.is, true
			}
		}
	}
}

// cutPrefixFold is strings.CutPrefix that takes ASCII letters of either case.
func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// isCode reports whether s is letters and then digits.
func isCode(s string) bool {
	digits := strings.TrimLeft(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return len(digits) > 0 && len(digits) < len(s) && strings.Trim(digits, "0123456789") == ""
}

// parsePlace cuts FILE:LINE:COLUMN, FILE:LINE, FILE(LINE) or FILE(LINE,COLUMN); line is 0
// for anything else. A tool's name before the file goes.
func parsePlace(s string) (file string, line, column int) {
	if i := strings.LastIndex(s, ": "); i >= 0 {
		s = s[i+2:]
	}
	if inner, ok := strings.CutSuffix(s, ")"); ok {
		if i := strings.LastIndexByte(inner, '('); i > 0 {
			l, c, _ := strings.Cut(inner[i+1:], ",")
			if line = number(l); line > 0 {
				return inner[:i], line, number(c)
			}
		}
		return s, 0, 0
	}
	file, last := cutNumber(s)
	if last == 0 {
		return s, 0, 0
	}
	if f, before := cutNumber(file); before != 0 {
		return f, before, last
	}
	return file, last, 0
}

// cutNumber cuts ":NUMBER" from the end; the number is 0 if there is none.
func cutNumber(s string) (string, int) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0
	}
	n := number(s[i+1:])
	if n == 0 {
		return s, 0
	}
	return s[:i], n
}

// number reads a line or column; 0 if it is none.
func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}
