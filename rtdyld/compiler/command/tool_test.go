package command

import (
	"bufio"
	"context"
	"debug/dwarf"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

type dwarfFile = dwarf.LineFile

// toolVariable has this program play a compiler.
const toolVariable = "RTDYLD_TEST_TOOL"

// tool is the environment of a compiler that does what mode says.
func tool(mode string, more ...string) []string {
	return append([]string{toolVariable + "=" + mode}, more...)
}

func TestMain(m *testing.M) {
	if mode := os.Getenv(toolVariable); mode != "" {
		os.Exit(play(mode))
	}
	os.Exit(m.Run())
}

// play is the compiler. Its version is whatever file VERSION has.
func play(mode string) int {
	if slices.Contains(os.Args, "--version") && mode != "fail" {
		text, _ := os.ReadFile(os.Getenv("VERSION"))
		fmt.Printf("tool %s", text)
		return 0
	}
	switch mode {
	case "fail":
		fmt.Fprintln(os.Stderr, "no")
		return 3
	case "environment":
		fmt.Fprintln(os.Stderr, strings.Join(os.Environ(), "\n"))
		dir, _ := os.Getwd()
		fmt.Fprintln(os.Stderr, "dir="+dir)
		return 1
	case "flood":
		for {
			if _, err := os.Stdout.Write(make([]byte, 1<<16)); err != nil {
				return 1
			}
		}
	case "talk":
		for range 1 << 10 {
			fmt.Fprintf(os.Stderr, "a:1: error: %s\n", strings.Repeat("x", 1000))
		}
		return 1
	case "die":
		os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "own"), nil, 0o666)
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		time.Sleep(10 * time.Minute)
	case "child", "leave", "hang":
		os.WriteFile(filepath.Join(os.Getenv("TMPDIR"), "own"), nil, 0o666)
		fmt.Println("here", os.Getpid())
		if os.Getenv("PIDS") != "" {
			note(os.Getenv("PIDS"))
		}
		if mode != "child" {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), toolVariable+"=child")
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr // which keeps the pipes open
			cmd.Start()
		}
		if mode == "leave" {
			waitFor(func() bool { return len(pids(os.Getenv("PIDS"))) >= 2 })
			return 4
		}
		time.Sleep(10 * time.Minute)
	case "parent":
		c, err := New(context.Background(), Config{Path: os.Args[0], Env: tool("hang", "PIDS="+os.Getenv("PIDS")), TempDir: os.Getenv("PARENT_TMP")})
		if err == nil {
			_, err = c.Compile(context.Background(), compiler.Source{})
		}
		fmt.Println(err)
	}
	io.Copy(io.Discard, os.Stdin)
	return 0
}

// note adds this process to a file of numbers.
func note(file string) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, os.Getpid())
	f.Close()
}

// pids reads them.
func pids(file string) (list []int) {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var n int
		if _, err := fmt.Sscan(s.Text(), &n); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// waitFor waits until ok, for at most two minutes.
func waitFor(ok func() bool) bool {
	for range 24_000 {
		if ok() {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// alive reports whether a process runs; a zombie does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z") && !strings.HasPrefix(after, "X")
}

func self(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCancel: when a context ends, so do the command and what it started, and nothing of
// them stays.
func TestCancel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	c := open(t, Config{Path: self(t), Env: tool("hang", "PIDS="+file)})
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	done := make(chan error)
	go func() {
		_, err := c.Compile(ctx, compiler.Source{Name: "f"})
		done <- err
	}()
	if !waitFor(func() bool { return len(pids(file)) == 2 }) {
		t.Fatal("the command does not run")
	}
	cancel(cause)
	select {
	case err := <-done:
		if !errors.Is(err, cause) || !strings.Contains(err.Error(), "f") {
			t.Errorf("%v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("Compile goes on")
	}
	gone(t, pids(file))
	if _, err := c.Compile(ctx, compiler.Source{}); !errors.Is(err, cause) {
		t.Errorf("with an ended context: %v", err)
	}
}

// gone fails the test if a process lives, where that can be told.
func gone(t *testing.T, list []int) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	for _, pid := range list {
		if !waitFor(func() bool { return !alive(pid) }) {
			t.Errorf("process %d lives", pid)
		}
	}
}

// TestLeftChildren: a command that ends before what it started takes that along.
func TestLeftChildren(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pids")
	c := open(t, Config{Path: self(t), Env: tool("leave", "PIDS="+file)})
	begin := time.Now()
	_, err := c.Compile(t.Context(), compiler.Source{})
	var e *Error
	if !errors.As(err, &e) || e.Status != 4 {
		t.Fatalf("%v", err)
	}
	if d := time.Since(begin); d > time.Minute {
		t.Errorf("that took %v", d)
	}
	if list := pids(file); len(list) != 2 {
		t.Errorf("processes %v", list)
	} else {
		gone(t, list)
	}
}

// TestKilled: a command that is killed.
func TestKilled(t *testing.T) {
	c := open(t, Config{Path: self(t), Env: tool("die")})
	_, err := c.Compile(t.Context(), compiler.Source{})
	var e *Error
	if !errors.As(err, &e) || e.Status == 0 {
		t.Fatalf("%v", err)
	}
}

// TestParentKilled: a command dies with the process that it works for, and the folder that
// is left goes when it is old.
func TestParentKilled(t *testing.T) {
	citest.Host(t, "linux", runtime.GOARCH)
	dir := t.TempDir()
	file, temp := filepath.Join(dir, "pids"), filepath.Join(dir, "tmp")
	if err := os.Mkdir(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	parent := citest.Command(self(t))
	parent.Env = tool("parent", "PIDS="+file, "PARENT_TMP="+temp)
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	if !waitFor(func() bool { return len(pids(file)) == 2 }) {
		t.Fatal("the command does not run")
	}
	parent.Process.Kill()
	parent.Wait()
	list := pids(file)
	gone(t, list[:1])
	if p, err := os.FindProcess(list[1]); err == nil {
		p.Kill() // a command must end its own
	}
	left, _ := os.ReadDir(temp)
	if len(left) != 1 {
		t.Fatalf("left: %v", left)
	}
	if _, err := New(t.Context(), Config{Path: self(t), Env: tool("version"), TempDir: temp}); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(temp); len(left) != 1 {
		t.Fatal("a folder that may be used was removed")
	}
	old := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(filepath.Join(temp, left[0].Name()), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := New(t.Context(), Config{Path: self(t), Env: tool("version"), TempDir: temp}); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(temp); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// TestEnvironment: a command sees what it is given and nothing else.
func TestEnvironment(t *testing.T) {
	t.Setenv("RTDYLD_SECRET", "x")
	c := open(t, Config{Path: self(t), Env: tool("environment", "A=b")})
	_, err := c.Compile(t.Context(), compiler.Source{})
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(e.Stderr), "\n") {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch name {
		case toolVariable, "A":
		case "TMPDIR", "TMP", "TEMP":
			if !strings.Contains(value, tempPrefix) {
				t.Errorf("%s", line)
			}
		case "dir":
			if runtime.GOOS != "windows" && value != "/" {
				t.Errorf("%s", line)
			}
		default:
			if runtime.GOOS != "windows" { // where some are needed
				t.Errorf("the command sees %s", line)
			}
		}
		if strings.Contains(line, "RTDYLD_SECRET") {
			t.Errorf("the command sees %s", line)
		}
	}
}

// TestLimits: a command that prints without end.
func TestLimits(t *testing.T) {
	c := open(t, Config{Path: self(t), Env: tool("flood"), MaxObject: 1 << 20})
	if _, err := c.Compile(t.Context(), compiler.Source{}); err == nil {
		t.Error("an object without end")
	}
	c = open(t, Config{Path: self(t), Env: tool("talk")})
	_, err := c.Compile(t.Context(), compiler.Source{})
	var e *Error
	if !errors.As(err, &e) || len(e.Stderr) != maxStderr || e.Status != 1 || len(e.Diagnostics) < 200 {
		t.Errorf("%d bytes: %v", len(e.Stderr), err)
	}
}

// TestNoObject: a command that says that all is well, and makes none.
func TestNoObject(t *testing.T) {
	var e *Error
	for _, args := range [][]string{nil, {"{obj}"}} {
		c := open(t, Config{Path: self(t), Env: tool("quiet"), Args: args})
		if _, err := c.Compile(t.Context(), compiler.Source{Name: "f"}); !errors.As(err, &e) || e.Status != -1 {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestVersionChanges: a command that is replaced has another signature.
func TestVersionChanges(t *testing.T) {
	dir := t.TempDir()
	version, program := filepath.Join(dir, "version"), filepath.Join(dir, "tool.exe")
	link := filepath.Join(dir, "link.exe")
	bin, err := os.ReadFile(self(t))
	if err != nil {
		t.Fatal(err)
	}
	write := func(file string, b []byte, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(file, b, mode); err != nil {
			t.Fatal(err)
		}
	}
	write(version, []byte("1"), 0o666)
	write(program, bin, 0o777)
	if err := os.Symlink(program, link); err != nil {
		link = program
	}
	c := open(t, Config{Path: link, Env: tool("version", "VERSION="+version)})
	one := c.Signature(compiler.Source{})
	if !strings.Contains(one.Version, "tool 1") || !strings.Contains(one.Version, fmt.Sprint(len(bin))) || one.Compiler != "link" && one.Compiler != "tool" {
		t.Errorf("%+v", one)
	}
	write(version, []byte("2"), 0o666)
	if s := c.Signature(compiler.Source{}); s.Key() != one.Key() {
		t.Error("the command was asked twice")
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(program, old, old); err != nil {
		t.Fatal(err)
	}
	two := c.Signature(compiler.Source{})
	if !strings.Contains(two.Version, "tool 2") || two.Key() == one.Key() {
		t.Errorf("%+v", two)
	}
	os.Remove(program)
	three := c.Signature(compiler.Source{})
	if k := c.Signature(compiler.Source{}); three.Key() == two.Key() || k.Key() == three.Key() {
		t.Error("a command that is not there has a signature")
	}
}
