package main

import (
	hexa "encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rtdyld": main})
}

// TestScript runs testdata/script: each file is a session with the command, as
// testscript reads it, with
//
//	[have:NAME]  whether a command or, with a slash, a file is there; where RTDYLD_CI
//	             is set it is a failure if not
//	[static]     whether the command is the one that is built with the tag rtdyld_static
//	[native]     whether this is linux/amd64, where objects can run
//	json FILE GO-REGEXP...  that a JSON document is well-formed and each expression
//	             matches it once all white space is one blank
//	exits N COMMAND...      that a command ends with a status, -N: by a signal
//	late COMMAND...         that a command ends a program that has begun when TIME, an argument, is over
//	dies SIGNAL FILE COMMAND... that a command that has made a file, or for - reads its standard input, dies of
//	             a signal, without a word
//	bytes FILE OFFSET XX... that a file has these bytes (in hexadecimal) there
//
// $DEMO is the folder of the README's program, and the file demolist names its object.
// $ELF and $LINK are the folders of ELF objects for x86-64 that are made for tests, of
// rows and of the linker, $HOST that of sources for processes that run them. bind.txtar is in a module that has this one, with the header
// that $BIND has. The file copy.o is an object with R_X86_64_COPY, which only
// dynamic linkers take, and for bomb.txtar bomb.o one with much debug information in few bytes.
func TestScript(t *testing.T) {
	citest.Hear(t)
	testscript.Run(t, scripts(t, ""))
}

// scripts are the sessions; instead is a folder whose rtdyld is the command, "" for this program.
func scripts(t *testing.T, instead string) testscript.Params {
	t.Helper()
	demo, err := filepath.Abs("../../testdata/demo")
	if err != nil {
		t.Fatal(err)
	}
	elf, err := filepath.Abs("../../testdata/elf-amd64")
	if err != nil {
		t.Fatal(err)
	}
	link, err := filepath.Abs("../../testdata/elf-link")
	if err != nil {
		t.Fatal(err)
	}
	host, err := filepath.Abs("../../rtdyld/host/testdata")
	if err != nil {
		t.Fatal(err)
	}
	return testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			if instead != "" {
				env.Setenv("PATH", instead+string(filepath.ListSeparator)+env.Getenv("PATH"))
			}
			env.Setenv("DEMO", demo)
			env.Setenv("ELF", elf)
			env.Setenv("LINK", link)
			env.Setenv("HOST", host)
			if filepath.Base(env.WorkDir) == "script-bind" {
				if err := bindScript(env); err != nil {
					return err
				}
			}
			if err := os.WriteFile(filepath.Join(env.WorkDir, "copy.o"), withReloc(5), 0o666); err != nil {
				return err
			}
			if filepath.Base(env.WorkDir) == "script-bomb" {
				if err := os.WriteFile(filepath.Join(env.WorkDir, "bomb.o"), (objgen.Bomb{Rows: 64 << 20}).Bytes(), 0o666); err != nil {
					return err
				}
			}
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
			case "i386":
				return citest.Runs386(), nil
			case "static":
				return instead != "", nil
			case "cgroup": // whose own test says whether that is true
				return canGroup(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"json": jsonMatches, "exits": exits, "bytes": hasBytes, "dies": dies, "late": late,
		},
	}
}

var space = regexp.MustCompile(`\s+`)

// exits runs a command and compares its exit status.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND [ARG...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = strconv.Itoa(exit.ExitCode())
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			got = strconv.Itoa(-int(ws.Signal()))
		}
	} else if err != nil {
		got = err.Error()
	}
	if got != args[0] {
		ts.Fatalf("ended with %s, want %s", got, args[0])
	}
}

// late runs a command that ends a program, which says on stdout that it has begun, when a time is over: the
// argument TIME. A machine that is busy may need more of it.
func late(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: late COMMAND [ARG...]")
	}
	for limit := 300 * time.Millisecond; ; limit *= 4 {
		run := slices.Clone(args)
		run[slices.Index(run, "TIME")] = limit.String()
		exits(ts, false, append([]string{"124"}, run...))
		if ts.ReadFile("stdout") != "" || limit > time.Minute {
			return
		}
	}
}

// hasBytes compares a part of a file.
func hasBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: bytes FILE OFFSET XX...")
	}
	data := ts.ReadFile(args[0])
	off, err := parseAddr(args[1])
	ts.Check(err)
	want, err := hexa.DecodeString(strings.Join(args[2:], ""))
	ts.Check(err)
	if off > uint64(len(data)) || len(want) > len(data)-int(off) {
		ts.Fatalf("%s has %d bytes", args[0], len(data))
	}
	if got := data[off:][:len(want)]; got != string(want) {
		ts.Fatalf("%s has % x at %#x, want % x", args[0], got, off, want)
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

// withReloc is an object for x86-64 with one relocation, to a name that is open.
func withReloc(typ uint32) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8), Align: 8})
	f.AddSymbol(objgen.ELFSymbol{Name: "open", Bind: 1})
	f.AddRelocs(data, true, []objgen.ELFReloc{{Offset: 4, Sym: 1, Type: typ}})
	return f.Bytes()
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
