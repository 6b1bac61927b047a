package objfmt_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// TestDefaultVersion: names of .symver are taken apart, those of other compilers are not.
func TestDefaultVersion(t *testing.T) {
	for _, c := range []struct {
		name, base, version string
	}{
		{"io_getevents@@LIBAIO_0.4", "io_getevents", "LIBAIO_0.4"},
		{"f@@_private", "f", "_private"},
		{name: ""},
		{name: "f"},
		{name: "f@V1"}, // a version that is not the default one
		{name: "f@@"},
		{name: "@@V1"},
		{name: "f@@@V1"}, // for the assembler alone
		{name: "f@@V1@@V2"},
		{name: "?f@@YAXXZ"}, // C++ of Microsoft
		{name: "__imp_?f@C@@QEAAXXZ"},
		{name: "_TI1?AVC@@"},
		{name: "f@@16"}, // __vectorcall
		{name: "_f@4"},  // __stdcall
		{name: "@f@8"},  // __fastcall
	} {
		base, version, ok := objfmt.DefaultVersion(c.name)
		if base != c.base || version != c.version || ok != (c.base != "") {
			t.Errorf("%q: %q, %q, %v", c.name, base, version, ok)
		}
	}
}
