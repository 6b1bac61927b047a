package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestCheck: what the compiler refuses for one system alone is refused for that, in tests of both
// kinds, too; and what it does not refuse is not.
func TestCheck(t *testing.T) {
	citest.Need(t, "go")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":              "module example.org/m\n\ngo 1.26\n",
		"a/a.go":              "package a\n\nconst Large = 1 << 40\n\nvar List = []int{1}\n\nfunc sum[T int | uint](s ...T) (n T) {\n\tfor _, v := range s {\n\t\tn += v\n\t}\n\treturn n\n}\n",
		"a/a_windows.go":      "package a\n\nvar windows int = \"a string\"\n",
		"a/a_arm64.go":        "package a\n\nfunc here() int\n",
		"a/b_arm64.go":        "package a\n\nimport _ \"unsafe\"\n\n//go:linkname nanotime runtime.nanotime\nfunc nanotime() int64\n",
		"a/a_test.go":         "package a\n\nvar inside = sum(1, 2)\n\nfunc exported() int { return inside }\n\nvar Exported = exported\n",
		"a/a_386_test.go":     "package a\n\nvar large int = Large\n",
		"a/out_test.go":       "package a_test\n\nimport \"example.org/m/a\"\n\nvar _ = a.Exported() + a.List[0]\n",
		"a/out_s390x_test.go": "package a_test\n\nimport \"fmt\"\n",
		"b/b.go":              "package b\n\nimport \"example.org/m/a\"\n\nfunc F() int { return a.List[0] }\n",
		"b/b_darwin.go":       "package b\n\nfunc G() int { n := F(); return 1 }\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := newChecker()
	wants := map[string][]string{
		"linux/amd64":   nil,
		"windows/amd64": {"a_windows.go:3:19: cannot use \"a string\"", "a_windows.go:3:19: cannot use \"a string\""}, // alone and with its test
		"linux/arm64":   {"a_arm64.go:3:1: missing function body", "a_arm64.go:3:1: missing function body"},
		"linux/386":     {"a_386_test.go:3:17: cannot use Large"},
		"linux/s390x":   {"out_s390x_test.go:3:8: \"fmt\" imported and not used"},
		"darwin/arm64":  {"a_arm64.go:3:1: missing function body", "b_darwin.go:3:16: declared and not used: n", "a_arm64.go:3:1: missing function body"},
	}
	for _, target := range slices.Sorted(maps.Keys(wants)) {
		n, errs := c.check(dir, target)
		same := n == 4 && len(errs) == len(wants[target]) // a, a with its test, a's other test, b
		for i, err := range errs {
			same = same && strings.Contains(err.Error(), string(filepath.Separator)+wants[target][i])
		}
		if !same {
			t.Errorf("%s: %d packages, %v, want %q", target, n, errs, wants[target])
		}
	}
	if _, errs := c.check(dir, "linux/nothing"); len(errs) != 1 {
		t.Errorf("for no processor: %v", errs)
	}
}
