package main

// The ways of Go: a tree that is walked for each row, closures, and by hand.

// word is a value of a filter; which field counts its kind says.
type word struct {
	b bool
	i int64
	f float64
}

// walk counts by walking the tree for each row.
func walk(n *node, t *table) (count int64) {
	for row := range t.price {
		if n.eval(t, row).b {
			count++
		}
	}
	return count
}

func (n *node) eval(t *table, row int) (w word) {
	switch n.op {
	case opLiteral:
		return word{i: n.int, f: n.float}
	case opColumn:
		switch n.column {
		case 0:
			return word{f: t.price[row]}
		case 1:
			return word{i: int64(t.qty[row])}
		default:
			return word{i: int64(t.region[row])}
		}
	}
	x := n.args[0].eval(t, row)
	switch n.op {
	case opNot:
		return word{b: !x.b}
	case opMinus:
		return word{i: -x.i, f: -x.f}
	case opConvert:
		return word{f: float64(x.i)}
	case "||":
		return word{b: x.b || n.args[1].eval(t, row).b}
	case "&&":
		return word{b: x.b && n.args[1].eval(t, row).b}
	}
	y := n.args[1].eval(t, row)
	switch n.args[0].kind {
	case boolean:
		w.b = (x.b == y.b) == (n.op == "==")
	case integer:
		w = apply(n.op, x.i, y.i)
		if n.op == "%" {
			w.i = x.i % y.i
		}
	default:
		w = apply(n.op, x.f, y.f)
		if n.op == "/" {
			w.f = x.f / y.f
		}
	}
	return w
}

// apply computes what is the same for integers and floats.
func apply[T int64 | float64](op string, x, y T) (w word) {
	var r T
	switch op {
	case "==":
		w.b = x == y
	case "!=":
		w.b = x != y
	case "<":
		w.b = x < y
	case "<=":
		w.b = x <= y
	case ">":
		w.b = x > y
	case ">=":
		w.b = x >= y
	case "+":
		r = x + y
	case "-":
		r = x - y
	case "*":
		r = x * y
	}
	w.i, w.f = int64(r), float64(r)
	return w
}

// closures counts by calling closures that are made of the tree once.
func closures(n *node, t *table) (count int64) {
	f := n.bool(t)
	for row := range t.price {
		if f(row) {
			count++
		}
	}
	return count
}

// bool makes a closure of a truth value.
func (n *node) bool(t *table) func(row int) bool {
	switch n.op {
	case opNot:
		x := n.args[0].bool(t)
		return func(row int) bool { return !x(row) }
	case "||":
		x, y := n.args[0].bool(t), n.args[1].bool(t)
		return func(row int) bool { return x(row) || y(row) }
	case "&&":
		x, y := n.args[0].bool(t), n.args[1].bool(t)
		return func(row int) bool { return x(row) && y(row) }
	}
	switch n.args[0].kind {
	case boolean:
		x, y, same := n.args[0].bool(t), n.args[1].bool(t), n.op == "=="
		return func(row int) bool { return (x(row) == y(row)) == same }
	case integer:
		return compare(n.op, n.args[0].ints(t), n.args[1].ints(t))
	}
	return compare(n.op, n.args[0].floats(t), n.args[1].floats(t))
}

func compare[T int64 | float64](op string, x, y func(int) T) func(row int) bool {
	switch op {
	case "==":
		return func(row int) bool { return x(row) == y(row) }
	case "!=":
		return func(row int) bool { return x(row) != y(row) }
	case "<":
		return func(row int) bool { return x(row) < y(row) }
	case "<=":
		return func(row int) bool { return x(row) <= y(row) }
	case ">":
		return func(row int) bool { return x(row) > y(row) }
	}
	return func(row int) bool { return x(row) >= y(row) }
}

// ints makes a closure of an integer.
func (n *node) ints(t *table) func(row int) int64 {
	switch n.op {
	case opLiteral:
		v := n.int
		return func(int) int64 { return v }
	case opColumn:
		c := t.qty
		if n.column == 2 {
			c = t.region
		}
		return func(row int) int64 { return int64(c[row]) }
	case "%":
		x, y := n.args[0].ints(t), n.args[1].int
		return func(row int) int64 { return x(row) % y }
	case opMinus:
		x := n.args[0].ints(t)
		return func(row int) int64 { return -x(row) }
	}
	return arithmetic(n.op, n.args[0].ints(t), n.args[1].ints(t))
}

// floats makes a closure of a float.
func (n *node) floats(t *table) func(row int) float64 {
	switch n.op {
	case opLiteral:
		v := n.float
		return func(int) float64 { return v }
	case opColumn:
		c := t.price
		return func(row int) float64 { return c[row] }
	case opConvert:
		x := n.args[0].ints(t)
		return func(row int) float64 { return float64(x(row)) }
	case "/":
		x, y := n.args[0].floats(t), n.args[1].floats(t)
		return func(row int) float64 { return x(row) / y(row) }
	case opMinus:
		x := n.args[0].floats(t)
		return func(row int) float64 { return -x(row) }
	}
	return arithmetic(n.op, n.args[0].floats(t), n.args[1].floats(t))
}

func arithmetic[T int64 | float64](op string, x, y func(int) T) func(row int) T {
	switch op {
	case "+":
		return func(row int) T { return x(row) + y(row) }
	case "-":
		return func(row int) T { return x(row) - y(row) }
	}
	return func(row int) T { return x(row) * y(row) }
}

// defaultFilter is the one that byHand is.
const defaultFilter = "price*qty > 1000 && region == 3"

// byHand counts the rows of defaultFilter.
func byHand(t *table) (count int64) {
	qty, region := t.qty[:len(t.price)], t.region[:len(t.price)]
	for i, price := range t.price {
		if price*float64(qty[i]) > 1000 && region[i] == 3 {
			count++
		}
	}
	return count
}
