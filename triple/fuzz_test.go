package triple_test

import (
	"errors"
	"testing"

	"github.com/go-rtdyld/rtdyld/triple"
)

// FuzzParse: no input panics or leaves an error without a place, and what Parse accepts it reads back the
// same from each of its printed forms.
func FuzzParse(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(tt.in)
	}
	for _, tt := range errorTests {
		f.Add(tt.in)
	}
	f.Add("linux-a-b-c-d-e-f-g")
	f.Add("gnuelfelf-gnu")
	f.Add("--none---unknown")
	f.Add("elf-arc") // a format in front, which is not a vendor once the machine takes its place
	f.Fuzz(func(t *testing.T, s string) {
		tr, err := triple.Parse(s)
		if err != nil {
			var e *triple.Error
			if !errors.As(err, &e) || e.Triple != s || e.Offset < 0 || e.Offset+len(e.Word) > len(s) ||
				s[e.Offset:e.Offset+len(e.Word)] != e.Word {
				t.Fatalf("Parse(%q): error %#v does not point into the triple", s, err)
			}
			return
		}
		for _, form := range []string{tr.String(), tr.LLVM()} {
			again, err := triple.Parse(form)
			if err != nil || again != tr {
				t.Fatalf("Parse(%q) = %#v\nprints %q\nParse of that: %#v, %v", s, tr, form, again, err)
			}
		}
		if err := tr.Validate(); err != nil {
			t.Fatalf("Parse(%q) is accepted, Validate: %v", s, err)
		}
		if !tr.Equal(tr) || !tr.CompatibleWith(tr) || tr.CheckObject(tr) != nil {
			t.Fatalf("Parse(%q) = %v is not itself", s, tr)
		}
	})
}
