package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
	cmd := exec.CommandContext(t.Context(), "llvm-jitlink-14", args...)
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

func jitSources(t *testing.T) (all []jitSource) {
	t.Helper()
	citest.Need(t, "llvm-mc-14")
	files, err := filepath.Glob("testdata/jitlink/*.s")
	if err != nil || len(files) < 4 {
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
	for _, s := range jitSources(t) {
		t.Run(filepath.Base(s.file), func(t *testing.T) {
			both := func(file string) (us, them outcome) {
				args := append([]string{"-check=" + file, s.object}, s.options...)
				if us = jitLink(args...); citest.Missing("llvm-jitlink-14") == nil {
					return us, llvmJITLink(t, args...)
				}
				return us, us
			}
			if us, them := both(s.file); us.status != 0 || them.status != 0 {
				t.Errorf("status %d, llvm-jitlink-14 %d\n%s%s", us.status, them.status, us.errOut, them.errOut)
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
		})
	}
	citest.Need(t, "llvm-jitlink-14")
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
-noexec -check-name=foo -check-name=foo c.o
nofile.o
-noexec
-bad c.o
-noexec -noexec c.o
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
