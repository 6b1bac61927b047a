package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// kind is the type of a value.
type kind uint8

const (
	boolean kind = iota
	integer      // int64
	float        // float64
)

var kindNames = [...]string{"a truth value", "an integer", "a float"}

func (k kind) String() string { return kindNames[k] }

// node is a filter or a part of one. Its arguments have the same kind where that matters:
// conversions are nodes.
type node struct {
	op     string // an operator, or one of those below
	kind   kind
	args   []*node
	column int     // of opColumn
	int    int64   // of opLiteral, an integer
	float  float64 // of opLiteral, a float
}

const (
	opLiteral = "literal"
	opColumn  = "column"
	opConvert = "convert" // an integer to a float
	opMinus   = "minus"   // with one argument
	opNot     = "!"
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

// parse reads a filter. The error is a *SyntaxError.
func parse(text string) (n *node, err error) {
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
	if n.kind != boolean {
		return nil, p.fail(0, "a filter must be a truth value, this is %v", n.kind)
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
		if w := rest[:n]; binary[w] == 0 && w != opNot && w != "(" && w != ")" {
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
func (p *parser) expr(least int) (*node, error) {
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
		var right *node
		if right, err = p.expr(binary[op] + 1); err == nil {
			left, err = p.combine(op, at, left, right)
		}
	}
	return left, err
}

// unary reads a value with what stands in front of it.
func (p *parser) unary() (*node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(p.at, "nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	op, at := p.word, p.at
	switch op {
	case opNot, "-":
		if err := p.next(); err != nil {
			return nil, err
		}
		n, err := p.unary()
		switch {
		case err != nil:
			return nil, err
		case (n.kind == boolean) != (op == opNot):
			return nil, p.fail(at, "%s cannot be before %v", op, n.kind)
		case op == "-":
			op = opMinus
		}
		return &node{op: op, kind: n.kind, args: []*node{n}}, nil
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
func (p *parser) value(word string, at int) (*node, error) {
	for i := range columns {
		if columns[i].name == word {
			return &node{op: opColumn, kind: columns[i].kind, column: i}, nil
		}
	}
	if !isDigit(word[0]) && word[0] != '.' {
		if isWord(word[0]) {
			return nil, p.fail(at, "no column is named %s: there are %s", word, columnNames())
		}
		return nil, p.fail(at, "expected a value, found %q", word)
	}
	if i, err := strconv.ParseInt(word, 10, 64); err == nil {
		return &node{op: opLiteral, kind: integer, int: i}, nil
	}
	f, err := strconv.ParseFloat(word, 64)
	if errors.Is(err, strconv.ErrRange) {
		return nil, p.fail(at, "%s is too large", word)
	}
	if err != nil {
		return nil, p.fail(at, "%q is no number", word)
	}
	return &node{op: opLiteral, kind: float, float: f}, nil
}

// combine checks the kinds of an operator's values and converts them.
func (p *parser) combine(op string, at int, left, right *node) (*node, error) {
	fits, result := left.kind != boolean && right.kind != boolean, boolean
	switch op {
	case "||", "&&":
		fits = left.kind == boolean && right.kind == boolean
	case "==", "!=":
		fits = fits || left.kind == boolean && right.kind == boolean
	case "%":
		if left.kind != integer || right.op != opLiteral || right.kind != integer || right.int <= 0 {
			return nil, p.fail(at, "%% is of an integer, by an integer literal above 0")
		}
	}
	if !fits {
		return nil, p.fail(at, "%s cannot be between %v and %v", op, left.kind, right.kind)
	}
	if op == "/" || left.kind != right.kind {
		left, right = toFloat(left), toFloat(right)
	}
	if binary[op] >= binary["+"] {
		result = left.kind
	}
	return &node{op: op, kind: result, args: []*node{left, right}}, nil
}

// toFloat makes a number a float.
func toFloat(n *node) *node {
	if n.kind == float {
		return n
	}
	return &node{op: opConvert, kind: float, args: []*node{n}}
}
