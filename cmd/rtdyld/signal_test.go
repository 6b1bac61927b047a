package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// dies sends a command a signal once a file is there, or for "-" once it reads its standard input, which stays open, and wants
// it to die of that.
func dies(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: dies SIGNAL FILE|- COMMAND [ARG...]")
	}
	sig, ok := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}[args[0]]
	if !ok {
		ts.Fatalf("no signal %s", args[0])
	}
	file := ts.MkAbs(args[1])
	cmd := exec.Command("/bin/sh", append([]string{"-c", `exec "$0" "$@"`}, args[2:]...)...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TMPDIR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	in, w, err := os.Pipe()
	ts.Check(err)
	defer w.Close()
	var out bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &out, &out
	ts.Check(cmd.Start())
	in.Close()
	if args[1] == "-" {
		_, err := w.Write(make([]byte, 1<<20)) // more than the pipe takes
		ts.Check(err)
		file = cmd.Dir
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			break
		}
		if time.Now().After(end) {
			cmd.Process.Kill()
			break
		}
	}
	ts.Check(cmd.Process.Signal(sig))
	hung := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer hung.Stop()
	cmd.Wait()
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !ws.Signaled() || ws.Signal() != sig || out.Len() > 0 {
		ts.Fatalf("%v, want it to die of %v\n%s", cmd.ProcessState, sig, out.Bytes())
	}
}

// TestContext: link, link -each and dump end soon after their context, whatever they are at.
func TestContext(t *testing.T) {
	const n = 4
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := make([]byte, n*heed.Bytes)
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: data})
	f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1, Section: text})
	var relocs []objgen.ELFReloc
	for i := range n * heed.Every {
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(i) * 8, Sym: 1, Type: 1})
	}
	f.AddRelocs(text, true, relocs)
	path := filepath.Join(t.TempDir(), "big.o")
	if err := os.WriteFile(path, f.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	paths := []string{path, path, path}
	for _, tt := range []struct {
		name string
		do   func(c *heedtest.Looks) error
	}{
		{"link", func(c *heedtest.Looks) error { return link(c, paths[:1], linkOptions{}, io.Discard) }},
		{"link -why", func(c *heedtest.Looks) error {
			return link(c, paths[:1], linkOptions{names: stringList{"x"}}, io.Discard)
		}},
		{"link -each", func(c *heedtest.Looks) error {
			_, err := linkEach(c, paths, linkOptions{j: 1}, io.Discard, nil)
			return err
		}},
		{"dump", func(c *heedtest.Looks) error {
			if status := dump(call{ctx: c, args: paths[:1], stdout: io.Discard, stderr: io.Discard}, false); status != 0 {
				return c.Err()
			}
			return nil
		}},
	} {
		all := heedtest.Endless()
		if err := tt.do(all); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		least := n
		if tt.name == "dump" {
			least = 1
		}
		if all.Seen() < least {
			t.Errorf("%s: %d looks", tt.name, all.Seen())
		}
		for _, left := range []int{0, all.Seen() / 3, 2 * all.Seen() / 3} {
			c := heedtest.EndsAfter(left)
			c.Ended(t, tt.name, tt.do(c), 16)
		}
	}
}
