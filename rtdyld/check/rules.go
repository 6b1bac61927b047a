package check

import "strings"

// Prefixes of rule lines, as LLVM's tools have them.
const (
	PrefixRTDyld  = "# rtdyld-check:"
	PrefixJITLink = "# jitlink-check:"
)

// Rule is one rule of a file.
type Rule struct {
	Line int    // the line it begins in, from 1
	Text string // without prefix, without blanks around it, lines joined

	cut bool // its last line ends in \ and none follows
}

// spaces are what separates, as isspace has it in C.
const spaces = " \t\n\v\f\r"

// Rules finds the rules of a file. A rule line begins, after blanks, with the
// prefix; a prefix further in the line is none. A line that ends in \ goes on in
// the next line with the prefix; a line without it in between ends the rule. Reading stops at
// a line that begins with a NUL byte.
func Rules(src []byte, prefix string) []Rule {
	var rules []Rule
	var text []byte // of the rule that is being collected
	var first int   // the line where it began
	open := false

	for rest, line := string(src), 1; ; {
		rest, line = skipSpace(rest, line)
		if rest == "" || rest[0] == 0 {
			break
		}
		end := strings.IndexAny(rest, "\r\n")
		if end < 0 {
			end = len(rest)
		}
		if body, ok := strings.CutPrefix(rest[:end], prefix); ok {
			if len(text) == 0 && !open {
				first = line
			}
			text = append(text, body...)
		}
		rest = rest[end:]
		if len(text) == 0 {
			continue
		}
		if open = text[len(text)-1] == '\\'; open {
			text = text[:len(text)-1]
			continue
		}
		rules = append(rules, Rule{Line: first, Text: strings.Trim(string(text), spaces)})
		text = text[:0]
	}
	if open {
		rules = append(rules, Rule{Line: first, Text: strings.Trim(string(text), spaces), cut: true})
	}
	return rules
}

// skipSpace drops blanks and ends of lines, and counts the latter.
func skipSpace(s string, line int) (string, int) {
	i := 0
	for i < len(s) && strings.IndexByte(spaces, s[i]) >= 0 {
		if s[i] == '\n' || s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n') {
			line++
		}
		i++
	}
	return s[i:], line
}
