package bind

import (
	"debug/dwarf"
	"fmt"
	"strings"
)

// spell writes a declaration of name in C; flat has no typedefs in it where it can do without.
func spell(e *entry, name string, flat bool) (string, error) { return spellAt(e, name, flat, 0) }

func spellAt(e *entry, name string, flat bool, depth int) (string, error) {
	if depth > mostNested || len(name) > longestSignature {
		return "", unsupported("a type that is nested too deeply")
	}
	join := func(a, b string) string { return strings.TrimSpace(a + " " + b) }
	if e == nil {
		return join("void", name), nil
	}
	qualifier := ""
	switch e.tag {
	case dwarf.TagConstType:
		qualifier = "const"
	case dwarf.TagVolatileType:
		qualifier = "volatile"
	case dwarf.TagRestrictType:
		qualifier = "__restrict"
	case dwarf.TagAtomicType:
		return "", unsupported("an atomic type")
	case dwarf.TagTypedef:
		if of := e.plain(); !flat || of != nil && (isAggregate(of) && of.name == "" || strings.HasPrefix(of.name, "__va_list") || e.name == "__builtin_va_list") {
			return join(e.name, name), nil
		}
		return spellAt(e.typ, name, flat, depth+1)
	case dwarf.TagBaseType:
		return join(e.name, name), nil
	case dwarf.TagPointerType:
		if d := underQualifiers(e.typ); d != nil && (d.tag == dwarf.TagArrayType || d.tag == dwarf.TagSubroutineType) {
			return spellAt(e.typ, "(*"+name+")", flat, depth+1)
		}
		return spellAt(e.typ, "*"+name, flat, depth+1)
	case dwarf.TagArrayType:
		for _, n := range e.children {
			switch {
			case n.tag != dwarf.TagSubrangeType:
			case n.count < 0:
				name += "[]"
			default:
				name += fmt.Sprintf("[%d]", n.count)
			}
		}
		return spellAt(e.typ, name, flat, depth+1)
	case dwarf.TagStructType, dwarf.TagUnionType, dwarf.TagEnumerationType:
		if e.name == "" {
			return "", unsupported("a type without a name")
		}
		return join(keyword(e)+e.name, name), nil
	case dwarf.TagSubroutineType:
		list, err := spellParams(e, nil, flat, depth)
		if err != nil {
			return "", err
		}
		return spellAt(e.typ, name+"("+list+")", flat, depth+1)
	default:
		return "", unsupported("%s cannot be written in C", typeName(e))
	}
	if of := underQualifiers(e.typ); of != nil && of.tag == dwarf.TagPointerType {
		return spellAt(e.typ, join(qualifier, name), flat, depth+1) // const behind the star
	}
	s, err := spellAt(e.typ, name, flat, depth+1)
	return join(qualifier, s), err
}

// underQualifiers is the type behind const and its like.
func underQualifiers(e *entry) *entry {
	for range mostNested {
		if e == nil || e.tag != dwarf.TagConstType && e.tag != dwarf.TagVolatileType && e.tag != dwarf.TagRestrictType {
			return e
		}
		e = e.typ
	}
	return nil
}

// spellParams writes the parameters of a function.
func spellParams(e *entry, names []string, flat bool, depth int) (string, error) {
	params, variadic := e.params()
	var list []string
	for i, p := range params {
		name := ""
		if i < len(names) {
			name = names[i]
		}
		s, err := spellAt(p.typ, name, flat, depth+1)
		if err != nil {
			return "", err
		}
		if list = append(list, s); len(s) > longestSignature {
			return "", unsupported("a type that is too long")
		}
	}
	switch {
	case variadic && len(list) > 0:
		list = append(list, "...")
	case len(list) == 0 && !variadic:
		return "void", nil
	}
	return strings.Join(list, ", "), nil
}
