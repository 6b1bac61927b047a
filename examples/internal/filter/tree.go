package filter

// The ways of Go: a tree that is walked for each row, closures, and by hand.

// word is a value of a filter; which field counts its kind says.
type word struct {
	b bool
	i int64
	f float64
}

// Walk counts by walking the tree for each row.
func Walk(n *Node, t *Table) (count int64) {
	for row := range t.Price {
		if n.eval(t, row).b {
			count++
		}
	}
	return count
}

func (n *Node) eval(t *Table, row int) (w word) {
	switch n.Op {
	case OpLiteral:
		return word{i: n.Int, f: n.Float}
	case OpColumn:
		switch n.Column {
		case 0:
			return word{f: t.Price[row]}
		case 1:
			return word{i: int64(t.Qty[row])}
		default:
			return word{i: int64(t.Region[row])}
		}
	}
	x := n.Args[0].eval(t, row)
	switch n.Op {
	case OpNot:
		return word{b: !x.b}
	case OpMinus:
		return word{i: -x.i, f: -x.f}
	case OpConvert:
		return word{f: float64(x.i)}
	case "||":
		return word{b: x.b || n.Args[1].eval(t, row).b}
	case "&&":
		return word{b: x.b && n.Args[1].eval(t, row).b}
	}
	y := n.Args[1].eval(t, row)
	switch n.Args[0].Kind {
	case Boolean:
		w.b = (x.b == y.b) == (n.Op == "==")
	case Integer:
		w = apply(n.Op, x.i, y.i)
		if n.Op == "%" {
			w.i = x.i % y.i
		}
	default:
		w = apply(n.Op, x.f, y.f)
		if n.Op == "/" {
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

// Closures counts by calling closures that are made of the tree once.
func Closures(n *Node, t *Table) (count int64) {
	f := n.bool(t)
	for row := range t.Price {
		if f(row) {
			count++
		}
	}
	return count
}

// bool makes a closure of a truth value.
func (n *Node) bool(t *Table) func(row int) bool {
	switch n.Op {
	case OpNot:
		x := n.Args[0].bool(t)
		return func(row int) bool { return !x(row) }
	case "||":
		x, y := n.Args[0].bool(t), n.Args[1].bool(t)
		return func(row int) bool { return x(row) || y(row) }
	case "&&":
		x, y := n.Args[0].bool(t), n.Args[1].bool(t)
		return func(row int) bool { return x(row) && y(row) }
	}
	switch n.Args[0].Kind {
	case Boolean:
		x, y, same := n.Args[0].bool(t), n.Args[1].bool(t), n.Op == "=="
		return func(row int) bool { return (x(row) == y(row)) == same }
	case Integer:
		return compare(n.Op, n.Args[0].ints(t), n.Args[1].ints(t))
	}
	return compare(n.Op, n.Args[0].floats(t), n.Args[1].floats(t))
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
func (n *Node) ints(t *Table) func(row int) int64 {
	switch n.Op {
	case OpLiteral:
		v := n.Int
		return func(int) int64 { return v }
	case OpColumn:
		c := t.Qty
		if n.Column == 2 {
			c = t.Region
		}
		return func(row int) int64 { return int64(c[row]) }
	case "%":
		x, y := n.Args[0].ints(t), n.Args[1].Int
		return func(row int) int64 { return x(row) % y }
	case OpMinus:
		x := n.Args[0].ints(t)
		return func(row int) int64 { return -x(row) }
	}
	return arithmetic(n.Op, n.Args[0].ints(t), n.Args[1].ints(t))
}

// floats makes a closure of a float.
func (n *Node) floats(t *Table) func(row int) float64 {
	switch n.Op {
	case OpLiteral:
		v := n.Float
		return func(int) float64 { return v }
	case OpColumn:
		c := t.Price
		return func(row int) float64 { return c[row] }
	case OpConvert:
		x := n.Args[0].ints(t)
		return func(row int) float64 { return float64(x(row)) }
	case "/":
		x, y := n.Args[0].floats(t), n.Args[1].floats(t)
		return func(row int) float64 { return x(row) / y(row) }
	case OpMinus:
		x := n.Args[0].floats(t)
		return func(row int) float64 { return -x(row) }
	}
	return arithmetic(n.Op, n.Args[0].floats(t), n.Args[1].floats(t))
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

// Default is the one that ByHand is.
const Default = "price*qty > 1000 && region == 3"

// ByHand counts the rows of [Default].
func ByHand(t *Table) (count int64) {
	qty, region := t.Qty[:len(t.Price)], t.Region[:len(t.Price)]
	for i, price := range t.Price {
		if price*float64(qty[i]) > 1000 && region[i] == 3 {
			count++
		}
	}
	return count
}
