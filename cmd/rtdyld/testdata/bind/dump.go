//go:build ignore

// This program tells what packages that `rtdyld bind` has written have in them, as Go sees it.
package main

import (
	"fmt"
	"reflect"
	"strings"
	// IMPORTS
)

// code is a type for check.h.
func code(t reflect.Type) string {
	letter := 's'
	switch t.Kind() {
	case reflect.Bool:
		letter = 'b'
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		letter = 'i'
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		letter = 'u'
	case reflect.Uintptr:
		letter = 'u'
		if t.Name() == "uintptr" || strings.HasPrefix(t.Name(), "FuncPtr[") {
			letter = 'p'
		}
	case reflect.Float32, reflect.Float64:
		letter = 'f'
	case reflect.Pointer, reflect.UnsafePointer:
		letter = 'p'
	case reflect.Struct:
		if t.PkgPath() == "github.com/go-rtdyld/rtdyld/rtdyld/ctype" && strings.HasPrefix(t.Name(), "Float") {
			letter = 'f'
		}
	}
	return fmt.Sprintf("'%c'*1000+%d", letter, t.Size())
}

func show(name string, dump func(fn, typ func(name string, t reflect.Type))) {
	dump(func(f string, t reflect.Type) {
		codes := []string{"0"}
		if t.NumOut() > 0 {
			codes[0] = code(t.Out(0))
		}
		for i := range t.NumIn() {
			codes = append(codes, code(t.In(i)))
		}
		fmt.Printf("%s\tfunc\t%s\t%s\n", name, f, strings.Join(codes, ", "))
	}, func(typ string, t reflect.Type) {
		fmt.Printf("%s\tsize\t%s\t%d\n", name, typ, t.Size())
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				fmt.Printf("%s\tfield\t%s\t%s\t%d\n", name, typ, f.Name, f.Offset)
			}
		}
	})
}

func main() {
	// CALLS
}
