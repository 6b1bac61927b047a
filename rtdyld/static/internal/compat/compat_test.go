package compat_test

import (
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
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
		if why := compat.Why(name); why != "" {
			t.Errorf("%s is here: %s", name, why)
		}
	}
	if len(all[0]) != len(all[1]) {
		t.Errorf("%d and %d names", len(all[0]), len(all[1]))
	}
}

// TestWhy: reasons are found by name and by family, and no plain name has one.
func TestWhy(t *testing.T) {
	for name, part := range map[string]string{
		"dlmopen": "dynamic loader", "__nss_configure_lookup": "name service switch", "__malloc_hook": "hooks", "__exp_finite": "_finite", "_ZGVbN2v_sin": "libmvec",
		"argp_parse": "argp", "sinf128": "__float128", "__pthread_register_cancel": "cancel", "_IO_2_1_stdout_": "glibc's own", "backtrace": "_Unwind_Backtrace",
	} {
		if why := compat.Why(name); !strings.Contains(why, part) {
			t.Errorf("%s: %q", name, why)
		}
	}
	for _, name := range []string{"", "main", "strlen", "_IO_", "finite", "__finite", "__nss_", "f128", "sqlite3_open"} {
		if why := compat.Why(name); why != "" {
			t.Errorf("%s: %q", name, why)
		}
	}
}
