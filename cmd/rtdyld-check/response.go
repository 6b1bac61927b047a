package main

import (
	"os"
	"strings"
)

// maxFiles is how deep response files may name each other.
const maxFiles = 20

// expandFiles puts the words of the file NAME in the place of an argument @NAME, if
// there is such a file.
func expandFiles(args []string, depth int) []string {
	var out []string
	for _, a := range args {
		if name, ok := strings.CutPrefix(a, "@"); ok && depth < maxFiles {
			if text, err := os.ReadFile(name); err == nil {
				out = append(out, expandFiles(words(string(text)), depth+1)...)
				continue
			}
		}
		out = append(out, a)
	}
	return out
}

// words splits a response file as GNU's tools do: at white space outside of ' and ",
// a backslash takes the next letter as it is.
func words(text string) []string {
	var out []string
	var word []byte
	quote, inWord := byte(0), false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			word, inWord = append(word, text[i]), true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word = append(word, c)
			}
		case c == '\'' || c == '"':
			quote, inWord = c, true
		case strings.IndexByte(" \t\r\n", c) >= 0:
			if inWord {
				out = append(out, string(word))
			}
			word, inWord = word[:0], false
		default:
			word, inWord = append(word, c), true
		}
	}
	if inWord {
		out = append(out, string(word))
	}
	return out
}
