//go:build unix

package outfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSpecial: a pipe, and a link to one, stay what they are, and get all that is written; a device, as /dev/null is, would not be one any more.
func TestSpecial(t *testing.T) {
	dir, tmp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", tmp)
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(pipe, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, link} {
		r, err := os.OpenFile(pipe, os.O_RDWR, 0) // does not wait for who writes
		if err != nil {
			t.Fatal(err)
		}
		o, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Contents(100); err != nil {
			t.Fatal(err)
		}
		want := bytes.Repeat([]byte("text"), 100)
		if _, err := o.Write(want); err != nil {
			t.Fatal(err)
		}
		if err := o.Done(0o644); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(want))
		if info, err := os.Stat(path); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
			t.Errorf("%s is replaced: %v, %v", path, info.Mode(), err)
		} else if _, err := r.Read(got); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q, %v", got, err)
		}
		r.Close()
	}
	for _, d := range []string{dir, tmp} {
		if left, _ := os.ReadDir(d); len(left) != map[string]int{dir: 2}[d] {
			t.Errorf("left: %v", left)
		}
	}
}

// TestLink: a link, as /dev/stdout is one, leads to the new file; one that leads nowhere is replaced.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	file, link, nowhere := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "nowhere")
	if err := os.WriteFile(file, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{link: file, nowhere: filepath.Join(dir, "none")} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for path, typ := range map[string]fs.FileMode{link: fs.ModeSymlink, nowhere: 0} {
		o, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Write([]byte("after")); err != nil {
			t.Fatal(err)
		}
		if err := o.Done(0o644); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != typ {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != "after" {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
}
