package insidetest

import (
	"cmp"
	"context"
	"log/slog"
	"reflect"
	"slices"
	"strings"
)

// Callback is a function or method of the user's that something calls.
type Callback struct {
	Name    string // "Config.ReadMemory", "MemoryManager.Allocate"
	Context bool   // it is given a context
	Error   bool   // it returns an error
}

// Callbacks lists the callbacks of configurations, which are structs: their fields that are functions, and the methods of
// interfaces that their fields have, as such or in slices, and of interfaces, and slices of structs with functions, that
// those methods return. A
// *slog.Logger calls its handler.
func Callbacks(configs ...reflect.Type) []Callback {
	seen := map[reflect.Type]bool{}
	var list []Callback
	var add func(name string, t reflect.Type)
	add = func(name string, t reflect.Type) {
		switch {
		case t == reflect.TypeFor[*slog.Logger]():
			list = append(list, Callback{Name: name})
		case t.Kind() == reflect.Slice:
			add(name, t.Elem())
		case t.Kind() == reflect.Func:
			list = append(list, callback(name, t))
			results(t, add)
		case t.Kind() == reflect.Interface && strings.Contains(t.PkgPath(), "go-rtdyld") && !seen[t]:
			seen[t] = true
			for m := range t.Methods() {
				list = append(list, callback(t.Name()+"."+m.Name, m.Type))
				results(m.Type, add)
			}
		}
	}
	for _, c := range configs {
		if c.Kind() == reflect.Interface {
			add(c.Name(), c)
			continue
		}
		for f := range c.Fields() {
			add(c.Name()+"."+f.Name, f.Type)
		}
	}
	slices.SortFunc(list, func(a, b Callback) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

func callback(name string, t reflect.Type) Callback {
	c := Callback{Name: name}
	c.Context = t.NumIn() > 0 && t.In(0) == reflect.TypeFor[context.Context]()
	c.Error = t.NumOut() > 0 && t.Out(t.NumOut()-1) == reflect.TypeFor[error]()
	return c
}

// results looks at what a callback returns.
func results(t reflect.Type, add func(string, reflect.Type)) {
	for r := range t.Outs() {
		if r.Kind() == reflect.Interface {
			add(r.Name(), r)
		}
		if r.Kind() == reflect.Slice && r.Elem().Kind() == reflect.Struct {
			for f := range r.Elem().Fields() {
				if f.Type.Kind() == reflect.Func {
					add(r.Elem().Name()+"."+f.Name, f.Type)
				}
			}
		}
	}
}
