package filter

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the type of a value.
type Kind uint8

const (
	Boolean Kind = iota
	Integer      // int64
	Float        // float64
)

var kindNames = [...]string{"a truth value", "an integer", "a float"}

func (k Kind) String() string { return kindNames[k] }

// Node is a filter or a part of one. Its arguments have the same kind where that matters:
// conversions are nodes.
type Node struct {
	Op     string // an operator, or one of those below
	Kind   Kind
	Args   []*Node
	Column int     // of OpColumn
	Int    int64   // of OpLiteral, an integer
	Float  float64 // of OpLiteral, a float
}

const (
	OpLiteral = "literal"
	OpColumn  = "column"
	OpConvert = "convert" // an integer to a float
	OpMinus   = "minus"   // with one argument
	OpNot     = "!"
)

// SyntaxError says where a filter is wrong.
type SyntaxError struct {
	Filter string
	Offset int // in bytes from the filter's beginning
	Msg    string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("filter, column %d: %s\n  %s\n  %s^", e.Offset+1, e.Msg, e.Filter, strings.Repeat(" ", e.Offset))
}

// binary are the operators between two values, with their precedence.
var binary = map[string]int{
	"||": 1, "&&": 2,
	"==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4,
	"+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}

// maxDepth is how deep a filter may be nested.
const maxDepth = 500

// parser reads a filter, a word ahead.
type parser struct {
	text  string
	at    int // of word
	word  string
	depth int
}

// Parse reads a filter. The error is a *SyntaxError.
func Parse(text string) (n *Node, err error) {
	p := &parser{text: text}
	if err := p.next(); err != nil {
		return nil, err
	}
	if n, err = p.expr(1); err != nil {
		return nil, err
	}
	if p.word != "" {
		return nil, p.fail(p.at, "expected an operator, found %q", p.word)
	}
	if n.Kind != Boolean {
		return nil, p.fail(0, "a filter must be a truth value, this is %v", n.Kind)
	}
	return n, nil
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &SyntaxError{p.text, at, fmt.Sprintf(format, args...)}
}

// next takes the next word.
func (p *parser) next() error {
	p.at += len(p.word)
	for p.at < len(p.text) && strings.IndexByte(" \t\n", p.text[p.at]) >= 0 {
		p.at++
	}
	rest := p.text[p.at:]
	n := 0
	switch {
	case rest == "":
	case isDigit(rest[0]) || rest[0] == '.':
		for n < len(rest) && (isWord(rest[n]) || rest[n] == '.' || (rest[n] == '+' || rest[n] == '-') && (rest[n-1]|0x20) == 'e') {
			n++
		}
	case isWord(rest[0]):
		for n < len(rest) && isWord(rest[n]) {
			n++
		}
	default:
		if n = 1; len(rest) > 1 && (binary[rest[:2]] != 0) {
			n = 2
		}
		if w := rest[:n]; binary[w] == 0 && w != OpNot && w != "(" && w != ")" {
			p.word = ""
			r, _ := utf8.DecodeRuneInString(rest)
			return p.fail(p.at, "%q has no meaning here", r)
		}
	}
	p.word = rest[:n]
	return nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isWord(c byte) bool  { return isDigit(c) || c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// expr reads values between operators of at least a precedence.
func (p *parser) expr(least int) (*Node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(p.at, "nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	left, err := p.unary()
	for err == nil && binary[p.word] >= least {
		op, at := p.word, p.at
		if err = p.next(); err != nil {
			break
		}
		var right *Node
		if right, err = p.expr(binary[op] + 1); err == nil {
			left, err = p.combine(op, at, left, right)
		}
	}
	return left, err
}

// unary reads a value with what stands in front of it.
func (p *parser) unary() (*Node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(p.at, "nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	op, at := p.word, p.at
	switch op {
	case OpNot, "-":
		if err := p.next(); err != nil {
			return nil, err
		}
		n, err := p.unary()
		switch {
		case err != nil:
			return nil, err
		case (n.Kind == Boolean) != (op == OpNot):
			return nil, p.fail(at, "%s cannot be before %v", op, n.Kind)
		case op == "-":
			op = OpMinus
		}
		return &Node{Op: op, Kind: n.Kind, Args: []*Node{n}}, nil
	case "(":
		if err := p.next(); err != nil {
			return nil, err
		}
		n, err := p.expr(1)
		if err == nil && p.word != ")" {
			err = p.fail(p.at, "expected a closing parenthesis")
		}
		if err == nil {
			err = p.next()
		}
		return n, err
	case "":
		return nil, p.fail(at, "expected a value, found the end")
	}
	n, err := p.value(op, at)
	if err == nil {
		err = p.next()
	}
	return n, err
}

// value is a column or a number.
func (p *parser) value(word string, at int) (*Node, error) {
	for i := range Columns {
		if Columns[i].Name == word {
			return &Node{Op: OpColumn, Kind: Columns[i].Kind, Column: i}, nil
		}
	}
	if !isDigit(word[0]) && word[0] != '.' {
		if isWord(word[0]) {
			return nil, p.fail(at, "no column is named %s: there are %s", word, columnNames())
		}
		return nil, p.fail(at, "expected a value, found %q", word)
	}
	if i, err := strconv.ParseInt(word, 10, 64); err == nil {
		return &Node{Op: OpLiteral, Kind: Integer, Int: i}, nil
	}
	f, err := strconv.ParseFloat(word, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, p.fail(at, "%s is too large", word)
	}
	if err != nil {
		return nil, p.fail(at, "%q is no number", word)
	}
	return &Node{Op: OpLiteral, Kind: Float, Float: f}, nil
}

// combine checks the kinds of an operator's values and converts them.
func (p *parser) combine(op string, at int, left, right *Node) (*Node, error) {
	fits, result := left.Kind != Boolean && right.Kind != Boolean, Boolean
	switch op {
	case "||", "&&":
		fits = left.Kind == Boolean && right.Kind == Boolean
	case "==", "!=":
		fits = fits || left.Kind == Boolean && right.Kind == Boolean
	case "%":
		if left.Kind != Integer || right.Op != OpLiteral || right.Kind != Integer || right.Int <= 0 {
			return nil, p.fail(at, "%% is of an integer, by an integer literal above 0")
		}
	}
	if !fits {
		return nil, p.fail(at, "%s cannot be between %v and %v", op, left.Kind, right.Kind)
	}
	if op == "/" || left.Kind != right.Kind {
		left, right = toFloat(left), toFloat(right)
	}
	if binary[op] >= binary["+"] {
		result = left.Kind
	}
	return &Node{Op: op, Kind: result, Args: []*Node{left, right}}, nil
}

// toFloat makes a number a float.
func toFloat(n *Node) *Node {
	if n.Kind == Float {
		return n
	}
	return &Node{Op: OpConvert, Kind: Float, Args: []*Node{n}}
}
