package bind

import "sync"

// declared is a name that a statement declares as a function, and the names of its parameters.
type declared struct {
	name   int // of the token
	params []string
}

// notNames are words whose operands stand in parentheses and that are no names of functions.
var notNames = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"__attribute__": true, "__attribute": true, "__asm__": true, "asm": true, "__asm": true, "__declspec": true, "__typeof__": true, "typeof": true,
		"__typeof": true, "_Alignas": true, "alignas": true, "__alignof__": true, "_Static_assert": true, "static_assert": true,
		"if": true, "while": true, "for": true, "switch": true, "return": true, "sizeof": true,
	}
})

// declarators finds the functions that a statement declares: names before parentheses, or in parentheses before others.
// What is none of both falls out later, for the compiler is asked about every name.
func declarators(ts []tok) []declared {
	var out []declared
	depth := 0
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		switch t.text {
		case "(":
			depth++
			continue
		case ")":
			depth--
			continue
		}
		if !t.isWord() {
			continue
		}
		if notNames()[t.text] {
			if i+1 < len(ts) && ts[i+1].text == "(" && depth == 0 {
				i = closing(ts, i+1) // its operand
			}
			continue
		}
		open := i + 1
		if typeWords()[t.text] || open+3 < len(ts) && ts[open].text == "(" && ts[open+1].isWord() && ts[open+2].text == ")" && ts[open+3].text == "(" {
			continue // a type, and behind it (name)(…)
		}
		if open+1 < len(ts) && ts[open].text == ")" && ts[open+1].text == "(" && i > 0 && ts[i-1].text == "(" {
			open++ // (name)(…)
		}
		if open >= len(ts) || ts[open].text != "(" {
			continue
		}
		end := closing(ts, open)
		out = append(out, declared{i, parameters(ts[open+1 : end])})
		if depth == 0 {
			i = end
		} else {
			return out // what follows are parameters of what it returns
		}
	}
	return out
}

// closing is where what is open at a token closes, or the last token.
func closing(ts []tok, open int) int {
	depth := 0
	for i := open; i < len(ts); i++ {
		switch ts[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(ts) - 1
}

// parameters are the names in a list of parameters, "" for those without.
func parameters(ts []tok) []string {
	var names []string
	begin, depth := 0, 0
	for i := 0; i <= len(ts); i++ {
		if i < len(ts) {
			switch ts[i].text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
			if ts[i].text != "," || depth > 0 {
				continue
			}
		}
		if p := ts[begin:i]; len(p) > 0 {
			names = append(names, parameter(p))
		}
		begin = i + 1
	}
	if len(names) == 1 && len(ts) == 1 { // (void)
		return nil
	}
	return names
}

// typeWords are words that end a type and are no parameters' names.
var typeWords = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "signed": true, "unsigned": true,
		"_Bool": true, "const": true, "volatile": true, "restrict": true, "__restrict": true, "__restrict__": true, "_Complex": true,
		"__const": true, "__volatile__": true, "__signed__": true, "__extension__": true, "_Atomic": true, "_Noreturn": true, "__inline": true, "inline": true,
		"__inline__": true, "extern": true, "static": true, "register": true, "struct": true, "union": true, "enum": true,
	}
})

// parameter is the name that a parameter declares.
func parameter(ts []tok) string {
	for i := 0; i+2 < len(ts); i++ { // (*name)(…), (*name[])
		if ts[i].text == "(" && (ts[i+1].text == "*" || ts[i+1].text == "^") {
			for j := i + 2; j < len(ts) && ts[j].text != ")"; j++ {
				if ts[j].isWord() && !typeWords()[ts[j].text] {
					return ts[j].text
				}
			}
			return ""
		}
	}
	name, words := "", 0
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		if t.text == "[" {
			break
		}
		if t.isWord() {
			if notNames()[t.text] && i+1 < len(ts) && ts[i+1].text == "(" {
				i = closing(ts, i+1)
				continue
			}
			if name = t.text; typeWords()[name] {
				name = ""
			}
			words++
		} else {
			name = ""
			if t.text == "*" {
				words++
			}
		}
	}
	if words < 2 { // a type alone
		return ""
	}
	if n := len(ts); n >= 2 && (ts[n-2].text == "struct" || ts[n-2].text == "union" || ts[n-2].text == "enum") {
		return ""
	}
	return name
}
