package check

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoRules says that a file has no rule, which is a failure: nothing was checked.
var ErrNoRules = errors.New("no rules")

// Result is what became of a file's rules.
type Result struct {
	Name     string // the file's, as given
	Rules    int
	Failures []*Failure // in the order of the file
}

// OK reports whether there was a rule and all rules hold.
func (r *Result) OK() bool { return r.Rules > 0 && len(r.Failures) == 0 }

// Err returns nil if the result is OK, else an error that joins ErrNoRules or all
// failures.
func (r *Result) Err() error {
	if r.Rules == 0 {
		return fmt.Errorf("%s: %w", r.Name, ErrNoRules)
	}
	errs := make([]error, len(r.Failures))
	for i, f := range r.Failures {
		errs[i] = f
	}
	return errors.Join(errs...)
}

// Failure is a rule that does not hold or cannot be evaluated. It is an error.
type Failure struct {
	File string
	Rule Rule

	// Err is nil if the rule is false, which Left and Right then show. Else it
	// says why the rule has no value.
	Err         error
	Left, Right uint64

	// Uses is what the rule took from memory, in the order of evaluation.
	Uses []Use
}

// Use is something that a rule took from memory.
type Use struct {
	Text  string // the symbol or builtin, or *{N} for a load
	Addr  uint64 // the target address; of a load, the address as evaluated
	Bytes []byte // of a load or a decoded instruction
	Asm   string // the decoded instruction's text
}

// Error returns one line: file, line, rule and reason.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s:%d: %s", f.File, f.Rule.Line, strings.TrimSuffix(f.Message(), "\n"))
}

// Unwrap returns Err.
func (f *Failure) Unwrap() error { return f.Err }

// Message returns the text that LLVM's tools print for the failure, without the
// newline that ends it.
func (f *Failure) Message() string {
	if f.Err == nil {
		return fmt.Sprintf("Expression '%s' is false: %#x != %#x", f.Rule.Text, f.Left, f.Right)
	}
	msg := fmt.Sprintf("Error evaluating expression '%s': %v", f.Rule.Text, f.Err)
	if e := (*lookupError)(nil); errors.As(f.Err, &e) {
		msg += "\n" // LLVM's text for these ends in a newline of its own
	}
	return msg
}

// Detail returns several lines: those of Error, the value of each side, and every
// symbol, load and instruction of the rule with address and bytes.
func (f *Failure) Detail() string {
	var b strings.Builder
	b.WriteString(f.Error())
	if f.Err == nil {
		fmt.Fprintf(&b, "\n\tleft  %#x\n\tright %#x", f.Left, f.Right)
	}
	for _, u := range f.Uses {
		fmt.Fprintf(&b, "\n\t%s at %#x", u.Text, u.Addr)
		if len(u.Bytes) > 0 {
			fmt.Fprintf(&b, ": % x", u.Bytes)
		}
		if u.Asm != "" {
			fmt.Fprintf(&b, "  %s", u.Asm)
		}
	}
	return b.String()
}

// File evaluates every rule of a file. name is for messages. prefix is that of the
// rule lines, such as [PrefixRTDyld]. dec is for the target's instructions; nil
// decodes none.
//
// The error is nil unless mem is nil or prefix is empty: rules that fail are in the
// result.
func File(name string, src []byte, prefix string, mem Memory, dec Decoder) (*Result, error) {
	if mem == nil {
		return nil, errors.New("check: no memory")
	}
	if prefix == "" {
		return nil, errors.New("check: empty prefix")
	}
	rules := Rules(src, prefix)
	r := &Result{Name: name, Rules: len(rules)}
	for _, rule := range rules {
		if f := Eval(rule, mem, dec); f != nil {
			f.File = name
			r.Failures = append(r.Failures, f)
		}
	}
	return r, nil
}

// Eval evaluates one rule and returns nil if it holds. Failures do not name a file.
func Eval(rule Rule, mem Memory, dec Decoder) *Failure {
	if rule.cut {
		return &Failure{Rule: rule, Err: errors.New(`the rule ends in \ and no line follows`)}
	}
	e := evaluator{mem: mem, dec: dec}
	left, right, err := e.rule(rule.Text)
	if err == nil && left == right {
		return nil
	}
	f := &Failure{Rule: rule, Left: left, Right: right, Err: err}
	e = evaluator{mem: mem, dec: dec, uses: &f.Uses} // again, and now write down what it takes
	_, _, _ = e.rule(rule.Text)
	return f
}
