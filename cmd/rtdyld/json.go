package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// encode writes a value as JSON. What moves the cursor of a terminal is escaped, beyond what
// JSON asks for: DEL and the C1 control characters of U+0080 to U+009F.
func encode(w io.Writer, v any) error {
	e := json.NewEncoder(controls{w})
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// controls escapes the control characters that an encoder of JSON leaves, which are in strings alone.
// Each Write has whole characters.
type controls struct{ w io.Writer }

// Write implements io.Writer.
func (c controls) Write(b []byte) (int, error) {
	var out bytes.Buffer
	last := 0
	for i := 0; i < len(b); i++ {
		r, n := rune(0), 1
		switch {
		case b[i] == 0x7f:
			r = 0x7f
		case b[i] == 0xc2 && i+1 < len(b) && b[i+1] < 0xa0:
			r, n = rune(b[i+1]), 2
		default:
			continue
		}
		out.Write(b[last:i])
		fmt.Fprintf(&out, `\u%04x`, r)
		i += n - 1
		last = i + 1
	}
	if last == 0 {
		return c.w.Write(b)
	}
	out.Write(b[last:])
	if _, err := c.w.Write(out.Bytes()); err != nil {
		return 0, err
	}
	return len(b), nil
}
