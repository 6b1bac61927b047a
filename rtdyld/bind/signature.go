package bind

import (
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/cdebug"
)

// signature is a function's type for package ctype.
func (t *typer) signature(f *function) (*ctype.Func, error) {
	c := cdebug.NewConverter(t.model)
	fn := &ctype.Func{Name: f.c, Variadic: f.variadic, Fixed: len(f.params)}
	for _, p := range f.params {
		typ, err := c.Param(p.typ)
		if err != nil {
			return nil, err
		}
		fn.Params = append(fn.Params, ctype.Param{Name: p.c, Type: typ})
	}
	if f.of.Type().Plain() != nil {
		typ, err := c.Type(f.of.Type())
		if err != nil {
			return nil, err
		}
		fn.Result = typ
	}
	return fn, nil
}
