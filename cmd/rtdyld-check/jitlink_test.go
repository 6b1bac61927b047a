package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
)

// jitLink runs the command as llvm-jitlink in this process.
func jitLink(args ...string) outcome {
	var out, errOut bytes.Buffer
	status := Main(append([]string{"jitlink-check"}, args...), strings.NewReader(""), &out, &errOut)
	return outcome{status, out.String(), errOut.String()}
}

// llvmJITLink runs llvm-jitlink-14, which has other names for some options.
func llvmJITLink(t *testing.T, args ...string) outcome {
	t.Helper()
	for i, a := range args {
		if strings.HasPrefix(a, "-abs") {
			args[i] = "-define" + a
		}
	}
	return runTool(t, "llvm-jitlink-14", args...)
}

// runTool runs a tool of LLVM.
func runTool(t *testing.T, name string, args ...string) outcome {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

// jitSource is a source of testdata/jitlink, assembled.
type jitSource struct {
	file, object string
	options      []string // for llvm-jitlink
	text         string
}

// jitSources assembles the sources of a folder.
func jitSources(t *testing.T, folder string) (all []jitSource) {
	t.Helper()
	citest.Need(t, "llvm-mc-14")
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.s"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	dir := t.TempDir()
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s := jitSource{file: f, text: string(text), object: filepath.Join(dir, strings.TrimSuffix(filepath.Base(f), ".s")+".o")}
		_, line, _ := strings.Cut(s.text, "# OPTIONS: ")
		line, _, _ = strings.Cut(line, "\n")
		mc := []string{"-filetype=obj", f, "-o", s.object}
		s.options = []string{"-noexec", "-entry=main"}
		if strings.Contains(s.text, "_main:") {
			s.options[1] = "-entry=_main"
		}
		for _, o := range strings.Fields(line) {
			if strings.HasPrefix(o, "-triple") || strings.HasPrefix(o, "-mattr") {
				mc = append(mc, o)
			} else {
				s.options = append(s.options, o)
			}
		}
		if out, err := exec.Command("llvm-mc-14", mc...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", f, err, out)
		}
		all = append(all, s)
	}
	return all
}

// TestJITLink: rules hold that llvm-jitlink-14 finds true, and those that are changed do not.
func TestJITLink(t *testing.T) {
	for _, s := range jitSources(t, "jitlink") {
		t.Run(filepath.Base(s.file), func(t *testing.T) { s.check(t, "llvm-jitlink-14", llvmJITLink) })
	}
	citest.Need(t, "llvm-jitlink-14")
}

// TestJITLinkLater is TestJITLink for rules that llvm-jitlink-19 knows, and not that of LLVM 14.
func TestJITLinkLater(t *testing.T) {
	const name = "llvm-jitlink-19"
	for _, s := range jitSources(t, "jitlink19") {
		t.Run(filepath.Base(s.file), func(t *testing.T) {
			s.check(t, name, func(t *testing.T, args ...string) outcome { return runTool(t, name, args...) })
		})
	}
	citest.Need(t, name)
}

// check has us and the tool of LLVM, if it is there, evaluate the source's rules, and wrong ones.
func (s *jitSource) check(t *testing.T, name string, theirs func(t *testing.T, args ...string) outcome) {
	both := func(file string) (us, them outcome) {
		args := append([]string{"-check=" + file, s.object}, s.options...)
		if us = jitLink(args...); citest.Missing(name) == nil {
			return us, theirs(t, args...)
		}
		return us, us
	}
	if us, them := both(s.file); us.status != 0 || them.status != 0 {
		t.Errorf("status %d, %s %d\n%s%s", us.status, name, them.status, us.errOut, them.errOut)
	}
	rules := check.Rules([]byte(s.text), check.PrefixJITLink)
	var wrong strings.Builder
	for _, r := range rules {
		wrong.WriteString(check.PrefixJITLink + strings.Replace(r.Text, "=", "= 1+", 1) + "\n")
	}
	file := filepath.Join(t.TempDir(), "wrong.s")
	if err := os.WriteFile(file, []byte(wrong.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	us, them := both(file)
	for _, o := range []outcome{us, them} {
		if n := strings.Count("\n"+o.errOut, "\nExpression '"); n != len(rules) || o.status != 1 {
			t.Errorf("status %d, %d of %d wrong rules are false:\n%s", o.status, n, len(rules), o.errOut)
		}
	}
}

// jitCases are command lines, for objects that testJITStatus makes.
const jitCases = `-noexec a.o
-noexec -phony-externals a.o
-noexec -phony-externals -check=a.s a.o
-noexec -abs=ext=0x1000 a.o
-noexec -abs=ext a.o
-noexec -abs=ext=zz a.o
-noexec -abs=main=0x1000 c.o
-noexec -abs=x=1 -abs=x=2 c.o
-noexec -slab-allocate 8Kb -slab-address 0x10000000 -slab-page-size 4096 -phony-externals a.o
-noexec -slab-allocate 64Kb -slab-address 0x10000000 -slab-page-size 4096 -phony-externals a.o
-slab-allocate 64Kb -phony-externals a.o -entry=other
-slab-allocate 64mb c.o
c.o
c.o -args x y
c.o c.o
a.s
d.o
-noexec d.o
-noexec -entry fun d.o
-entry fun d.o
-entry nope c.o
-noexec -entry nope c.o
-noexec -check=c.s c.o
-noexec -check=a.s -abs=ext=0 a.o
-noexec -check=wrong.s c.o
-check=wrong.s c.o
-check=nofile c.o
-noexec -check-name=foo -check=wrong.s c.o
nofile.o
-noexec
-bad c.o
-noexec=maybe c.o
-noexec -slab-address 0x1000 c.o
-noexec -slab-address zz -slab-allocate 1 c.o
-slab-allocate 10 -slab-address 0x1000 c.o
-noexec -slab-allocate 10xb c.o
-noexec -slab-allocate 1 c.o
-noexec -slab-allocate 0 c.o
-noexec -slab-page-size 4096 c.o
-noexec -slab-allocate 100Kb -slab-page-size 33 c.o
-show-init-es c.o
p.o
-no-process-syms p.o
-noexec p.o
-noexec -no-process-syms p.o
-check=p.s p.o
`

var jitFiles = map[string]string{
	"a.s": `# jitlink-check: *{8}data = ext
	.globl main, other, data
main:	callq ext
	movq ext@GOTPCREL(%rip), %rax
other:	movl $3, %eax
	retq
	.data
data:	.quad ext
`,
	"c.s": ".globl main\nmain:\tmovl $0x107, %eax\n\tretq\n",
	"d.s": ".globl fun\nfun:\tmovl $9, %eax\n\tretq\n",
	"p.s": `# jitlink-check: *{1}main = 0x48
	.globl main
main:	subq $8, %rsp
	movl $-5, %edi
	callq abs@PLT
	addq $8, %rsp
	retq
`,
	"wrong.s": "# jitlink-check: *{1}main = 0\n",
}

// TestJITLinkStatus: the exit statuses of llvm-jitlink-14.
func TestJITLinkStatus(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("objects of this test run on linux/amd64")
	}
	citest.Need(t, "llvm-mc-14", "llvm-jitlink-14")
	t.Chdir(t.TempDir())
	for name, text := range jitFiles {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("llvm-mc-14", "-triple=x86_64-linux-gnu", "-filetype=obj", name, "-o", strings.TrimSuffix(name, ".s")+".o").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	seen := map[int]int{}
	for line := range strings.Lines(jitCases) {
		us, them := jitLink(strings.Fields(line)...), llvmJITLink(t, strings.Fields(line)...)
		if seen[us.status]++; us.status != them.status {
			t.Errorf("%s\tstatus %d, of llvm-jitlink-14 %d\n%s%s", line, us.status, them.status, us.errOut, them.errOut)
		}
		if us.status == 1 && us.errOut == "" {
			t.Errorf("%s\tfails without a word", line)
		}
	}
	if seen[0] < 8 || seen[1] < 20 || seen[7] < 3 {
		t.Errorf("statuses %v", seen)
	}
}

// dylibCases are command lines with archives, libraries, dylibs and harnesses, with the status of llvm-jitlink-14, or, with 19 before it, of
// llvm-jitlink-19, where version 14 takes no -jd before the first input.
const dylibCases = `9 u.o libd.a
9 libd.a u.o
9 u.o -L . -l d
1 u.o -L . -l nope
1 u.o -L nofolder -l d
1 u.o libnone.a
1 u.o a.s.a
8 u.o libe.a libd.a
9 libd.a -entry fun
1 libd.a
9 libu.a libd.a
5 u.o -L . -l so
0 -noexec u.o -L . -l so
5 p.o libg.a
77 p.o g.o
0 w.o
9 w.o libd.a
6 u.o h.o
1 u.o -jd B d.o
9 u.o -l B -jd B d.o
9 u.o -l B -l C -jd B d.o -jd C e.o
8 u.o -l C -l B -jd B d.o -jd C e.o
1 u.o -l B -jd B h.o
9 u.o -l B -jd B -L . -l d
1 u.o -L . -jd B -l d
1 u.o -l B -jd B -L . -hidden-l d
9 u.o -load_hidden libd.a
5 p.o -l B -jd B g.o
77 -no-process-syms p.o -l B -jd B libg.a
0 -noexec u.o -l B -jd B -abs=fun=0x1000
1 u.o -l B -jd B -l C -jd C d.o
1 u.o -l B -jd B -jd B d.o
1 u.o -jd main d.o
1 u.o -jd B d.o -jd C e.o
0 w.o -jd B d.o
19 9 -jd B u.o d.o
19 77 -jd B p.o libg.a
19 9 -jd B d.o u.o -jd C d.o u.o
19 9 d.o -jd B u.o -l main
9 u.o -harness d.o
9 d.o -harness u.o
8 u.o d.o -harness e.o
4 l.o -harness k.o
1 k.o l.o
21 l.o -harness m.o
0 -noexec l.o -harness k.o
4 l.o -harness k.o -args a b
1 l.o -harness k.o -entry main
1 u.o -harness libd.a
`

// dylibFiles are what they name.
var dylibFiles = map[string]string{
	"u.s": ".globl main\nmain:\tcallq fun\n\tretq\n",
	"d.s": ".globl fun\nfun:\tmovl $9, %eax\n\tretq\n",
	"e.s": ".globl fun\nfun:\tmovl $8, %eax\n\tretq\n",
	"f.s": ".globl fun\nfun:\tmovl $5, %eax\n\tretq\n",
	"h.s": ".globl fun\n.hidden fun\nfun:\tmovl $6, %eax\n\tretq\n",
	"p.s": ".globl main\nmain:\tsubq $8, %rsp\n\tmovl $-5, %edi\n\tcallq abs@PLT\n\taddq $8, %rsp\n\tretq\n",
	"g.s": ".globl abs\nabs:\tmovl $77, %eax\n\tretq\n",
	"w.s": ".globl main\n.weak fun\nmain:\txorl %eax, %eax\n\tcmpq $0, fun@GOTPCREL(%rip)\n\tje 1f\n\tcallq *fun@GOTPCREL(%rip)\n1:\tretq\n",
	"k.s": ".globl main\nmain:\tcallq loc\n\tretq\n",
	"l.s": "loc:\tmovl $4, %eax\n\tretq\n.globl x\nx:\tcallq fun\n\tretq\n.globl fun\nfun:\tmovl $2, %eax\n\tretq\n",
	"m.s": ".globl main, fun\nmain:\tjmp x\nfun:\tmovl $21, %eax\n\tretq\n",
}

// TestJITLinkDylibs: archives, shared libraries, dylibs and harnesses give the exit statuses of llvm-jitlink; where it is not installed, those that it
// had. The short form asks it for some.
func TestJITLinkDylibs(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		t.Skip("objects of this test run on linux/amd64")
	}
	citest.Need(t, "llvm-mc-14", "llvm-ar-14", "ld.lld")
	t.Chdir(t.TempDir())
	run := func(name string, args ...string) {
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	for name, text := range dylibFiles {
		base := strings.TrimSuffix(name, ".s")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run("llvm-mc-14", "-triple=x86_64-linux-gnu", "-filetype=obj", name, "-o", base+".o")
		run("llvm-ar-14", "rcs", "lib"+base+".a", base+".o")
	}
	if err := os.WriteFile("a.s.a", []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	run("ld.lld", "-shared", "-o", "libso.so", "f.o")
	const later = "/usr/lib/llvm-19/bin/llvm-jitlink"
	old, newer := citest.Missing("llvm-jitlink-14") == nil, citest.Missing(later) == nil
	asked, step := map[int]bool{}, 1
	if citest.Sample() {
		step = 8
	}
	lines := strings.Split(strings.TrimSpace(dylibCases), "\n")
	for i := range citest.OneOf(len(lines), step, *sampleSeed) {
		asked[i] = true
	}
	for i, line := range lines {
		args := strings.Fields(line)
		is19 := args[0] == "19"
		if is19 {
			args = args[1:]
		}
		want, err := strconv.Atoi(args[0])
		if err != nil {
			t.Fatal(err)
		}
		us := jitLink(args[1:]...)
		if us.status != want || us.status == 1 && us.errOut == "" {
			t.Errorf("%s: status %d\n%s", line, us.status, us.errOut)
		}
		switch {
		case !asked[i]:
		case is19 && newer:
			cmd := exec.Command(later, args[1:]...)
			cmd.Run()
			if status := cmd.ProcessState.ExitCode(); status != want {
				t.Errorf("%s: status of llvm-jitlink-19: %d", line, status)
			}
		case !is19 && old:
			if them := llvmJITLink(t, args[1:]...); them.status != want {
				t.Errorf("%s: status of llvm-jitlink-14: %d\n%s", line, them.status, them.errOut)
			}
		}
	}
}

// TestJITLinkOptions: what later versions of llvm-jitlink have, and how the command becomes it.
func TestJITLinkOptions(t *testing.T) {
	call := "../../testdata/elf-link/call.o"
	ext := "../../testdata/elf-link/call_ext.o"
	for _, c := range []struct {
		args   string
		status int
		said   string
	}{
		{"jitlink-check -noexec -num-threads=4 -show-init-es -show-entry-es " + call + " " + ext, 0, ""},
		{"rtdyld-check -jitlink -noexec " + call + " " + ext, 0, ""},
		{"llvm-jitlink-14 -noexec -alias=more=again -alias=again=call -entry=more " + call + " " + ext, 0, ""},
		{"jitlink-check -noexec -alias=again=nope -entry=again " + call + " " + ext, 1, "Symbols not found: [ nope ]"},
		{"jitlink-check -noexec -alias=again " + call, 1, "Invalid alias"},
		{"jitlink-check -noexec -alias=a=b -alias=b=a -entry=a " + call + " " + ext, 1, "Symbols not found"},
		{"jitlink-check -noexec -noexec -check-name=a -check-name=b " + call + " " + ext, 0, ""},
		{"jitlink-check -noexec -oop-executor " + call, 1, "rtdyld run -executor runs it in another one"},
		{"jitlink-check -noexec -oop-executor=path " + call, 1, "code runs in this process alone"},
		{"jitlink-check -noexec -oop-executor-connect=host:1 " + call, 1, "code runs in this process alone"},
		{"jitlink-check -noexec -orc-runtime=liborc_rt.a " + call, 1, "there is no ORC runtime"},
		{"jitlink-check -sectcreate=a,b " + call, 1, "-sectcreate requires -noexec"},
		{"jitlink-check -noexec -add-self-relocations " + call, 1, "no references are added"},
		{"jitlink-check -noexec -show-graphs=( " + call, 1, "is no regular expression"},
		{"jitlink-check -verify " + call, 1, "Unknown command line argument"},
		{"rtdyld-check -noexec " + call, 1, "Unknown command line argument"},
	} {
		var out, errOut bytes.Buffer
		status := mainWith(context.Background(), nil, strings.Fields(c.args), strings.NewReader(""), &out, &errOut)
		if status != c.status || !strings.Contains(errOut.String(), c.said) {
			t.Errorf("%s: status %d, %q\n%s", c.args, status, c.said, errOut.String())
		}
	}
	help := jitLink("-help")
	for _, o := range jitTable {
		if !strings.Contains(help.out, dashed(o.name)) {
			t.Errorf("-help has no %s", o.name)
		}
	}
}
