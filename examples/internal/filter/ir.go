package filter

import (
	"fmt"
	"math"
	"strings"
)

// filterName is the name of the compiled function.
const filterName = "filter"

// IR writes LLVM's IR of
//
//	int64_t filter(int64_t rows, const double *price, const int32_t *qty, const int32_t *region)
//
// which counts the rows that a filter lets through. Both sides of && and || are computed:
// nothing of a filter can trap, and a loop without jumps can be made one of vectors.
// opaque is LLVM's later spelling of pointers, see irc.Compiler.
func IR(n *Node, opaque bool) []byte {
	w := &writer{opaque: opaque}
	w.line("define i64 @%s(i64 %%rows%s) {", filterName, w.params())
	w.line("entry:")
	w.line("  %%any = icmp sgt i64 %%rows, 0")
	w.line("  br i1 %%any, label %%loop, label %%end")
	w.line("loop:")
	w.line("  %%row = phi i64 [ 0, %%entry ], [ %%row1, %%loop ]")
	w.line("  %%count = phi i64 [ 0, %%entry ], [ %%count1, %%loop ]")
	for i, c := range Columns {
		w.line("  %%at%d = getelementptr inbounds %s, %s %%%s, i64 %%row", i, c.ir, w.pointer(c.ir), c.Name)
		w.line("  %%raw%d = load %s, %s %%at%d", i, c.ir, w.pointer(c.ir), i)
		if c.Kind == Integer {
			w.line("  %%col%d = sext %s %%raw%d to i64", i, c.ir, i)
		}
	}
	hit := w.value(n)
	w.line("  %%one = zext i1 %s to i64", hit)
	w.line("  %%count1 = add i64 %%count, %%one")
	w.line("  %%row1 = add nuw nsw i64 %%row, 1")
	w.line("  %%more = icmp slt i64 %%row1, %%rows")
	w.line("  br i1 %%more, label %%loop, label %%end")
	w.line("end:")
	w.line("  %%all = phi i64 [ 0, %%entry ], [ %%count1, %%loop ]")
	w.line("  ret i64 %%all")
	w.line("}")
	return []byte(w.b.String())
}

// writer writes IR, one instruction a line.
type writer struct {
	b      strings.Builder
	opaque bool
	values int
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteByte('\n')
}

func (w *writer) pointer(to string) string {
	if w.opaque {
		return "ptr"
	}
	return to + "*"
}

func (w *writer) params() (s string) {
	for _, c := range Columns {
		s += fmt.Sprintf(", %s noalias readonly %%%s", w.pointer(c.ir), c.Name)
	}
	return s
}

// Words of the IR for kinds and operators. Not equal is true of a NaN, as in Go.
var (
	irTypes    = [...]string{Boolean: "i1", Integer: "i64", Float: "double"}
	irIntegers = map[string]string{
		"==": "icmp eq", "!=": "icmp ne", "<": "icmp slt", "<=": "icmp sle", ">": "icmp sgt", ">=": "icmp sge",
		"+": "add", "-": "sub", "*": "mul", "%": "srem", "&&": "and", "||": "or",
	}
	irFloats = map[string]string{
		"==": "fcmp oeq", "!=": "fcmp une", "<": "fcmp olt", "<=": "fcmp ole", ">": "fcmp ogt", ">=": "fcmp oge",
		"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv",
	}
)

// value writes the instructions of a node and returns what its value is called.
func (w *writer) value(n *Node) string {
	switch {
	case n.Op == OpLiteral && n.Kind == Float:
		return fmt.Sprintf("0x%016X", math.Float64bits(n.Float))
	case n.Op == OpLiteral:
		return fmt.Sprint(n.Int)
	case n.Op == OpColumn && n.Kind == Integer:
		return fmt.Sprintf("%%col%d", n.Column)
	case n.Op == OpColumn:
		return fmt.Sprintf("%%raw%d", n.Column)
	}
	var args []string
	for _, a := range n.Args {
		args = append(args, w.value(a))
	}
	kind := n.Args[0].Kind
	code := ""
	switch {
	case n.Op == OpNot:
		code = fmt.Sprintf("xor i1 %s, true", args[0])
	case n.Op == OpConvert:
		code = fmt.Sprintf("sitofp i64 %s to double", args[0])
	case n.Op == OpMinus && kind == Float:
		code = "fneg double " + args[0]
	case n.Op == OpMinus:
		code = "sub i64 0, " + args[0]
	case kind == Float:
		code = fmt.Sprintf("%s double %s, %s", irFloats[n.Op], args[0], args[1])
	default:
		code = fmt.Sprintf("%s %s %s, %s", irIntegers[n.Op], irTypes[kind], args[0], args[1])
	}
	w.values++
	name := fmt.Sprintf("%%v%d", w.values)
	w.line("  %s = %s", name, code)
	return name
}
