package check

import (
	"errors"
	"fmt"
	"strings"
)

// builtins are the functions of the language. A linear search of five short names
// is what a rule costs for each of its symbols.
var builtins []struct {
	name string
	eval func(e *evaluator, load bool) (uint64, error)
}

func init() { // not in the declaration: the functions evaluate expressions
	builtins = append(builtins, []struct {
		name string
		eval func(e *evaluator, load bool) (uint64, error)
	}{
		{"decode_operand", (*evaluator).decodeOperand},
		{"next_pc", (*evaluator).nextPC},
		{"stub_addr", func(e *evaluator, load bool) (uint64, error) { return e.slot(load, "stub_addr", e.mem.Stub) }},
		{"got_addr", func(e *evaluator, load bool) (uint64, error) { return e.slot(load, "got_addr", e.mem.GOT) }},
		{"section_addr", (*evaluator).sectionAddr},
	}...)
}

// lookupError is a name that the memory does not have.
type lookupError struct {
	text string
	err  error
}

func (e *lookupError) Error() string { return "RTDyldChecker: " + e.text }
func (e *lookupError) Unwrap() error { return e.err }

// decodeOperand evaluates decode_operand(symbol [+ offset], index).
func (e *evaluator) decodeOperand(bool) (uint64, error) {
	name, r, off, err := e.place("expected '+' for offset or ',' if no offset")
	if err != nil {
		return 0, err
	}
	if err := e.want(",", e.s); err != nil {
		return 0, err
	}
	i, err := e.number()
	if err != nil {
		return 0, err
	}
	if err := e.want(")", e.s); err != nil {
		return 0, err
	}
	inst, code, err := e.decode(name, r, off)
	if err != nil {
		return 0, err
	}
	if i >= uint64(len(inst.Operands())) {
		return 0, &OperandError{Symbol: name, Index: i, Count: len(inst.Operands()), Text: e.asm(code, r)}
	}
	op := inst.Operands()[i]
	if op.Kind != Imm {
		return 0, &OperandError{Symbol: name, Index: i, Count: len(inst.Operands()), Text: e.asm(code, r)}
	}
	return uint64(op.Value), nil
}

// nextPC evaluates next_pc(symbol [+ offset]).
func (e *evaluator) nextPC(load bool) (uint64, error) {
	name, r, off, err := e.place("expected ')'")
	if err != nil {
		return 0, err
	}
	if err := e.want(")", e.s); err != nil {
		return 0, err
	}
	inst, _, err := e.decode(name, r, off)
	if err != nil {
		return 0, err
	}
	return r.at(load) + off + uint64(inst.Len) + e.dec.Bias(r.Thumb), nil
}

// place takes "(symbol [+ offset]". want is what else may follow the symbol.
func (e *evaluator) place(want string) (name string, r Region, off uint64, err error) {
	if err := e.want("(", e.s); err != nil {
		return "", r, 0, err
	}
	name = e.symbol()
	r, ok := e.mem.Symbol(name)
	if !ok {
		return name, r, 0, message(fmt.Sprintf("Cannot decode unknown symbol '%s'", name))
	}
	switch e.operator() {
	case "":
	case "+":
		off, err = e.number()
	default:
		err = unexpected(e.s, e.s, want)
	}
	return name, r, off, err
}

// decode decodes the instruction at a symbol's contents plus off.
func (e *evaluator) decode(name string, r Region, off uint64) (inst Inst, code []byte, err error) {
	if e.dec != nil && r.Local != 0 && off < r.Size {
		code = make([]byte, min(r.Size-off, maxInst))
		code = code[:e.mem.Read(r.Local+off, code)]
		var ok bool
		if inst, ok = e.dec.Decode(code, r.Thumb); ok {
			code = code[:inst.Len]
			if e.uses != nil {
				e.use(Use{Text: name, Addr: r.Addr + off, Bytes: code, Asm: e.asm(code, r)})
			}
			return inst, code, nil
		}
	}
	e.use(Use{Text: name, Addr: r.Addr + off, Bytes: code})
	return inst, nil, fmt.Errorf("%w at '%s'", ErrDecode, name)
}

// asm is the text of an instruction.
func (e *evaluator) asm(code []byte, r Region) string {
	return e.dec.Text(code, r.Thumb)
}

// slot evaluates stub_addr and got_addr: (container, symbol [, kind]). Before LLVM 9
// the container was two arguments, (file, section, symbol), which is what the
// three are taken for if they name no stub as they are.
func (e *evaluator) slot(load bool, builtin string, find func(container, symbol, kind string) (Region, error)) (uint64, error) {
	start := e.s
	if err := e.want("(", start); err != nil {
		return 0, err
	}
	container, err := e.text(",", start)
	if err != nil {
		return 0, err
	}
	if err := e.want(",", start); err != nil {
		return 0, err
	}
	second, err := e.text(",)", start)
	if err != nil {
		return 0, err
	}
	symbol, kind, three := second, "", strings.HasPrefix(e.s, ",")
	if three {
		e.skip(1)
		if kind, err = e.text(")", start); err != nil {
			return 0, err
		}
	} else if rest := symbol[len(symbolAt(symbol)):]; rest != "" { // as a symbol, then
		return 0, unexpected(strings.TrimLeft(rest, spaces), start, "expected ')'")
	}
	if err := e.want(")", start); err != nil {
		return 0, err
	}
	r, err := find(container, symbol, kind)
	if three && (errors.Is(err, ErrNoContainer) || errors.Is(err, ErrNoStub)) {
		if r, old := find(container+"/"+second, kind, ""); old == nil {
			e.use(Use{Text: builtin + "(" + container + "/" + second + ", " + kind + ")", Addr: r.Addr})
			return r.at(load), nil
		}
	}
	switch {
	case errors.Is(err, ErrNoContainer):
		return 0, &lookupError{"Stub container not found: " + container, err}
	case errors.Is(err, ErrNoStub):
		text := "Symbol name " + symbol + " in stub container " + container
		if kind != "" {
			text += ", kind " + kind
		}
		return 0, &lookupError{text, err}
	case err != nil:
		return 0, err
	}
	e.use(Use{Text: builtin + "(" + container + ", " + symbol + ")", Addr: r.Addr})
	return r.at(load), nil
}

// sectionAddr evaluates section_addr(file, section).
func (e *evaluator) sectionAddr(load bool) (uint64, error) {
	start := e.s
	if err := e.want("(", start); err != nil {
		return 0, err
	}
	file, err := e.text(",", start)
	if err != nil {
		return 0, err
	}
	if err := e.want(",", start); err != nil {
		return 0, err
	}
	section, err := e.text(")", start)
	if err != nil {
		return 0, err
	}
	after := strings.TrimPrefix(e.s, ")") // blanks that may be in a longer name
	if err := e.want(")", start); err != nil {
		return 0, err
	}
	r, err := e.mem.Section(file, section)
	if errors.Is(err, ErrNoSection) {
		if long, ok := e.longSection(file, section, after); ok {
			r, err = long, nil
		}
	}
	switch {
	case errors.Is(err, ErrNoFile):
		return 0, &lookupError{"No file named " + file, err}
	case errors.Is(err, ErrNoSection):
		return 0, &lookupError{`No section named "` + section + `" in file ` + file, err}
	case err != nil:
		return 0, err
	}
	e.use(Use{Text: "section_addr(" + file + ", " + section + ")", Addr: r.Addr})
	return r.at(load), nil
}

// longSection finds a section whose name has parentheses: the text up to a later one.
// rest is what follows the first.
func (e *evaluator) longSection(file, name, rest string) (Region, bool) {
	const most = 16 // names to try
	for range most {
		i := strings.IndexByte(rest, ')')
		if i < 0 {
			break
		}
		name += ")" + rest[:i]
		rest = rest[i+1:]
		if r, err := e.mem.Section(file, strings.TrimRight(name, spaces)); err == nil {
			e.s = strings.TrimLeft(rest, spaces)
			return r, true
		}
	}
	return Region{}, false
}

// text takes what stands before the first byte of a set, of whatever characters, without the
// blanks behind it. sub is for the message.
func (e *evaluator) text(set, sub string) (string, error) {
	i := strings.IndexAny(e.s, set)
	if i < 0 {
		e.s = ""
		return "", unexpected("", sub, "expected '"+set[len(set)-1:]+"'")
	}
	text := strings.TrimRight(e.s[:i], spaces)
	e.s = e.s[i:]
	return text, nil
}
