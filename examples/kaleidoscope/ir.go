package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// callee is a function as its callers know it.
type callee struct {
	symbol string
	params int
}

// writer writes the IR of one function. Variables never change, so that each is a value of
// LLVM's; if and for make blocks.
type writer struct {
	body    strings.Builder
	find    func(name string, args int) (callee, error)
	vars    map[string]string // name to value
	used    map[string]int    // symbols that are called, with their parameters
	block   string            // that is being written
	numbers int
}

// generate writes the module of a function: its definition, by symbol, and declarations of what
// it calls, which find knows.
func generate(symbol string, l *line, find func(name string, args int) (callee, error)) (string, error) {
	w := &writer{find: find, vars: map[string]string{}, used: map[string]int{}}
	params := make([]string, len(l.params))
	for i, name := range l.params {
		params[i] = fmt.Sprintf("double %%p%d", i)
		w.vars[name] = fmt.Sprintf("%%p%d", i)
	}
	w.label("entry")
	result, err := w.value(l.body)
	if err != nil {
		return "", err
	}
	w.code("ret double %s", result)
	var all strings.Builder
	for _, s := range slices.Sorted(maps.Keys(w.used)) {
		if s != symbol {
			fmt.Fprintf(&all, "declare double @%s(%s)\n", s, strings.TrimSuffix(strings.Repeat("double, ", w.used[s]), ", "))
		}
	}
	fmt.Fprintf(&all, "define double @%s(%s) {\n%s}\n", symbol, strings.Join(params, ", "), &w.body)
	return all.String(), nil
}

func (w *writer) label(name string) {
	fmt.Fprintf(&w.body, "%s:\n", name)
	w.block = name
}

func (w *writer) code(format string, args ...any) {
	fmt.Fprintf(&w.body, "  "+format+"\n", args...)
}

// set writes an instruction and returns what its value is called.
func (w *writer) set(format string, args ...any) string {
	name := fmt.Sprintf("%%v%d", w.number())
	fmt.Fprintf(&w.body, "  %s = %s\n", name, fmt.Sprintf(format, args...))
	return name
}

// number is one that no other value or block has.
func (w *writer) number() int {
	w.numbers++
	return w.numbers
}

// Instructions of operators; != is true of what is no number.
var (
	arithmetic  = map[string]string{"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
	comparisons = map[string]string{"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
)

// value writes the instructions of a value and returns what it is called.
func (w *writer) value(n *node) (string, error) {
	switch n.op {
	case opNumber:
		return fmt.Sprintf("0x%016X", math.Float64bits(n.value)), nil
	case opName:
		v, ok := w.vars[n.name]
		if !ok {
			return "", fmt.Errorf("no variable is named %s", n.name)
		}
		return v, nil
	case opIf:
		return w.choice(n)
	case opFor:
		return w.loop(n)
	case opLet:
		v, err := w.value(n.args[0])
		if err != nil {
			return "", err
		}
		defer w.bind(n.name, v)()
		return w.value(n.args[1])
	}
	args := make([]string, len(n.args))
	for i, a := range n.args {
		var err error
		if args[i], err = w.value(a); err != nil {
			return "", err
		}
	}
	switch {
	case n.op == opCall:
		return w.call(n, args)
	case n.op == opMinus:
		return w.set("fneg double %s", args[0]), nil
	case n.op == ":":
		return args[1], nil
	case comparisons[n.op] != "":
		bit := w.set("fcmp %s double %s, %s", comparisons[n.op], args[0], args[1])
		return w.set("uitofp i1 %s to double", bit), nil
	}
	return w.set("%s double %s, %s", arithmetic[n.op], args[0], args[1]), nil
}

// bind has a name stand for a value until undo is called.
func (w *writer) bind(name, v string) (undo func()) {
	before, had := w.vars[name]
	w.vars[name] = v
	return func() {
		if delete(w.vars, name); had {
			w.vars[name] = before
		}
	}
}

func (w *writer) call(n *node, args []string) (string, error) {
	c, err := w.find(n.name, len(args))
	if err != nil {
		return "", err
	}
	w.used[c.symbol] = c.params
	for i := range args {
		args[i] = "double " + args[i]
	}
	return w.set("call double @%s(%s)", c.symbol, strings.Join(args, ", ")), nil
}

// test is a condition as a bit.
func (w *writer) test(n *node) (string, error) {
	v, err := w.value(n)
	if err != nil {
		return "", err
	}
	return w.set("fcmp une double %s, 0.0", v), nil
}

// choice is if.
func (w *writer) choice(n *node) (string, error) {
	id := w.number()
	bit, err := w.test(n.args[0])
	if err != nil {
		return "", err
	}
	w.code("br i1 %s, label %%then%d, label %%else%d", bit, id, id)
	var values, blocks [2]string
	for i, word := range []string{"then", "else"} {
		w.label(fmt.Sprintf("%s%d", word, id))
		if values[i], err = w.value(n.args[i+1]); err != nil {
			return "", err
		}
		blocks[i] = w.block
		w.code("br label %%join%d", id)
	}
	w.label(fmt.Sprintf("join%d", id))
	return w.set("phi double [ %s, %%%s ], [ %s, %%%s ]", values[0], blocks[0], values[1], blocks[1]), nil
}

// loop is for. Its condition comes before its body.
func (w *writer) loop(n *node) (string, error) {
	id := w.number()
	first, err := w.value(n.args[0])
	if err != nil {
		return "", err
	}
	from := w.block
	w.code("br label %%loop%d", id)
	w.label(fmt.Sprintf("loop%d", id))
	at := w.set("phi double [ %s, %%%s ], [ %%next%d, %%latch%d ]", first, from, id, id)
	defer w.bind(n.name, at)()
	bit, err := w.test(n.args[1])
	if err != nil {
		return "", err
	}
	w.code("br i1 %s, label %%body%d, label %%end%d", bit, id, id)
	w.label(fmt.Sprintf("body%d", id))
	if _, err := w.value(n.args[3]); err != nil {
		return "", err
	}
	step, err := w.value(n.args[2])
	if err != nil {
		return "", err
	}
	w.code("br label %%latch%d", id)
	w.label(fmt.Sprintf("latch%d", id))
	w.code("%%next%d = fadd double %s, %s", id, at, step)
	w.code("br label %%loop%d", id)
	w.label(fmt.Sprintf("end%d", id))
	return "0.0", nil
}
