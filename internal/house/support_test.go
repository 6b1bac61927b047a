package house

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSupport reads docs/support.tsv, the table of what is supported: each yes
// names a test that exists, as PACKAGE.TestName with the end of the package's path
// (several by ", "; a subtest after "/"), each no the text of the error that a user
// gets, which the source must be able to make.
func TestSupport(t *testing.T) {
	tests, texts := inventory(t)
	seen := map[string]int{}
	for _, row := range supportRows(t) {
		if first := seen[row.item+"\t"+row.target]; first != 0 {
			t.Errorf("line %d: %s for %s stands in line %d already", row.line, row.item, row.target, first)
		}
		seen[row.item+"\t"+row.target] = row.line
		switch row.status {
		case "yes":
			for _, proof := range strings.Split(row.proof, ", ") {
				if !proves(tests, proof) {
					t.Errorf("line %d: %s: there is no test %s", row.line, row.item, proof)
				}
			}
		case "no":
			if !isError(texts, row.proof) {
				t.Errorf("line %d: %s: the source makes no error %q", row.line, row.item, row.proof)
			}
		default:
			t.Errorf("line %d: status %q is neither yes nor no", row.line, row.status)
		}
	}
}

// supportRow is a line of docs/support.tsv.
type supportRow struct {
	line                        int
	item, target, status, proof string
}

// supportRows reads the table.
func supportRows(t *testing.T) (rows []supportRow) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(read(t, "docs/support.tsv"), "\n"), "\n")
	if lines[0] != "item\ttarget\tstatus\tproof" {
		t.Fatalf("line 1: %q is no header", lines[0])
	}
	for i, line := range lines[1:] {
		col := strings.Split(line, "\t")
		if len(col) != 4 || col[0] == "" || col[1] == "" || col[3] == "" {
			t.Errorf("line %d: %q has no four columns", i+2, line)
			continue
		}
		rows = append(rows, supportRow{i + 2, col[0], col[1], col[2], col[3]})
	}
	return rows
}

// literal is a string of C++ without escapes.
var literal = regexp.MustCompile(`"([^"\\]+)"`)

// inventory returns the test functions of all packages, as dir.TestName, and the
// string literals of all that is no test, those of headers for LLVM among them.
func inventory(t *testing.T) (tests map[string]bool, texts []string) {
	tests = map[string]bool{}
	headers, err := filepath.Glob(filepath.Join(root(t), "capi/*/*.hpp"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range headers {
		for _, m := range literal.FindAllStringSubmatch(read(t, "capi/"+filepath.Base(filepath.Dir(f))+"/"+filepath.Base(f)), -1) {
			texts = append(texts, m[1])
		}
	}
	for _, f := range goFiles(t) {
		if !f.test {
			ast.Inspect(f.ast, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if s, err := strconv.Unquote(lit.Value); err == nil {
						texts = append(texts, s)
					}
				}
				return true
			})
			continue
		}
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Recv == nil && (strings.HasPrefix(fn.Name.Name, "Test") || strings.HasPrefix(fn.Name.Name, "Fuzz")) {
				tests[f.dir+"."+fn.Name.Name] = true
			}
		}
	}
	return tests, texts
}

// proves reports whether a test function exists.
func proves(tests map[string]bool, proof string) bool {
	dot := strings.LastIndex(proof, ".Test")
	if dot < 0 {
		dot = strings.LastIndex(proof, ".Fuzz")
	}
	if dot < 0 {
		return false
	}
	pkg := proof[:dot]
	name, _, _ := strings.Cut(proof[dot+1:], "/")
	for test := range tests {
		if dir, ok := strings.CutSuffix(test, "."+name); ok && (dir == pkg || strings.HasSuffix(dir, "/"+pkg)) {
			return true
		}
	}
	return false
}

// verb is a place in a format that a value takes.
var verb = regexp.MustCompile(`%[-+# 0-9.]*[a-zA-Z]`)

// isError reports whether a message is one that the source can make: a literal
// contains it, or it contains what stands in a literal between the values.
func isError(texts []string, message string) bool {
	for _, text := range texts {
		if strings.Contains(text, message) {
			return true
		}
		for _, part := range verb.Split(text, -1) {
			if part = strings.Trim(part, " :,"); len(part) >= 12 && strings.Contains(part, " ") && strings.Contains(message, part) {
				return true
			}
		}
	}
	return false
}

// TestIsError: a message that nobody writes is none.
func TestIsError(t *testing.T) {
	texts := []string{"more than %d words on the stack", "file is an archive", "a", " of "}
	for message, want := range map[string]bool{
		"f: more than 8192 words on the stack": true, "file is an archive": true, "an archive": true,
		"file is a list": false, "a part of it": false,
	} {
		if isError(texts, message) != want {
			t.Errorf("%q: %v", message, !want)
		}
	}
}

// TestProves: a proof that does not exist is no proof.
func TestProves(t *testing.T) {
	tests := map[string]bool{"objfmt/ar.TestTools": true, "rtdyld.TestLoad": true}
	for proof, want := range map[string]bool{
		"ar.TestTools": true, "objfmt/ar.TestTools": true, "ar.TestTools/gnu": true, "rtdyld.TestLoad": true,
		"r.TestTools": false, "ar.TestTool": false, "TestTools": false, "cmd/rtdyld.TestLoad": false, "ar": false, "": false,
	} {
		if proves(tests, proof) != want {
			t.Errorf("%q proves %v", proof, !want)
		}
	}
}
