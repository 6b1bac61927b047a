package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rtdyld": main})
}

// TestScript runs testdata/script: each file is a session with the command, as
// testscript reads it, with
//
//	[have:NAME]  whether a command or, with a slash, a file is there; where RTDYLD_CI
//	             is set it is a failure if not
//	[native]     whether this is linux/amd64, where objects can run
//	json FILE GO-REGEXP...  that a JSON document is well-formed and each expression
//	             matches it once all white space is one blank
//	exits N COMMAND...      that a command ends with a status
//
// $DEMO is the folder of the README's program, and the file demolist names its object.
func TestScript(t *testing.T) {
	demo, err := filepath.Abs("../../testdata/demo")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("DEMO", demo)
			list := "\n  " + filepath.Join(demo, "scene.o") + "\n\n"
			return os.WriteFile(filepath.Join(env.WorkDir, "demolist"), []byte(list), 0o666)
		},
		Condition: func(cond string) (bool, error) {
			name, arg, _ := strings.Cut(cond, ":")
			switch name {
			case "have":
				err := citest.Missing(arg)
				if err != nil && citest.CI() {
					return false, err
				}
				return err == nil, nil
			case "native":
				return runtime.GOOS == "linux" && runtime.GOARCH == "amd64", nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"json": jsonMatches, "exits": exits,
		},
	})
}

var space = regexp.MustCompile(`\s+`)

// exits runs a command and compares its exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("ended with %s, want %s", got, args[0])
	}
}

// jsonMatches looks at a JSON document.
func jsonMatches(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: json FILE REGEXP...")
	}
	text := ts.ReadFile(args[0])
	ts.Check(wellFormed(text))
	text = space.ReplaceAllString(text, " ")
	for _, re := range args[1:] {
		x, err := regexp.Compile(re)
		ts.Check(err)
		if !x.MatchString(text) {
			ts.Fatalf("%s does not match %s", args[0], re)
		}
	}
}

// demoObject is the README's program.
func demoObject(t testing.TB) string {
	t.Helper()
	const path = "../../testdata/demo/scene.o"
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// wellFormed reports text that is no JSON document.
func wellFormed(text string) error {
	var v any
	return json.Unmarshal([]byte(text), &v)
}
