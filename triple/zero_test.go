package triple

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestIsZero: it looks at every field.
func TestIsZero(t *testing.T) {
	if !new(Triple).IsZero() {
		t.Error("the zero Triple is none")
	}
	typ := reflect.TypeFor[Triple]()
	for i := range typ.NumField() {
		var v Triple
		f := typ.Field(i)
		switch p := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(&v), f.Offset)).Elem(); p.Kind() {
		case reflect.String:
			p.SetString("x")
		default:
			p.SetUint(1)
		}
		if v.IsZero() {
			t.Errorf("one with %s is zero", f.Name)
		}
	}
}
