package cache

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// strangers makes files as another program might have them, all of them old, and returns a function
// that sees whether one is gone or changed.
func strangers(t *testing.T, paths ...string) (check func()) {
	t.Helper()
	old := time.Now().Add(-48 * time.Hour)
	for _, p := range paths {
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(p), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(p, old, old); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		t.Helper()
		for _, p := range paths {
			if b, err := os.ReadFile(p); err != nil || string(b) != p {
				t.Errorf("a stranger's file: %q, %v", b, err)
			}
		}
	}
}

// TestDirStrangers: what is not of a Dir stays, whatever it is called and however old and large it is;
// what is goes.
func TestDirStrangers(t *testing.T) {
	dir := t.TempDir()
	name := keyOf("x").String()
	own := filepath.Join(dir, ownFolder)
	check := strangers(t,
		filepath.Join(dir, "tmp", "thesis.tex"), filepath.Join(dir, "tmp", "12345"), filepath.Join(dir, "README"),
		filepath.Join(dir, name[:2], name), filepath.Join(dir, name[:2], name+"-d"),
		filepath.Join(own, "tmp", "thesis.tex"), filepath.Join(own, "tmp", "rtdyld-notes"), filepath.Join(own, "tmp", "rtdyld-"+strings.Repeat("z", 2*tempRandom)),
		filepath.Join(own, "ab", "notes"), filepath.Join(own, "ab", "ab"+strings.Repeat("z", 62)), filepath.Join(own, "ab", name), filepath.Join(own, "abc", name),
	)
	left := filepath.Join(own, "tmp", tempPrefix+strings.Repeat("00", tempRandom))
	strangers(t, left)
	d := openDir(t, dir, 2000)
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what a process left two days ago: %v", err)
	}
	check()
	for i := range 100 {
		put(t, d, keyOf(fmt.Sprint(i)), object("o", 400))
	}
	check()
	if get(t, d, keyOf("99")) == nil || get(t, d, keyOf("0")) != nil {
		t.Error("the last entry is gone, or the first is not")
	}
}

// TestDirLinks: no link is followed, of the folder's own or of an entry.
func TestDirLinks(t *testing.T) {
	elsewhere := t.TempDir()
	link := func(t *testing.T, to, at string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, at); err != nil {
			t.Skip(err) // a right of its own on Windows
		}
	}
	old := filepath.Join(elsewhere, tempPrefix+strings.Repeat("00", tempRandom))
	check := strangers(t, old, filepath.Join(elsewhere, "tmp", filepath.Base(old)), filepath.Join(elsewhere, "thesis.tex"))
	refusedBy := func(t *testing.T, err error, where string) {
		t.Helper()
		var e *RefusedError
		if !errors.Is(err, ErrRefused) || !errors.As(err, &e) || e.Where != where || !strings.Contains(err.Error(), where) {
			t.Errorf("%v, want %s refused", err, where)
		}
	}
	t.Run("own", func(t *testing.T) {
		at := filepath.Join(t.TempDir(), ownFolder)
		link(t, elsewhere, at)
		_, err := OpenDir(filepath.Dir(at), 0)
		refusedBy(t, err, at)
	})
	t.Run("tmp", func(t *testing.T) {
		at := filepath.Join(t.TempDir(), ownFolder, tempFolder)
		link(t, elsewhere, at)
		_, err := OpenDir(filepath.Dir(filepath.Dir(at)), 0)
		refusedBy(t, err, at)
	})
	t.Run("inside", func(t *testing.T) { // to another folder of the same cache
		d := openDir(t, t.TempDir(), 0)
		key := keyOf("x")
		put(t, d, key, object("o", 10))
		folder := filepath.Dir(d.file(key))
		if err := os.Rename(folder, folder+"0"); err != nil {
			t.Fatal(err)
		}
		link(t, filepath.Base(folder)+"0", folder)
		_, _, err := d.Get(t.Context(), entryOf(key))
		refusedBy(t, err, folder)
		refusedBy(t, d.Put(t.Context(), entryOf(key), object("o", 10)), folder)
	})
	t.Run("entry", func(t *testing.T) {
		d := openDir(t, t.TempDir(), 0)
		key := keyOf("x")
		put(t, d, key, object("o", 10))
		to := filepath.Join(elsewhere, "entry")
		if err := os.Rename(d.file(key), to); err != nil {
			t.Fatal(err)
		}
		link(t, to, d.file(key))
		_, _, err := d.Get(t.Context(), entryOf(key))
		refusedBy(t, err, d.file(key))
		put(t, d, key, object("new", 20)) // in place of the link
		if get(t, d, key) == nil {
			t.Error("nothing was put in its place")
		}
		if _, err := os.Stat(to); err != nil {
			t.Error(err)
		}
	})
	check()
}

// TestDirLarge: an entry that is larger than the limit is not read.
func TestDirLarge(t *testing.T) {
	d := openDir(t, t.TempDir(), 1<<16)
	key := keyOf("x")
	put(t, d, key, object("o", 10))
	if err := os.Truncate(d.file(key), 1<<40); err != nil { // no such disk is needed
		t.Skip(err)
	}
	var e *RefusedError
	if _, ok, err := d.Get(t.Context(), entryOf(key)); ok || !errors.As(err, &e) || !strings.Contains(e.What, "1099511627776 bytes") {
		t.Errorf("%v %v", ok, err)
	}
}

// TestDirSigned: an entry counts for the key that signed it alone, as it was and where it was.
func TestDirSigned(t *testing.T) {
	dir := t.TempDir()
	open := func(secret string) *Dir {
		d, err := OpenSignedDir(dir, 0, []byte(secret))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	secret := []byte("secret")
	d, err := OpenSignedDir(dir, 0, secret)
	if err != nil {
		t.Fatal(err)
	}
	clear(secret) // it is copied
	plain, other := openDir(t, dir, 0), open("another")
	key, second := keyOf("x"), keyOf("y")
	good := object("o", 300)
	put(t, d, key, good)
	if b := get(t, open("secret"), key); !bytes.Equal(b, good.Bytes()) {
		t.Error("not what was put")
	}
	damaged := func(what string, d *Dir, key [32]byte) {
		t.Helper()
		obj, ok, err := d.Get(t.Context(), entryOf(key))
		if ok || obj != nil || !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v %v", what, ok, err)
		}
	}
	damaged("another key", other, key)
	if get(t, d, key) == nil {
		t.Error("it was removed by who cannot read it")
	}
	signed, err := os.ReadFile(d.file(key))
	if err != nil {
		t.Fatal(err)
	}
	damaged("no key", plain, key)
	put(t, plain, key, good)
	damaged("not signed", d, key)
	put(t, other, key, good)
	damaged("signed with another key", d, key)
	put(t, d, key, good)
	if get(t, d, key) == nil {
		t.Error("it was not replaced")
	}
	for at := range signed {
		b := bytes.Clone(signed)
		b[at] ^= 1
		if err := os.WriteFile(d.file(key), b, 0o600); err != nil {
			t.Fatal(err)
		}
		damaged(fmt.Sprintf("byte %d", at), d, key)
		put(t, d, key, good)
	}
	// The entry of one key as that of another, its key changed, too.
	put(t, d, second, good)
	moved := bytes.Clone(signed)
	if err := os.WriteFile(d.file(second), moved, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged("another entry", d, second)
	copy(moved[len(dirMagic):], second[:])
	put(t, d, second, good)
	if err := os.WriteFile(d.file(second), moved, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged("another entry with this key", d, second)
}
