package main

import (
	"fmt"
	"math"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
)

// operation is what an instruction does. Most are for integers (i) or floats (f); truth values are integers, 0 or 1.
type operation uint8

const (
	iload operation = iota
	fload
	real // an integer as a float
	rem
	and
	or
	iadd
	isub
	irsub // operand - register
	imul
	ieq
	ine
	ilt
	ile
	igt
	ige
	fadd
	fsub
	frsub
	fmul
	fdiv
	frdiv
	feq
	fne
	flt
	fle
	fgt
	fge
	operations
)

// operationNames are the beginnings of stencils' names.
var operationNames = [operations]string{
	"iload", "fload", "real", "rem", "and", "or",
	"iadd", "isub", "irsub", "imul", "ieq", "ine", "ilt", "ile", "igt", "ige",
	"fadd", "fsub", "frsub", "fmul", "fdiv", "frdiv", "feq", "fne", "flt", "fle", "fgt", "fge",
}

// operand is what kind of thing is on the right.
type operand uint8

const (
	above   operand = iota // the register above; of real: the register itself
	column                 // of the row
	literal                // its bits
	operands
)

var operandNames = [operands]string{"s", "c", "l"}

// registers is how many there are of integers, and of floats.
const registers = 6

// instruction does
//
//	register = register operation operand
type instruction struct {
	operation operation
	operand   operand
	register  uint8
	value     uint64 // number of a column, or bits of a literal
}

// stencil is the name of the function that does the instruction.
func (in instruction) stencil() string {
	return fmt.Sprintf("%s_%s_%d", operationNames[in.operation], operandNames[in.operand], in.register)
}

func (in instruction) String() string { return fmt.Sprintf("%s %#x", in.stencil(), in.value) }

// rows of two operators, of integers and floats; and what they are with their sides exchanged.
var operators = map[string]struct{ ints, floats, intsTurned, floatsTurned operation }{
	"+": {iadd, fadd, iadd, fadd}, "-": {isub, fsub, irsub, frsub}, "*": {imul, fmul, imul, fmul}, "/": {fdiv, fdiv, frdiv, frdiv},
	"==": {ieq, feq, ieq, feq}, "!=": {ine, fne, ine, fne}, "<": {ilt, flt, igt, fgt}, "<=": {ile, fle, ige, fge}, ">": {igt, fgt, ilt, flt}, ">=": {ige, fge, ile, fle},
	"&&": {and, and, and, and}, "||": {or, or, or, or}, "%": {rem, rem, rem, rem},
}

// RegistersError says that a filter needs more registers than there are: it has very many values that wait for each other.
type RegistersError struct{ Need int }

func (e *RegistersError) Error() string {
	return fmt.Sprintf("the filter needs %d registers: there are %d", e.Need, registers)
}

// compile appends the instructions of a filter, which leave its value in register 0, to code. The error is a *RegistersError.
func compile(code []instruction, n *filter.Node) ([]instruction, error) {
	if need := need(n); need > registers {
		return nil, &RegistersError{need}
	}
	return emit(code, n, 0), nil
}

// need is how many registers a value takes (Sethi, Ullman: The Generation of Optimal Code for Arithmetic Expressions).
func need(n *filter.Node) int {
	switch len(n.Args) {
	case 0:
		return 1
	case 1:
		return need(n.Args[0])
	}
	x, y := need(n.Args[0]), need(n.Args[1])
	if x == y && !isOperand(n.Args[0]) && !isOperand(n.Args[1]) {
		return x + 1
	}
	return max(x, y)
}

// isOperand reports whether a value needs no instruction of its own.
func isOperand(n *filter.Node) bool {
	return len(n.Args) == 0 || n.Op == filter.OpConvert && n.Args[0].Op == filter.OpLiteral
}

// leaf is an instruction with a column or a literal.
func leaf(op operation, register uint8, n *filter.Node) instruction {
	switch {
	case n.Op == filter.OpColumn:
		return instruction{op, column, register, uint64(n.Column)}
	case n.Op == filter.OpConvert:
		return instruction{op, literal, register, math.Float64bits(float64(n.Args[0].Int))}
	case n.Kind == filter.Float:
		return instruction{op, literal, register, math.Float64bits(n.Float)}
	}
	return instruction{op, literal, register, uint64(n.Int)}
}

// emit appends what leaves a value in a register, using those above.
func emit(code []instruction, n *filter.Node, to uint8) []instruction {
	switch {
	case isOperand(n) && n.Kind == filter.Float:
		return append(code, leaf(fload, to, n))
	case isOperand(n):
		return append(code, leaf(iload, to, n))
	case n.Op == filter.OpConvert && n.Args[0].Op == filter.OpColumn:
		return append(code, leaf(real, to, n.Args[0]))
	case n.Op == filter.OpConvert:
		return append(emit(code, n.Args[0], to), instruction{real, above, to, 0})
	case n.Op == filter.OpNot:
		return append(emit(code, n.Args[0], to), instruction{ieq, literal, to, 0})
	case n.Op == filter.OpMinus && n.Kind == filter.Float:
		return append(emit(code, n.Args[0], to), instruction{fmul, literal, to, math.Float64bits(-1)})
	case n.Op == filter.OpMinus:
		return append(emit(code, n.Args[0], to), instruction{irsub, literal, to, 0})
	}
	return emitPair(code, n, to)
}

// emitPair is emit for a value of two: the one that needs more registers comes first.
func emitPair(code []instruction, n *filter.Node, to uint8) []instruction {
	x, y := n.Args[0], n.Args[1]
	row := operators[n.Op]
	op, turned := row.ints, row.intsTurned
	if x.Kind == filter.Float {
		op, turned = row.floats, row.floatsTurned
	}
	if !isOperand(y) && (isOperand(x) || need(y) > need(x)) {
		x, y, op = y, x, turned
	}
	code = emit(code, x, to)
	if isOperand(y) {
		return append(code, leaf(op, to, y))
	}
	return append(emit(code, y, to+1), instruction{op, above, to, 0})
}
