package check

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// message is an error in the words of LLVM's checker.
type message string

func (m message) Error() string { return string(m) }

// maxDepth bounds how deep parentheses and loads nest.
const maxDepth = 1000

// maxUses bounds what is written down of a rule that fails.
const maxUses = 64

// evaluator evaluates as it parses: s is what is left of the text.
type evaluator struct {
	mem   Memory
	dec   Decoder
	s     string
	depth int
	uses  *[]Use // nil: not wanted
}

// rule evaluates both sides. Without =, both are the whole text.
func (e *evaluator) rule(text string) (left, right uint64, err error) {
	text = strings.Trim(text, spaces)
	l, r, ok := strings.Cut(text, "=")
	if !ok {
		r = text
	}
	if left, err = e.side(l); err != nil {
		return 0, 0, err
	}
	right, err = e.side(r)
	return left, right, err
}

// side evaluates one side, all of it.
func (e *evaluator) side(text string) (uint64, error) {
	text = strings.Trim(text, spaces)
	e.s = text
	v, err := e.expr(false)
	if err == nil && e.s != "" {
		err = unexpected(e.s, text, "")
	}
	return v, err
}

// expr evaluates operands and operators from left to right. load says that names
// mean local addresses.
func (e *evaluator) expr(load bool) (uint64, error) {
	if e.depth++; e.depth > maxDepth {
		return 0, errors.New("expression nests too deep")
	}
	defer func() { e.depth-- }()
	v, err := e.simple(load)
	for err == nil {
		op := e.operator()
		if op == "" {
			break
		}
		var w uint64
		if w, err = e.simple(load); err != nil {
			break
		}
		switch op {
		case "+":
			v += w
		case "-":
			v -= w
		case "&":
			v &= w
		case "|":
			v |= w
		case "<<":
			v <<= w
		case ">>":
			v >>= w
		}
	}
	return v, err
}

// operator takes a binary operator, if there is one.
func (e *evaluator) operator() string {
	for _, op := range [...]string{"<<", ">>", "+", "-", "&", "|"} {
		if strings.HasPrefix(e.s, op) {
			e.skip(len(op))
			return op
		}
	}
	return ""
}

// simple evaluates a primary and the slice behind it.
func (e *evaluator) simple(load bool) (v uint64, err error) {
	switch {
	case e.s == "":
		return 0, message("Unexpected end of expression")
	case e.s[0] == '(':
		v, err = e.parens(load)
	case e.s[0] == '*':
		v, err = e.load()
	case isAlpha(e.s[0]) || e.s[0] == '_':
		v, err = e.identifier(load)
	case isDigit(e.s[0]):
		v, err = e.number()
	default:
		err = unexpected(e.s, e.s, "expected '(', '*', identifier, or number")
	}
	if err == nil && strings.HasPrefix(e.s, "[") {
		v, err = e.slice(v)
	}
	return v, err
}

func (e *evaluator) parens(load bool) (uint64, error) {
	start := e.s
	e.skip(1)
	v, err := e.expr(load)
	if err != nil {
		return 0, err
	}
	return v, e.want(")", start)
}

// load evaluates *{N}address.
func (e *evaluator) load() (uint64, error) {
	e.skip(1)
	if !strings.HasPrefix(e.s, "{") {
		return 0, message("Expected '{' following '*'.")
	}
	e.skip(1)
	n, err := e.number()
	if err != nil {
		return 0, err
	}
	if n < 1 || n > 8 {
		return 0, message("Invalid size for dereference.")
	}
	if !strings.HasPrefix(e.s, "}") {
		return 0, message("Missing '}' for dereference.")
	}
	e.skip(1)
	local, err := e.expr(true)
	if err != nil || local == 0 {
		return 0, err // what has no contents reads as zero
	}
	var buf [8]byte
	if got := e.mem.Read(local, buf[:n]); got != int(n) {
		return 0, fmt.Errorf("*{%d} reads %#x, where memory has %d bytes", n, local, got)
	}
	e.use(Use{Text: "*{" + strconv.FormatUint(n, 10) + "}", Addr: local, Bytes: buf[:n]})
	return value(buf[:n], e.mem.ByteOrder().Uint16([]byte{0, 1}) == 1), nil
}

// value is the number that bytes hold.
func value(b []byte, big bool) (v uint64) {
	for i := range b {
		if big {
			v = v<<8 | uint64(b[i])
		} else {
			v |= uint64(b[i]) << (8 * i)
		}
	}
	return v
}

// slice evaluates [high:low] of v.
func (e *evaluator) slice(v uint64) (uint64, error) {
	e.skip(1)
	high, err := e.number()
	if err != nil {
		return 0, err
	}
	if err := e.want(":", e.s); err != nil {
		return 0, err
	}
	low, err := e.number()
	if err != nil {
		return 0, err
	}
	if err := e.want("]", e.s); err != nil {
		return 0, err
	}
	if high > 63 || low > high {
		return 0, fmt.Errorf("slice [%d:%d] is not of bits 63 to 0, high bit first", high, low)
	}
	return v >> low << (63 - (high - low)) >> (63 - (high - low)), nil
}

// number takes a number and the blanks behind it.
func (e *evaluator) number() (uint64, error) {
	start, digits, base := 0, "0123456789", 10
	if strings.HasPrefix(e.s, "0x") {
		start, digits, base = 2, "0123456789abcdefABCDEF", 16
	}
	end := start + span(e.s[start:], digits)
	if end == 0 {
		return 0, unexpected(e.s, e.s, "expected number")
	}
	text := e.s[:end]
	if base == 10 && text[0] == '0' {
		base = 8
	}
	v, err := strconv.ParseUint(text[start:], base, 64)
	if err != nil {
		return 0, fmt.Errorf("'%s' is not a number of 64 bits in base %d", text, base)
	}
	e.skip(end)
	return v, nil
}

// symbol takes the letters of a symbol and the blanks behind them. It may be empty.
func (e *evaluator) symbol() string {
	name := symbolAt(e.s)
	e.skip(len(name))
	return name
}

func symbolAt(s string) string {
	return s[:span(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:_.$")]
}

// identifier evaluates a symbol or a builtin.
func (e *evaluator) identifier(load bool) (uint64, error) {
	name := e.symbol()
	for i := range builtins {
		if builtins[i].name == name {
			return builtins[i].eval(e, load)
		}
	}
	r, ok := e.mem.Symbol(name)
	if !ok {
		hint := ""
		if name[0] == 'L' {
			hint = " (this appears to be an assembler local label -  perhaps drop the 'L'?)"
		}
		return 0, message(fmt.Sprintf("No known address for symbol '%s'%s", name, hint))
	}
	e.use(Use{Text: name, Addr: r.Addr})
	return r.at(load), nil
}

// at returns the address that a name means inside or outside of a load.
func (r Region) at(load bool) uint64 {
	if load {
		return r.Local
	}
	return r.Addr
}

// want takes a token, or is an error about the text sub.
func (e *evaluator) want(token, sub string) error {
	if !strings.HasPrefix(e.s, token) {
		return unexpected(e.s, sub, "expected '"+token+"'")
	}
	e.skip(len(token))
	return nil
}

// skip drops n bytes and the blanks behind them.
func (e *evaluator) skip(n int) { e.s = strings.TrimLeft(e.s[n:], spaces) }

// use writes down what a rule takes; the bytes are copied.
func (e *evaluator) use(u Use) {
	if e.uses != nil && len(*e.uses) < maxUses {
		u.Bytes = append([]byte(nil), u.Bytes...)
		*e.uses = append(*e.uses, u)
	}
}

// unexpected is the error for a token that cannot stand where it does.
func unexpected(at, sub, want string) error {
	token := ""
	switch {
	case at == "":
	case isAlpha(at[0]):
		token = symbolAt(at)
	case strings.HasPrefix(at, "0x"):
		token = at[:2+span(at[2:], "0123456789abcdefABCDEF")]
	case isDigit(at[0]):
		token = at[:span(at, "0123456789")]
	case strings.HasPrefix(at, "<<"), strings.HasPrefix(at, ">>"):
		token = at[:2]
	default:
		token = at[:1]
	}
	msg := "Encountered unexpected token '" + token
	if sub != "" {
		msg += "' while parsing subexpression '" + sub
	}
	msg += "'"
	if want != "" {
		msg += " " + want
	}
	return message(msg)
}

// span returns how many of the first bytes of s are in set.
func span(s, set string) int {
	i := 0
	for i < len(s) && strings.IndexByte(set, s[i]) >= 0 {
		i++
	}
	return i
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
