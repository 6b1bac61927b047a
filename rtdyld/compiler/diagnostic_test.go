package compiler

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParseDiagnostics: what real compilers printed.
func TestParseDiagnostics(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Diagnostic
	}{
		{"clang", "a.c:3:5: error: use of undeclared identifier 'x'\n    x;\n    ^\na.c:1:1: note: here\n1 error generated.\n", []Diagnostic{
			{"a.c", 3, 5, SeverityError, "use of undeclared identifier 'x'"},
			{"a.c", 1, 1, SeverityNote, "here"},
		}},
		{"gcc", "In file included from a.c:1:\na.c: In function ‘f’:\nh.h:2:1: warning: unused: y [-Wunused]\na.c:9:2: fatal error: q.h: No such file or directory\ncompilation terminated.\n", []Diagnostic{
			{"h.h", 2, 1, SeverityWarning, "unused: y [-Wunused]"},
			{"a.c", 9, 2, SeverityError, "q.h: No such file or directory"},
		}},
		{"gas", "/tmp/x.s: Assembler messages:\n/tmp/x.s:4: Error: no such instruction: `foo'\n", []Diagnostic{
			{"/tmp/x.s", 4, 0, SeverityError, "no such instruction: `foo'"},
		}},
		{"llc", "llc: error: llc: <stdin>:2:3: error: expected type\n  xx\n  ^\n", []Diagnostic{
			{"<stdin>", 2, 3, SeverityError, "expected type"},
		}},
		{"driver", "clang: error: no such file or directory: 'x.c'\n", []Diagnostic{
			{"", 0, 0, SeverityError, "no such file or directory: 'x.c'"},
		}},
		{"tcc", "a.c:3: error: ';' expected (got \"}\")\r\n", []Diagnostic{
			{"a.c", 3, 0, SeverityError, "';' expected (got \"}\")"},
		}},
		{"drive", "C:\\s\\a.c:7:1: error: bad", []Diagnostic{{"C:\\s\\a.c", 7, 1, SeverityError, "bad"}}},
		{"msvc", "a.c(5): error C2065: 'x': undeclared identifier\na.c(6,8): warning C4101: 'y'\n", []Diagnostic{
			{"a.c", 5, 0, SeverityError, "'x': undeclared identifier"},
			{"a.c", 6, 8, SeverityWarning, "'y'"},
		}},
		{"nested without a place", "x: error: y: error: z", []Diagnostic{{"", 0, 0, SeverityError, "y: error: z"}}},
		{"none", "all is well: really\nerrors: 0\n", nil},
		{"huge line", "a.c:99999999999999999999:1: error: x", []Diagnostic{{"a.c:99999999999999999999", 1, 0, SeverityError, "x"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, ParseDiagnostics(c.text)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestSummary(t *testing.T) {
	warning := Diagnostic{"a.c", 1, 0, SeverityWarning, "w"}
	bad := Diagnostic{"a.c", 2, 3, SeverityError, "e"}
	for _, c := range []struct {
		ds   []Diagnostic
		want string
	}{
		{nil, ""},
		{[]Diagnostic{warning}, "a.c:1: warning: w"},
		{[]Diagnostic{warning, bad}, "a.c:2:3: error: e"},
		{[]Diagnostic{bad, warning, bad, bad}, "a.c:2:3: error: e (and 2 more)"},
		{[]Diagnostic{{Message: "x", Severity: 9}}, "Severity(9): x"},
	} {
		if got := Summary(c.ds); got != c.want {
			t.Errorf("%v: %q, want %q", c.ds, got, c.want)
		}
	}
}

// FuzzDiagnostics: what is found in any text, printed, is found again.
func FuzzDiagnostics(f *testing.F) {
	for _, s := range []string{"a.c:3:5: error: x", "llc: error: llc: <stdin>:2:3: error: y", "a.c(5): error C1: z", ": error:", "a:1:2: error: b: 3: note: c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ds := ParseDiagnostics(text)
		if n := strings.Count(text, "\n") + 1; len(ds) > n {
			t.Fatalf("%d diagnostics in %d lines", len(ds), n)
		}
		for _, d := range ds {
			if d.Line < 0 || d.Column < 0 || d.Line == 0 && (d.Column != 0 || d.File != "") {
				t.Fatalf("%+v", d)
			}
			if d.File == "" || strings.Trim(d.File, "abcxyzABCXYZ0123456789_./<>-") != "" {
				continue // other names may read differently
			}
			if again := ParseDiagnostics(d.String()); len(again) != 1 || again[0] != d {
				t.Fatalf("%q gave %+v, printed and read again %+v", text, d, again)
			}
		}
	})
}
