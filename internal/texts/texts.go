// Package texts writes what files say and lists of any length into texts for people.
//
// Law: no byte of a name moves the cursor of a terminal or begins a line, and no list is longer
// than [Most].
package texts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Most is how many of several things a text tells; of the others it has the number.
const Most = 20

// Name is a name for people: quoted as in Go if it could be mistaken for something else or move
// the cursor of a terminal, itself otherwise.
func Name(name string) string {
	if !strings.HasPrefix(name, `"`) && plain(name) {
		return name
	}
	return strconv.Quote(name)
}

// Line is a text of one line in which what cannot be printed is written as in Go's strings.
func Line(text string) string {
	if plain(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && n == 1 || !strconv.IsPrint(r) {
			q := strconv.Quote(text[:n])
			b.WriteString(q[1 : len(q)-1])
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// plain reports whether all of a text can be printed.
func plain(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < ' ' || c >= 0x7f {
			return longPlain(text[i:])
		}
	}
	return true
}

func longPlain(text string) bool {
	for _, r := range text {
		if !strconv.IsPrint(r) {
			return false
		}
	}
	return utf8.ValidString(text)
}

// Names are names in a row, the first [Most] of them.
func Names(names []string) string {
	var b strings.Builder
	for i, n := range names {
		if i == Most {
			fmt.Fprintf(&b, " and %d more", len(names)-Most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Name(n))
	}
	return b.String()
}

// Join is [errors.Join] with a text that tells the first [Most] errors, a line each, and how many
// more there are. errors.Is and errors.As look at all.
func Join(errs ...error) error {
	all := errors.Join(errs...)
	if all == nil {
		return nil
	}
	if list := all.(interface{ Unwrap() []error }).Unwrap(); len(list) > Most {
		return many(list)
	}
	return all
}

type many []error

// Error tells the first.
func (m many) Error() string {
	var b strings.Builder
	for _, err := range m[:Most] {
		b.WriteString(err.Error() + "\n")
	}
	fmt.Fprintf(&b, "and %d more errors", len(m)-Most)
	return b.String()
}

// Unwrap returns all of them.
func (m many) Unwrap() []error { return m }
