package program

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// LeaveUnchecked has [Program.Bind] and its like compare no types with debug information from now on.
func (p *Program) LeaveUnchecked() { p.unchecked.Store(true) }

// Prototype is the function of a name as C declares it, by the debug information of the object that defines it: what
// [Program.Bind] compares Go types with. The errors are those of [Program.Lookup], a *[KindError] for what is no function, and an
// *[UndescribedError] if there is no such information, or none that can be read.
func (p *Program) Prototype(name string) (string, error) {
	s, err := p.find(name)
	if err != nil {
		return "", fmt.Errorf("prototype of %w", err)
	}
	if s.Kind == rtdyld.Data || s.Kind == rtdyld.TLS || s.Kind == rtdyld.Abs {
		return "", fmt.Errorf("prototype of %w", &KindError{Name: name, Kind: s.Kind})
	}
	if s.Object == nil {
		return "", fmt.Errorf("prototype of %w", &UndescribedError{Name: name})
	}
	p.described.Lock()
	defer p.described.Unlock()
	d := p.description(s.Object)
	sig := d.signature(p, name, s.Addr)
	if sig == nil {
		return "", fmt.Errorf("prototype of %w", &UndescribedError{name, s.Object.Name(), d.fault()})
	}
	return sig.String(), nil
}

// descriptions are what the debug information of objects says of functions, read when it is asked for.
type descriptions struct {
	sync.Mutex
	of map[*rtdyld.Object]*description
}

// description is that of an object. It is guarded by the mutex of descriptions.
type description struct {
	file  *cdebug.File // nil: there is none
	types *cdebug.Converter
	err   error                        // why there is no file
	known map[string]*cdebug.Signature // by name; nil: it says nothing
	said  map[question]error
}

// question is what has been compared.
type question struct {
	name string
	addr uint64
	t    reflect.Type
	as   bool // its C type is given
}

// description gives that of an object. It is called with p.described held.
func (p *Program) description(o *rtdyld.Object) *description {
	if d := p.described.of[o]; d != nil {
		return d
	}
	d := &description{known: map[string]*cdebug.Signature{}, said: map[question]error{}}
	if err := d.read(p.ctx, o); err != nil {
		d.err = err
	}
	if p.described.of == nil {
		p.described.of = map[*rtdyld.Object]*description{}
	}
	p.described.of[o] = d
	return d
}

// read opens the debug information of an object. Its entries are read later.
func (d *description) read(ctx context.Context, o *rtdyld.Object) error {
	if !o.HasDWARF() {
		return nil
	}
	img := o.Image()
	target := img.Triple
	system := target.GOOS()
	if system == "" && target.IsELF() {
		system = "linux"
	}
	m, err := ctype.ModelOf(system, target.GOARCH())
	if err != nil {
		return err
	}
	secs, err := o.SomeDebugSections(ctx, ofTypes)
	if err != nil {
		return err
	}
	data := &units.Data{Big: img.Big}
	for _, s := range secs {
		data.Section(s.Name, s.Data)
	}
	d.file, d.types = cdebug.Open(data), cdebug.NewConverter(m)
	return nil
}

// ofTypes reports a section that is read for types of functions.
func ofTypes(section string) bool {
	switch name, _ := units.Known(section); name {
	case "info", "types", "abbrev", "str", "line_str", "str_offsets", "str_offs", "addr":
		return true
	}
	return false
}

// signature is the type of a function, nil if nothing says it.
func (d *description) signature(p *Program, name string, addr uint64) *cdebug.Signature {
	if d.file == nil {
		return nil
	}
	if s, known := d.known[name]; known {
		return s
	}
	var sig *cdebug.Signature
	c := p.cName(name)
	e := d.file.Func(c, addr)
	if before, _, variant := strings.Cut(c, "."); e == nil && variant {
		e = d.file.Func(before, addr)
	}
	if e != nil {
		sig = e.Signature(c, d.types)
	}
	if d.file.Err() != nil { // what is wrong in one place may be wrong in all
		sig = nil
	}
	d.known[strings.Clone(name)] = sig
	return sig
}

// fault is why a description says nothing, nil if it does not because there is nothing.
func (d *description) fault() error {
	if d.err == nil && d.file != nil {
		return d.file.Err()
	}
	return d.err
}

// check compares the Go function that fn points to with what the object that defines a function says of it. as says that the
// C type is given, and compared with the Go type elsewhere.
func (p *Program) check(name string, s *rtdyld.Symbol, fn any, as bool) error {
	if !p.checks(s) {
		return nil
	}
	t := reflect.TypeOf(fn)
	if t == nil || t.Kind() != reflect.Pointer {
		return nil // which SetFunc tells
	}
	return p.checkType(name, s, t.Elem(), as)
}

// checks reports that there may be something to compare with.
func (p *Program) checks(s *rtdyld.Symbol) bool {
	return s.Object != nil && s.Object.HasDWARF() && !p.unchecked.Load()
}

// checkType is check for a Go type.
func (p *Program) checkType(name string, s *rtdyld.Symbol, t reflect.Type, as bool) error {
	if t == nil || t.Kind() != reflect.Func {
		return nil
	}
	q := question{name, s.Addr, t, as}
	p.described.Lock()
	defer p.described.Unlock()
	d := p.description(s.Object)
	if err, known := d.said[q]; known {
		return err
	}
	var err error
	if sig := d.signature(p, name, s.Addr); sig != nil {
		if m := p.compare(sig, q.t, as); m != nil {
			m.Name, m.Object, m.Prototype = strings.Clone(name), s.Object.Name(), sig.String()
			err = fmt.Errorf("bind %w", m)
		}
	}
	q.name = strings.Clone(name)
	d.said[q] = err
	return err
}

// compare says how a Go function type differs from a function of C, nil if it can be called as that.
func (p *Program) compare(sig *cdebug.Signature, t reflect.Type, as bool) *MismatchError {
	if t.IsVariadic() || t.NumOut() > 1 {
		return nil // which SetFunc tells
	}
	fn := sig.Func
	n := len(fn.Params)
	if got := t.NumIn(); got < n || got > n && !fn.Variadic {
		want := fmt.Sprint(n)
		if fn.Variadic {
			want += " or more"
		}
		return &MismatchError{Param: -1, What: "number of parameters", C: want, Go: fmt.Sprint(got)}
	}
	for i := range t.NumIn() {
		in := t.In(i)
		switch {
		case i >= n:
			if to := promotion(in); to != "" {
				return &MismatchError{Param: i, What: "parameter", C: to + ", as all that is passed for \"...\"", Go: in.String()}
			}
		case fn.Params[i].Type == nil:
		default:
			if err := passes(fn.Params[i].Type, in, sig); err != nil {
				return &MismatchError{Param: i, What: "parameter", ParamName: fn.Params[i].Name, C: sig.TypeText(i), Go: in.String(), Err: layoutError(err)}
			}
		}
	}
	if m := p.compareResult(sig, t); m != nil {
		return m
	}
	if !as {
		return p.comparePlaces(sig, t)
	}
	return nil
}

// layoutError is the part of an error that says more than that types differ: where in a structure.
func layoutError(err error) error {
	var e *ctype.LayoutError
	if errors.As(err, &e) && (e.Field != "" || e.What != "type") {
		return err
	}
	return nil
}

// passes reports how a Go type differs from that of a parameter of sig, or of a result: nil.
func passes(c *ctype.Type, t reflect.Type, sig *cdebug.Signature) error {
	switch t.Kind() {
	case reflect.String, reflect.Slice:
		if c.Kind == ctype.Pointer {
			return nil
		}
	case reflect.Func, reflect.Interface, reflect.Map, reflect.Chan:
		return nil // which SetFunc tells
	}
	if sig != nil && sig.Loose { // without a prototype C passes what it promotes to
		switch {
		case c.Kind == ctype.Float && c.Size < 8 && t.Kind() == reflect.Float64:
			return nil
		case c.Kind == ctype.Float && c.Size < 8 && t.Kind() == reflect.Float32 && sig.Promoted:
			return &ctype.LayoutError{Type: c.String(), GoType: t.String(), What: "size", C: "8, as a double (there is no prototype)", Go: "4"}
		case c.Kind <= ctype.Uint && c.Size < 4 && t.Size() <= 4 && t.Kind() <= reflect.Uintptr && t.Kind() > reflect.Bool:
			return nil
		}
	}
	return ctype.MatchPassed(c, t)
}

// promotion is what C passes a type as that no parameter is declared for, "" if that is the type itself.
func promotion(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Float32:
		return "double"
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Uint8, reflect.Uint16:
		return "int"
	}
	return ""
}

// compareResult compares results. Go may leave one where it is, unless it is in memory that the caller has to make, or in a register that
// it has to empty.
func (p *Program) compareResult(sig *cdebug.Signature, t reflect.Type) *MismatchError {
	c := sig.Func.Result
	m := &MismatchError{Param: -1, What: "result", C: sig.TypeText(-1), Go: "nothing"}
	if t.NumOut() == 0 {
		if c == nil || p.mayLeave(c) {
			return nil
		}
		return m
	}
	out := t.Out(0)
	m.Go = out.String()
	switch {
	case sig.Unknown:
		return nil
	case c == nil:
		return m
	}
	if err := passes(c, out, nil); err != nil {
		m.Err = layoutError(err)
		return m
	}
	return nil
}

// mayLeave reports a result that need not be taken.
func (p *Program) mayLeave(result *ctype.Type) bool {
	conv := p.gate.Convention()
	if conv == nil {
		return true
	}
	plan, err := conv.Plan(&ctype.Func{Result: result})
	if err != nil { // numbers and pointers alone are passed there
		return result.Kind <= ctype.Float || result.Kind == ctype.Pointer || result.Kind == ctype.Enum
	}
	return !plan.Result.Indirect && !slices.ContainsFunc(plan.Result.Moves, func(m abi.Move) bool { return m.In == abi.InX87 })
}

// comparePlaces says what the convention passes elsewhere by the Go types than by C's, which lie in memory alike: of a union, or
// of a structure with bit-fields, the Go type does not tell how it is passed.
func (p *Program) comparePlaces(sig *cdebug.Signature, t reflect.Type) *MismatchError {
	if !slices.ContainsFunc(sig.Func.Params, func(c ctype.Param) bool { return isAggregate(c.Type) }) && !isAggregate(sig.Func.Result) || sig.Unknown {
		return nil
	}
	conv := p.gate.Convention()
	if conv == nil || slices.ContainsFunc(sig.Func.Params, func(c ctype.Param) bool { return c.Type == nil }) {
		return nil
	}
	c := &ctype.Func{Params: sig.Func.Params, Result: sig.Func.Result}
	if t.NumOut() == 0 {
		c.Result = nil
	}
	want, err := conv.Plan(c)
	if err != nil {
		return cannotPass(sig, t, err)
	}
	goFunc, err := conv.FuncOf(t)
	if err != nil {
		return nil // which SetFunc tells
	}
	goFunc.Params = goFunc.Params[:len(c.Params)]
	got, err := conv.Plan(goFunc)
	if err != nil {
		return nil
	}
	for i := range want.Params {
		if isAggregate(c.Params[i].Type) && !samePlaces(&want.Params[i], &got.Params[i]) {
			return &MismatchError{Param: i, What: "parameter", ParamName: c.Params[i].Name, C: sig.TypeText(i), Go: t.In(i).String(), Err: errPlaces}
		}
	}
	if isAggregate(c.Result) && !samePlaces(&want.Result, &got.Result) {
		return &MismatchError{Param: -1, What: "result", C: sig.TypeText(-1), Go: t.Out(0).String(), Err: errPlaces}
	}
	return nil
}

// cannotPass is for a function of C that is not called by the convention, whatever the Go type.
func cannotPass(sig *cdebug.Signature, t reflect.Type, err error) *MismatchError {
	i := slices.IndexFunc(sig.Func.Params, func(c ctype.Param) bool { return isAggregate(c.Type) })
	var e *abi.SignatureError
	if errors.As(err, &e) && e.Param >= 0 && e.Param < len(sig.Func.Params) {
		i = e.Param
	}
	if i < 0 {
		return &MismatchError{Param: -1, What: "result", C: sig.TypeText(-1), Go: t.Out(0).String(), Err: err}
	}
	return &MismatchError{Param: i, What: "parameter", ParamName: sig.Func.Params[i].Name, C: sig.TypeText(i), Go: t.In(i).String(), Err: err}
}

// errPlaces is for types that only look alike.
var errPlaces = errors.New("values of the C type are passed elsewhere; Program.BindAs takes the C type")

func isAggregate(t *ctype.Type) bool {
	return t != nil && (t.Kind == ctype.Struct || t.Kind == ctype.Union)
}

// samePlaces reports whether two arguments are passed in the same places.
func samePlaces(a, b *abi.Arg) bool {
	return a.Indirect == b.Indirect && slices.EqualFunc(a.Moves, b.Moves, func(x, y abi.Move) bool {
		x.Extend, y.Extend = 0, 0
		return x == y
	})
}
