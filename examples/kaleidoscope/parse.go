package main

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// node is a value. op is an operator, or one of those below, which say what args are.
type node struct {
	op    string
	name  string // of opName, opCall, opFor, opLet
	value float64
	args  []*node
}

const (
	opNumber = "number"
	opName   = "name"
	opCall   = "call" // arguments
	opMinus  = "minus"
	opIf     = "if"  // condition, then, else
	opFor    = "for" // first, condition, step, body
	opLet    = "let" // value, body
)

// line is what was typed: a definition, an extern, or a value, which has no name.
type line struct {
	name   string
	params []string
	extern bool
	body   *node // nil for extern
}

// errEnd says that a text ends where more is needed.
var errEnd = errors.New("the line ends here")

// syntaxError says what is wrong, and where.
type syntaxError struct {
	line, column int // from 1; columns are bytes
	err          error
}

func (e *syntaxError) Error() string { return fmt.Sprintf("%d:%d: %v", e.line, e.column, e.err) }
func (e *syntaxError) Unwrap() error { return e.err }

// binary are the operators with their precedence.
var binary = map[string]int{
	":": 1, "<": 2, "<=": 2, ">": 2, ">=": 2, "==": 2, "!=": 2, "+": 3, "-": 3, "*": 4, "/": 4,
}

var keywords = map[string]bool{
	"def": true, "extern": true, "if": true, "then": true, "else": true, "for": true, "in": true, "let": true,
}

// maxDepth is how deep values may be nested.
const maxDepth = 500

// parser reads a text, a word ahead. The first error stays, and the text ends with it.
type parser struct {
	text  string
	at    int    // of word
	word  string // "" at the end
	err   error
	depth int
}

// parse reads what was typed; nil for nothing but comments. The error is a *syntaxError, of
// errEnd if the text may go on.
func parse(text string) (*line, error) {
	p := &parser{text: text}
	p.next()
	l := &line{}
	switch p.word {
	case "":
		return nil, p.err
	case "def":
		p.next()
		p.prototype(l)
		l.body = p.expr(1)
	case "extern":
		p.next()
		p.prototype(l)
		l.extern = true
	default:
		l.body = p.expr(1)
	}
	if p.word != "" {
		p.fail("%q has no place here", p.word)
	}
	return l, p.err
}

// fail notes an error at the word.
func (p *parser) fail(format string, args ...any) {
	if p.err != nil {
		return
	}
	e := &syntaxError{1, 1, errEnd}
	if p.at < len(p.text) {
		e.err = fmt.Errorf(format, args...)
	}
	for _, c := range []byte(p.text[:p.at]) {
		if e.column++; c == '\n' {
			e.line, e.column = e.line+1, 1
		}
	}
	p.err, p.word, p.at = e, "", len(p.text)
}

// next takes the next word.
func (p *parser) next() {
	p.at += len(p.word)
	for comment := false; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		comment = comment && c != '\n' || c == '#'
		if !comment && c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			break
		}
	}
	rest := p.text[p.at:]
	n := 0
	switch {
	case rest == "":
	case isDigit(rest[0]) || rest[0] == '.':
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n]) || rest[n] == '.') {
			n++
		}
	case isLetter(rest[0]):
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
			n++
		}
	default:
		_, n = utf8.DecodeRuneInString(rest)
		if len(rest) > 1 && binary[rest[:2]] != 0 {
			n = 2
		}
	}
	p.word = rest[:n]
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// take takes a word that must be there.
func (p *parser) take(word string) {
	if p.word != word {
		p.fail("expected %q, found %q", word, p.word)
		return
	}
	p.next()
}

// name takes a name.
func (p *parser) name() string {
	w := p.word
	if w == "" || !isLetter(w[0]) || keywords[w] {
		p.fail("expected a name, found %q", w)
		return ""
	}
	p.next()
	return w
}

// prototype reads name(a b); commas may stand between.
func (p *parser) prototype(l *line) {
	l.name = p.name()
	p.take("(")
	for p.err == nil && p.word != ")" {
		at, word := p.at, p.word
		name := p.name()
		for _, other := range l.params {
			if name == other && p.err == nil {
				p.at, p.word = at, word
				p.fail("parameter %s is there twice", name)
			}
		}
		l.params = append(l.params, name)
		if p.word == "," {
			p.next()
		}
	}
	p.take(")")
}

// expr reads values between operators of at least a precedence.
func (p *parser) expr(least int) *node {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	n := p.unary()
	for p.err == nil && binary[p.word] >= least {
		op := p.word
		p.next()
		n = &node{op: op, args: []*node{n, p.expr(binary[op] + 1)}}
	}
	return n
}

// unary reads a value without operators behind it.
func (p *parser) unary() *node {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	n := &node{op: p.word}
	switch p.word {
	case "":
		p.fail("")
	case "-":
		p.next()
		n.op, n.args = opMinus, []*node{p.unary()}
	case "(":
		p.next()
		n = p.expr(1)
		p.take(")")
	case opIf:
		p.words(n, "if", "then", "else")
	case opFor:
		p.next()
		n.name = p.name()
		p.words(n, "=", ",", ",", "in")
	case opLet:
		p.next()
		n.name = p.name()
		p.words(n, "=", "in")
	default:
		if isDigit(p.word[0]) || p.word[0] == '.' {
			p.number(n)
			break
		}
		n.op, n.name = opName, p.name()
		if p.err == nil && p.word == "(" {
			n.op = opCall
			p.arguments(n)
		}
	}
	return n
}

// words reads values, each behind a word.
func (p *parser) words(n *node, words ...string) {
	for _, w := range words {
		p.take(w)
		n.args = append(n.args, p.expr(1))
	}
}

func (p *parser) number(n *node) {
	var err error
	if n.value, err = strconv.ParseFloat(p.word, 64); err != nil {
		p.fail("%q is no number", p.word)
		return
	}
	n.op = opNumber
	p.next()
}

func (p *parser) arguments(n *node) {
	p.take("(")
	for p.err == nil && p.word != ")" {
		n.args = append(n.args, p.expr(1))
		if p.word != ")" {
			p.take(",")
		}
	}
	p.take(")")
}
