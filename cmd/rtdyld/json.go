package main

import (
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// encode writes a value as JSON. What moves the cursor of a terminal or changes the order of what it shows is escaped, beyond what
// JSON asks for: DEL, the C1 control characters of U+0080 to U+009F, and all others that cannot be printed, U+202E for one.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(controls{w})
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// controls escapes the characters that an encoder of JSON leaves and that cannot be printed, which are in strings alone.
// Each Write has whole characters.
type controls struct{ w io.Writer }

// Write implements io.Writer.
func (c controls) Write(b []byte) (int, error) {
	var out []byte
	last := 0
	for i := 0; i < len(b); {
		if b[i] < 0x7f { // the encoder has escaped those before the blank; it ends lines
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if !unicode.IsPrint(r) {
			out = append(out, b[last:i]...)
			for _, unit := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, unit)
			}
			last = i + n
		}
		i += n
	}
	if last == 0 {
		return c.w.Write(b)
	}
	if _, err := c.w.Write(append(out, b[last:]...)); err != nil {
		return 0, err
	}
	return len(b), nil
}
