package cdebug

import (
	"debug/dwarf"
	"fmt"
	"strings"
)

// Spell writes a declaration of name in C; flat has no typedefs in it where it can do without.
func Spell(e *Entry, name string, flat bool) (string, error) { return spellAt(e, name, flat, 0) }

func spellAt(e *Entry, name string, flat bool, depth int) (string, error) {
	if depth > Nested || len(name) > longestSignature {
		return "", Unsupported("a type that is nested too deeply")
	}
	join := func(a, b string) string { return strings.TrimSpace(a + " " + b) }
	if e == nil {
		return join("void", name), nil
	}
	qualifier := ""
	switch e.Tag {
	case dwarf.TagConstType:
		qualifier = "const"
	case dwarf.TagVolatileType:
		qualifier = "volatile"
	case dwarf.TagRestrictType:
		qualifier = "__restrict"
	case dwarf.TagAtomicType:
		return "", Unsupported("an atomic type")
	case dwarf.TagTypedef:
		if of := e.Plain(); !flat || of != nil && (IsAggregate(of) && of.Name == "" || strings.HasPrefix(of.Name, "__va_list") || e.Name == "__builtin_va_list") {
			return join(e.Name, name), nil
		}
		return spellAt(e.Type(), name, flat, depth+1)
	case dwarf.TagBaseType:
		return join(e.Name, name), nil
	case dwarf.TagPointerType, dwarf.TagReferenceType, dwarf.TagRvalueReferenceType:
		star := map[dwarf.Tag]string{dwarf.TagPointerType: "*", dwarf.TagReferenceType: "&", dwarf.TagRvalueReferenceType: "&&"}[e.Tag]
		if d := underQualifiers(e.Type()); d != nil && (d.Tag == dwarf.TagArrayType || d.Tag == dwarf.TagSubroutineType) {
			return spellAt(e.Type(), "("+star+name+")", flat, depth+1)
		}
		return spellAt(e.Type(), star+name, flat, depth+1)
	case dwarf.TagArrayType:
		for _, n := range e.Children() {
			switch {
			case n.Tag != dwarf.TagSubrangeType:
			case n.Count < 0:
				name += "[]"
			default:
				name += fmt.Sprintf("[%d]", n.Count)
			}
		}
		return spellAt(e.Type(), name, flat, depth+1)
	case dwarf.TagStructType, dwarf.TagUnionType, dwarf.TagEnumerationType, dwarf.TagClassType:
		if e.Name == "" {
			return "", Unsupported("a type without a name")
		}
		return join(Keyword(e)+e.Name, name), nil
	case dwarf.TagSubroutineType:
		list, err := spellParams(e, nil, flat, depth)
		if err != nil {
			return "", err
		}
		return spellAt(e.Type(), name+"("+list+")", flat, depth+1)
	default:
		return "", Unsupported("%s cannot be written in C", TypeName(e))
	}
	if of := underQualifiers(e.Type()); of != nil && of.Tag == dwarf.TagPointerType {
		return spellAt(e.Type(), join(qualifier, name), flat, depth+1) // const behind the star
	}
	s, err := spellAt(e.Type(), name, flat, depth+1)
	return join(qualifier, s), err
}

// underQualifiers is the type behind const and its like.
func underQualifiers(e *Entry) *Entry {
	for range Nested {
		if e == nil || e.Tag != dwarf.TagConstType && e.Tag != dwarf.TagVolatileType && e.Tag != dwarf.TagRestrictType {
			return e
		}
		e = e.Type()
	}
	return nil
}

// spellParams writes the parameters of a function.
func spellParams(e *Entry, names []string, flat bool, depth int) (string, error) {
	params, variadic := e.Params()
	var list []string
	for i, p := range params {
		name := ""
		if i < len(names) {
			name = names[i]
		}
		s, err := spellAt(p.Type(), name, flat, depth+1)
		if err != nil {
			return "", err
		}
		if list = append(list, s); len(s) > longestSignature {
			return "", Unsupported("a type that is too long")
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
