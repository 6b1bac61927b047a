package records

import (
	"reflect"
	"testing"
)

// TestShared: kinds of records that share memory have no pointers, which the garbage collector would not see.
func TestShared(t *testing.T) {
	m, own := reflect.TypeFor[Memory](), reflect.ValueOf(Shared(1, 1<<20)).Elem()
	shared := 0
	for i := range m.NumField() {
		f := m.Field(i)
		if !f.IsExported() || own.Field(i).FieldByName("words").IsNil() {
			continue
		}
		shared++
		take, ok := reflect.PointerTo(f.Type).MethodByName("Take")
		if !ok {
			t.Fatal("no Take")
		}
		if kind := take.Type.Out(0).Elem(); pointers(kind) {
			t.Errorf("%s: %s has pointers", f.Name, kind)
		}
	}
	if shared < 3 {
		t.Errorf("%d kinds share memory", shared)
	}
}

// pointers reports whether a type may have pointers.
func pointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return false
	case reflect.Array:
		return pointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if pointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return true
}
