package bind

import (
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Go's names of what types are.
var (
	kindNames = map[ctype.Kind]string{ctype.Bool: "Bool", ctype.Int: "Int", ctype.Uint: "Uint", ctype.Float: "Float", ctype.Complex: "Complex", ctype.Vector: "Vector",
		ctype.Pointer: "Pointer", ctype.Enum: "Enum", ctype.Struct: "Struct", ctype.Union: "Union", ctype.Array: "Array"}
	formatNames = map[ctype.Format]string{ctype.Binary16: "Binary16", ctype.Brain16: "Brain16", ctype.Binary32: "Binary32", ctype.Binary64: "Binary64",
		ctype.Extended80: "Extended80", ctype.Binary128: "Binary128", ctype.DoubleDouble: "DoubleDouble"}
)

// unsaid reports a type of which its Go type does not say how it is passed: it has a union or bit-fields in it, or is packed.
func unsaid(t *ctype.Type) bool {
	if t == nil || t.Kind == ctype.Pointer {
		return false
	}
	if t.Kind == ctype.Union || t.Packed || unsaid(t.Elem) {
		return true
	}
	for _, f := range t.Fields {
		if f.BitSize != 0 || unsaid(f.Type) {
			return true
		}
	}
	return false
}

// cType is the C type of a function in Go, "" if its Go type says how it is passed.
func (g *generator) cType(f *function) string {
	fn, err := g.typer.signature(f)
	if err != nil || f.variadic {
		return ""
	}
	some := unsaid(fn.Result)
	for _, p := range fn.Params {
		some = some || unsaid(p.Type)
	}
	if !some {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "&ctype.Func{Name: %q, Fixed: %d, Params: []ctype.Param{", f.c, len(fn.Params))
	for _, p := range fn.Params {
		fmt.Fprintf(&b, "\n{Type: %s},", typeText(p.Type))
	}
	b.WriteString("\n}")
	if fn.Result != nil {
		b.WriteString(", Result: " + typeText(fn.Result))
	}
	b.WriteString("}")
	return b.String()
}

// typeText is a C type in Go.
func typeText(t *ctype.Type) string {
	var b strings.Builder
	fmt.Fprintf(&b, "&ctype.Type{Kind: ctype.%s", kindNames[t.Kind])
	if t.Format != ctype.NoFormat {
		fmt.Fprintf(&b, ", Format: ctype.%s", formatNames[t.Format])
	}
	if t.Name != "" {
		fmt.Fprintf(&b, ", Name: %q", t.Name)
	}
	fmt.Fprintf(&b, ", Size: %d, Align: %d", t.Size, t.Align)
	if t.Elem != nil && t.Kind != ctype.Pointer {
		fmt.Fprintf(&b, ", Elem: %s", typeText(t.Elem))
	}
	if t.Len != 0 {
		fmt.Fprintf(&b, ", Len: %d", t.Len)
	}
	if t.Packed {
		b.WriteString(", Packed: true")
	}
	if len(t.Fields) > 0 {
		b.WriteString(", Fields: []ctype.Field{")
		for _, f := range t.Fields {
			fmt.Fprintf(&b, "\n{Name: %q, Type: %s, Offset: %d", f.Name, typeText(f.Type), f.Offset)
			if f.Align != 0 {
				fmt.Fprintf(&b, ", Align: %d", f.Align)
			}
			if f.BitSize != 0 {
				fmt.Fprintf(&b, ", BitOffset: %d, BitSize: %d", f.BitOffset, f.BitSize)
			}
			b.WriteString("},")
		}
		b.WriteString("\n}")
	}
	b.WriteString("}")
	return b.String()
}
