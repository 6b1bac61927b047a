package compat_test

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/absent"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/compat"
)

// TestObjects: both processors have the same objects, which define the same names, no name twice.
func TestObjects(t *testing.T) {
	var all [2]map[string]string
	for i, arch := range []string{"amd64", "arm64"} {
		all[i] = map[string]string{}
		for _, o := range compat.Objects(arch) {
			img, err := objfile.Parse(o.Name, o.Data)
			if err != nil {
				t.Fatal(err)
			}
			for id := img.FirstGlobal; int(id) < len(img.Symbols); id++ {
				s := &img.Symbols[id]
				if s.Bind == objfmt.BindLocal || !s.Defined() {
					continue
				}
				name := img.SymbolName(id)
				if other := all[i][name]; other != "" {
					t.Errorf("%s: %s is in %s and %s", arch, name, other, o.Name)
				}
				all[i][strings.Clone(name)] = o.Name
			}
		}
	}
	if len(all[0]) < 200 {
		t.Errorf("%d names", len(all[0]))
	}
	for name, o := range all[0] {
		if all[1][name] != o {
			t.Errorf("%s of %s: arm64 has it in %q", name, o, all[1][name])
		}
		if why := absent.Why(name); why != "" {
			t.Errorf("%s is here: %s", name, why)
		}
	}
	if len(all[0]) != len(all[1]) {
		t.Errorf("%d and %d names", len(all[0]), len(all[1]))
	}
}
