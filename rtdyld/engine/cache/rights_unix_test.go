//go:build unix

package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDirFIFO: what is no file is refused, and nobody waits for it.
func TestDirFIFO(t *testing.T) {
	d := openDir(t, t.TempDir(), 0)
	key := keyOf("x")
	put(t, d, key, object("o", 10))
	for what, make := range map[string]func(string) error{
		"FIFO": func(p string) error { return syscall.Mkfifo(p, 0o600) }, "folder": func(p string) error { return os.Mkdir(p, 0o700) },
	} {
		if err := os.Remove(d.file(key)); err != nil {
			t.Fatal(err)
		}
		if err := make(d.file(key)); err != nil {
			t.Skip(err)
		}
		var e *RefusedError
		if _, ok, err := d.Get(t.Context(), entryOf(key)); ok || !errors.As(err, &e) || e.Where != d.file(key) {
			t.Errorf("%s: %v %v", what, ok, err)
		}
		if _, err := os.Lstat(d.file(key)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		// Opened without a look at it, as when somebody puts it there in between.
		root, err := os.OpenRoot(filepath.Dir(d.file(key)))
		if err != nil {
			t.Fatal(err)
		}
		f, err := root.OpenFile(filepath.Base(d.file(key)), os.O_RDONLY|noWait, 0)
		if err != nil {
			t.Fatal(err)
		}
		if n, again, err := d.checkOpen(f, fileInfo(t, t.TempDir()), "there"); !again || n != 0 || err != nil {
			t.Errorf("%s: %d bytes, again %t, %v", what, n, again, err)
		}
		f.Close()
		root.Close()
	}
}

func fileInfo(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// TestDirRights: what others may write, or have written, is refused at every level.
func TestDirRights(t *testing.T) {
	key := keyOf("x")
	fresh := func(t *testing.T) *Dir {
		d := openDir(t, t.TempDir(), 0)
		put(t, d, key, object("o", 10))
		return d
	}
	spoil := map[string]func(path string) error{
		"mode 770": func(p string) error { return os.Chmod(p, 0o770) },
		"mode 707": func(p string) error { return os.Chmod(p, 0o707) },
		"user":     func(p string) error { return os.Chown(p, 12345, -1) },
	}
	for what, spoil := range spoil {
		for level, path := range map[string]func(d *Dir) string{
			"own":   func(d *Dir) string { return filepath.Join(d.path, ownFolder) },
			"sub":   func(d *Dir) string { return filepath.Dir(d.file(key)) },
			"entry": func(d *Dir) string { return d.file(key) },
		} {
			t.Run(level+"/"+what, func(t *testing.T) {
				d := fresh(t)
				if err := spoil(path(d)); errors.Is(err, os.ErrPermission) {
					t.Skip(err) // root's right
				} else if err != nil {
					t.Fatal(err)
				}
				var e *RefusedError
				if _, ok, err := d.Get(t.Context(), entryOf(key)); ok || !errors.As(err, &e) || e.Where != path(d) {
					t.Errorf("Get: %v %v", ok, err)
				}
				if _, err := os.Lstat(path(d)); err != nil {
					t.Error(err)
				}
				if level == "entry" {
					return
				}
				if err := d.Put(t.Context(), entryOf(key), object("o", 10)); !errors.Is(err, ErrRefused) {
					t.Errorf("Put: %v", err)
				}
				if _, err := OpenDir(d.path, 0); level == "own" && (!errors.As(err, &e) || !strings.HasPrefix(err.Error(), "cache: ")) {
					t.Errorf("OpenDir: %v", err)
				}
			})
		}
	}
	d := fresh(t)
	if err := os.Chmod(filepath.Join(d.path, ownFolder, tempFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := d.Put(t.Context(), entryOf(key), object("o", 10)); !errors.Is(err, ErrRefused) {
		t.Errorf("Put by way of a folder that others may write: %v", err)
	}
}
