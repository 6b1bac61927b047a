//go:build linux

package main

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
	"github.com/go-rtdyld/rtdyld/triple"
)

// staticCommand builds the command with the tag rtdyld_static in a folder of its own, as if the archive of the C library were the file at a
// path, "": nowhere.
func staticCommand(t *testing.T, goarch, libcPath string, options ...string) (path string) {
	t.Helper()
	lib, err := filepath.Abs("../../internal/brought/lib")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(lib, "libc_linux_"+goarch+".a"): libcPath, filepath.Join(lib, "libc_linux_"+goarch+".licences.txt"): "",
	}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "bin", "rtdyld")
	cmd := exec.Command("go", slices.Concat([]string{"build", "-tags", "rtdyld_static", "-overlay", file, "-o", path}, options, []string{"."})...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+goarch)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("it has a segment %v", p.Type)
		}
	}
	return path
}

// madeLibc is a file with the C library for static programs.
func madeLibc(t *testing.T, cfg libc.Config) string {
	t.Helper()
	r, err := libc.Make(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "libc.a")
	if err := os.WriteFile(path, r.Archive, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// staticScripts are sessions in which the command with the tag does what the other does; what differs stands in them, behind [static]. The short
// form has the first ones. Left out are those of what fork does, and of glibc's own: fork, processes, sandbox, together, crash.
var staticScripts = []string{
	"demo", "run", "libs", "isolated", "map", "watch", "unused", "explain", "archive", "source", "why",
	"signal", "bomb", "link", "out", "dump", "each", "define", "layout", "files", "foreign", "bad", "usage", "man", "complete", "libc",
}

// TestStaticCommand: built with the tag rtdyld_static the command has no dynamic loader, runs the README's program where there is nothing but
// itself, and does in sessions what the other does.
func TestStaticCommand(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "/usr/lib/x86_64-linux-musl/libc.a", "/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a")
	command := staticCommand(t, "amd64", madeLibc(t, libc.Config{Cxx: true}))
	t.Run("alone", func(t *testing.T) { runsAlone(t, command) })
	run := staticScripts
	if citest.Sample() {
		run = run[:3]
	}
	p := scripts(t, filepath.Dir(command))
	p.Dir = ""
	for _, name := range run {
		p.Files = append(p.Files, filepath.Join("testdata/script", name+".txtar"))
	}
	testscript.Run(t, p)
}

// runsAlone has the command run the README's program, in a folder that is the root of the file system if this user may have that.
func runsAlone(t *testing.T, command string) {
	scene, err := os.ReadFile(demoObject(t))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../testdata/demo/scene.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(command)
	if err := os.WriteFile(filepath.Join(dir, "scene.o"), scene, 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, "run", "-lib", "libm.so.6", "scene.o")
	cmd.Env, cmd.Dir = []string{}, dir
	if os.Geteuid() == 0 { // who may change the root
		cmd.Path, cmd.Dir = "/rtdyld", "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: dir}
	}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%v: %s\n%s", err, &errs, &out)
	}
}

// TestStaticCommandMissing: without a C library the command says how to have one.
func TestStaticCommandMissing(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go")
	if citest.Sample() {
		t.Skip("links the command once more")
	}
	cmd := exec.Command(staticCommand(t, "amd64", ""), "run", demoObject(t))
	cmd.Env = []string{}
	out, err := cmd.CombinedOutput()
	if e, ok := errors.AsType[*exec.ExitError](err); !ok || e.ExitCode() != cannotRun || !strings.Contains(string(out), "no C library: open lib/libc_linux_amd64.a: file does not exist\n") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestStaticCommandUnknownGo: built by a version of Go that is not known, which here the linker has it say of itself, the command runs nothing, here
// and in another process, and says why; what runs nothing works.
func TestStaticCommandUnknownGo(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "/usr/lib/x86_64-linux-musl/libc.a")
	if citest.Sample() {
		t.Skip("links the command once more")
	}
	command := staticCommand(t, "amd64", madeLibc(t, libc.Config{}), "-ldflags", "-X runtime.buildVersion=go1.99.1")
	const want = "static: Go go1.99.1: the runtime of go1.26 and go1.27 is known, and how it treats threads is not promised for others: build with one of these (GOTOOLCHAIN=go1.27.0 go build)"
	for _, args := range [][]string{{"run"}, {"run", "-isolated"}} {
		out, err := exec.Command(command, append(args, demoObject(t))...).CombinedOutput()
		if e, ok := errors.AsType[*exec.ExitError](err); !ok || e.ExitCode() != cannotRun || !strings.Contains(string(out), want) {
			t.Errorf("%v: %v: %s", args, err, out)
		}
	}
	if out, err := exec.Command(command, "link", "-undefined=phony", demoObject(t)).CombinedOutput(); err != nil {
		t.Errorf("link: %v: %s", err, out)
	}
}

// TestStaticCommandARM64: so it is on the other processor.
func TestStaticCommandARM64(t *testing.T) {
	citest.Need(t, "go", "qemu-aarch64", "/usr/lib/aarch64-linux-musl/libc.a")
	if citest.Sample() {
		t.Skip("compiles all for another processor")
	}
	citest.NeedCompiler(t, "int f(void) { return 1; }", "aarch64-linux-gnu-gcc", "-x", "c", "-c")
	dir := t.TempDir()
	object := filepath.Join(dir, "scene.o")
	if out, err := exec.Command("aarch64-linux-gnu-gcc", "-O2", "-c", "../../testdata/demo/scene.c", "-o", object).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Debian has no licence of another machine's musl where its own stands.
	arm := libc.Config{Target: triple.Triple{Arch: triple.AArch64, OS: triple.Linux}, Licences: map[string]string{"musl": "/usr/share/doc/musl-dev/copyright"}}
	command := staticCommand(t, "arm64", madeLibc(t, arm))
	want, err := os.ReadFile("../../testdata/demo/scene.txt")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("qemu-aarch64", command, "run", "-lib", "libm.so.6", object)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%v: %s\n%s", err, &errs, &out)
	}
}
