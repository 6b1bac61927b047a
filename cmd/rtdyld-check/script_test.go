package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rtdyld-check": main})
}

// llvmTool is the tool that this command stands in for.
const llvmTool = "llvm-rtdyld-14"

// TestScript runs testdata/script: each file is a session with the command, as
// testscript reads it, with
//
//	[have:NAME]  whether a command or, with a slash, a file is there; where RTDYLD_CI
//	             is set it is a failure if not
//	[native]     whether this is linux/amd64, where objects can run
//	same [<FILE] [-more] ARG...
//	             that the command and llvm-rtdyld-14 do the same with the arguments, see
//	             compare; -more: the command may print more on standard output
//	status N ARG...
//	             that the command ends with a status; what it prints is in the files
//	             out and err
//
// $OBJECTS is the folder of the objects made for tests of the linker.
func TestScript(t *testing.T) {
	objects, err := filepath.Abs("../../testdata/elf-link")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("OBJECTS", objects)
			return nil
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
			"same": same, "status": status,
		},
	})
}

// outcome is how a command ended.
type outcome struct {
	status      int
	out, errOut string
}

// run runs a program in a folder under the command's name.
func run(path, dir string, env []string, stdin []byte, args ...string) (outcome, error) {
	var out, errOut bytes.Buffer
	cmd := exec.Cmd{Path: path, Args: append([]string{"rtdyld-check"}, args...), Dir: dir, Env: env, Stdin: bytes.NewReader(stdin), Stdout: &out, Stderr: &errOut}
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return outcome{}, err
	}
	status := cmd.ProcessState.ExitCode()
	return outcome{status, out.String(), errOut.String()}, nil
}

// look finds a program in the PATH of a script.
func look(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if p := filepath.Join(dir, name); fileExists(p) {
			return p
		}
	}
	ts.Fatalf("no %s", name)
	return ""
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func environment(ts *testscript.TestScript) []string {
	return []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME"), "TMPDIR=" + ts.Getenv("TMPDIR")}
}

// same runs both tools and compares what they do.
func same(ts *testscript.TestScript, neg bool, args []string) {
	var stdin []byte
	more := false
	for len(args) > 0 {
		if name, ok := strings.CutPrefix(args[0], "<"); ok {
			stdin = []byte(ts.ReadFile(name))
		} else if args[0] == "-more" {
			more = true
		} else {
			break
		}
		args = args[1:]
	}
	dir := ts.MkAbs(".")
	want, err := run(look(ts, llvmTool), dir, environment(ts), stdin, args...)
	ts.Check(err)
	got, err := run(look(ts, "rtdyld-check"), dir, environment(ts), stdin, args...)
	ts.Check(err)
	if err := compare(got, want, more); err != nil || neg {
		ts.Fatalf("%q: %v\n--- got %d\n%s%s--- want %d\n%s%s", args, err, got.status, got.out, got.errOut, want.status, want.out, want.errOut)
	}
	ts.Logf("%d %s", got.status, got.errOut)
}

var (
	// address is where something lies in a process.
	address  = regexp.MustCompile(`(loaded '.*' at: )0x[0-9a-f]+|(Function: .*, Addr = )[0-9]+`)
	dump     = regexp.MustCompile(`(?s)(^|\n)PLEASE submit a bug report.*`)
	asmText  = regexp.MustCompile(`(?m)^(Instruction is:\n) .*$`)
	ignoring = regexp.MustCompile(`(?m)^.*\(ignoring (processor|feature)\)\n`)
)

// neutral takes out of a text what differs from run to run.
func neutral(s string) string {
	s = dump.ReplaceAllString(s, "$1")
	s = address.ReplaceAllString(s, "${1}${2}ADDR")
	s = ignoring.ReplaceAllString(s, "")
	return asmText.ReplaceAllString(s, "$1")
}

// compare reports a difference in status, standard output or messages. Ours may add
// lines to the messages, which begin with a tab; an abort is status 1.
func compare(got, want outcome, more bool) error {
	if want.status == -1 || want.status == 134 {
		want.status = 1
		if !strings.Contains(want.errOut, "LLVM ERROR: ") {
			return fmt.Errorf("llvm-rtdyld crashes")
		}
	}
	if got.status != want.status {
		return fmt.Errorf("status %d, want %d", got.status, want.status)
	}
	if g, w := neutral(got.out), neutral(want.out); g != w && !(more && strings.HasPrefix(g, w)) {
		return fmt.Errorf("standard output differs: %s", firstDifference(g, w))
	}
	var lines []string
	for line := range strings.Lines(got.errOut) {
		if !strings.HasPrefix(line, "\t") || strings.Contains(want.errOut, line) {
			lines = append(lines, line)
		}
	}
	if g, w := neutral(strings.Join(lines, "")), neutral(want.errOut); g != w {
		return fmt.Errorf("messages differ: %s", firstDifference(g, w))
	}
	return nil
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// status runs the command and compares its exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: status N ARG...")
	}
	var stdin []byte
	want := args[0]
	if args = args[1:]; len(args) > 0 && strings.HasPrefix(args[0], "<") {
		stdin, args = []byte(ts.ReadFile(args[0][1:])), args[1:]
	}
	got, err := run(look(ts, "rtdyld-check"), ts.MkAbs("."), environment(ts), stdin, args...)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(got.out), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(got.errOut), 0o666))
	if fmt.Sprint(got.status) != want {
		ts.Fatalf("%q: status %d, want %s\n%s%s", args, got.status, want, got.out, got.errOut)
	}
}
