package cache

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

func keyOf(s string) compiler.Key { return sha256.Sum256([]byte(s)) }

func entryOf(key compiler.Key) compiler.Entry { return compiler.Entry{Key: key} }

func object(name string, n int) *objfmt.ObjectBuffer {
	b := make([]byte, n)
	r := rand.NewChaCha8(sha256.Sum256([]byte(name)))
	r.Read(b)
	return objfmt.NewBuffer(name, b)
}

// caches are those that need no server, each with room for what the tests put.
var caches = []struct {
	name string
	open func(t *testing.T) compiler.ObjectCache
}{
	{"memory", func(*testing.T) compiler.ObjectCache { return NewMemory(1 << 20) }},
	{"dir", func(t *testing.T) compiler.ObjectCache { return openDir(t, t.TempDir(), 1<<20) }},
	{"chain", func(t *testing.T) compiler.ObjectCache {
		return NewChain(NewMemory(1000), openDir(t, t.TempDir(), 1<<20))
	}},
	{"http", func(t *testing.T) compiler.ObjectCache {
		h, err := NewHTTP(newServer(t).URL, HTTPConfig{})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}},
}

func openDir(t testing.TB, path string, limit int64) *Dir {
	t.Helper()
	d, err := OpenDir(path, limit)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// get asks for an object; nil if there is none.
func get(t testing.TB, c compiler.ObjectCache, key compiler.Key) []byte {
	t.Helper()
	obj, ok, err := c.Get(t.Context(), entryOf(key))
	if err != nil {
		t.Fatal(err)
	}
	if ok != (obj != nil) {
		t.Fatalf("%v with object %v", ok, obj)
	}
	if !ok {
		return nil
	}
	b := bytes.Clone(obj.Bytes())
	if err := obj.Close(); err != nil {
		t.Fatal(err)
	}
	return b
}

func put(t testing.TB, c compiler.ObjectCache, key compiler.Key, obj *objfmt.ObjectBuffer) {
	t.Helper()
	if err := c.Put(t.Context(), entryOf(key), obj); err != nil {
		t.Fatal(err)
	}
}

// TestObjectCache: what was put comes back, under its name; later puts count; contexts
// that have ended end.
func TestObjectCache(t *testing.T) {
	for _, c := range caches {
		t.Run(c.name, func(t *testing.T) {
			cache := c.open(t)
			if b := get(t, cache, keyOf("a")); b != nil {
				t.Fatal("an object before there is one")
			}
			for _, n := range []int{0, 1, 100, 5000} {
				obj := object(fmt.Sprintf("m/%d.o", n), n)
				want := bytes.Clone(obj.Bytes())
				put(t, cache, keyOf("a"), obj)
				clear(obj.Bytes()) // it must have been copied
				got, ok, err := cache.Get(t.Context(), entryOf(keyOf("a")))
				if err != nil || !ok || !bytes.Equal(got.Bytes(), want) || got.Name() != obj.Name() {
					t.Fatalf("%d bytes: %v %v %v", n, got, ok, err)
				}
				if b := get(t, cache, keyOf("b")); b != nil {
					t.Fatal("the object of another key")
				}
			}
			kept, _, _ := cache.Get(t.Context(), entryOf(keyOf("a")))
			before := bytes.Clone(kept.Bytes())
			put(t, cache, keyOf("a"), object("other", 5000))
			if !bytes.Equal(kept.Bytes(), before) {
				t.Error("an object that was handed out has changed")
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			cause := errors.New("enough")
			cancel(cause)
			if _, _, err := cache.Get(ctx, entryOf(keyOf("a"))); !errors.Is(err, cause) {
				t.Error(err)
			}
			if err := cache.Put(ctx, entryOf(keyOf("a")), object("x", 1)); !errors.Is(err, cause) {
				t.Error(err)
			}
		})
	}
}

// TestConcurrent: many goroutines, few keys.
func TestConcurrent(t *testing.T) {
	for _, c := range caches {
		t.Run(c.name, func(t *testing.T) {
			cache := c.open(t)
			var wg sync.WaitGroup
			for g := range 8 {
				wg.Go(func() {
					for i := range 50 {
						name := fmt.Sprint((g + i) % 5)
						want := object(name, 300)
						if err := cache.Put(t.Context(), entryOf(keyOf(name)), want); err != nil {
							t.Error(err)
						}
						got, ok, err := cache.Get(t.Context(), entryOf(keyOf(name)))
						if err != nil || !ok || !bytes.Equal(got.Bytes(), want.Bytes()) {
							t.Errorf("%v %v", ok, err)
						}
					}
				})
			}
			wg.Wait()
		})
	}
}

func TestMemoryLimit(t *testing.T) {
	cost := func(n int) int64 { return (&memoryEntry{name: "a", data: make([]byte, n)}).cost() }
	m := NewMemory(3 * cost(100))
	for i := range 3 {
		put(t, m, keyOf(fmt.Sprint(i)), object("a", 100))
	}
	get(t, m, keyOf("0")) // so that 1 is the oldest
	put(t, m, keyOf("3"), object("a", 100))
	for i, want := range []bool{true, false, true, true} {
		if got := get(t, m, keyOf(fmt.Sprint(i))) != nil; got != want {
			t.Errorf("object %d is there: %v", i, got)
		}
	}
	if n, size := m.Size(); n != 3 || size != 3*cost(100) {
		t.Errorf("%d objects, %d bytes", n, size)
	}
	put(t, m, keyOf("0"), object("a", 1000)) // too large: the old one must not stay
	if get(t, m, keyOf("0")) != nil {
		t.Error("an object that was replaced")
	}
	put(t, m, keyOf("4"), object("a", 200)) // one large for two
	if n, size := m.Size(); size > 3*cost(100) || n != 2 {
		t.Errorf("%d objects, %d bytes", n, size)
	}
}

// TestDirDamage: each way in which a file may be wrong is noticed, and the file goes.
func TestDirDamage(t *testing.T) {
	d := openDir(t, t.TempDir(), 0)
	key, other := keyOf("a"), keyOf("b")
	put(t, d, key, object("a.o", 500))
	good, err := os.ReadFile(d.file(key))
	if err != nil {
		t.Fatal(err)
	}
	put(t, d, other, object("b.o", 500))
	wrong, err := os.ReadFile(d.file(other))
	if err != nil {
		t.Fatal(err)
	}
	long := bytes.Clone(good)
	long[dirHead], long[dirHead+1] = 0xff, 0xff // a name longer than the file, with the right hash
	sum := sha256.Sum256(long[dirHead:])
	copy(long[dirHead-sha256.Size:], sum[:])
	damaged := map[string][]byte{"empty": {}, "zeros": make([]byte, len(good)), "longer": append(bytes.Clone(good), 0), "another's": wrong, "long name": long}
	for _, n := range []int{1, 30, dirHead - 1, dirHead, dirHead + 1, dirHead + 3, len(good) - 1} {
		damaged[fmt.Sprintf("%d bytes", n)] = good[:n]
	}
	for _, at := range []int{0, 25, dirHead - 10, dirHead, dirHead + 2, dirHead + 10, len(good) - 1} {
		b := bytes.Clone(good)
		b[at] ^= 0x10
		damaged[fmt.Sprintf("byte %d", at)] = b
	}
	for name, b := range damaged {
		if err := os.WriteFile(d.file(key), b, 0o600); err != nil {
			t.Fatal(err)
		}
		_, ok, err := d.Get(t.Context(), entryOf(key))
		var e *DamagedError
		if ok || !errors.Is(err, ErrDamaged) || !errors.As(err, &e) || e.Key != key || e.Where != d.file(key) {
			t.Errorf("%s: %v, error %v", name, ok, err)
		}
		if get(t, d, key) != nil {
			t.Errorf("%s: it is back", name)
		}
		put(t, d, key, object("a.o", 500))
		if get(t, d, key) == nil {
			t.Errorf("%s: nothing was put", name)
		}
	}
}

// usage is what the files of a folder take, entries and others.
func usage(t testing.TB, dir string) (entries, bytes, others int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return nil
		}
		if len(e.Name()) == 64 {
			entries++
			bytes += info.Size()
		} else {
			others++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries, bytes, others
}

// TestDirLimit: what was used least recently goes.
func TestDirLimit(t *testing.T) {
	const size, n = 1000, 100
	d := openDir(t, t.TempDir(), 20*(size+200))
	name := func(i int) compiler.Key { return keyOf(fmt.Sprint(i)) }
	old := time.Now().Add(-time.Hour)
	for i := range n {
		put(t, d, name(i), object("o", size))
		// As if a second had passed for each; the first is used again and again.
		at := old.Add(time.Duration(i) * time.Second)
		os.Chtimes(d.file(name(i)), at, at)
		if get(t, d, name(0)) == nil {
			t.Fatalf("after %d objects the one in use is gone", i)
		}
		if _, bytes, _ := usage(t, d.Path()); bytes > d.limit+d.limit/16+size {
			t.Fatalf("%d bytes after %d objects, the limit is %d", bytes, i, d.limit)
		}
	}
	gap := false
	for i := n - 1; i > 0; i-- {
		there := get(t, d, name(i)) != nil
		if gap && there {
			t.Errorf("object %d is there, a later one is not", i)
		}
		gap = gap || !there
	}
	if !gap || get(t, d, name(n-1)) == nil {
		t.Error("nothing went, or the last")
	}
	put(t, d, name(1), object("o", int(d.limit)))
	if get(t, d, name(1)) != nil {
		t.Error("an object larger than the folder")
	}
}

// TestDirFolder: the folder is a user's own, may be emptied at any time, and has others'
// files left alone.
func TestDirFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b")
	d := openDir(t, path, 1000)
	if st, err := os.Stat(path); err != nil || st.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v %v", st.Mode(), err)
	}
	foreign := filepath.Join(path, "README")
	if err := os.WriteFile(foreign, make([]byte, 5000), 0o666); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		put(t, d, keyOf(fmt.Sprint(i)), object("o", 100))
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
	put(t, d, keyOf("x"), object("o", 100))
	if get(t, d, keyOf("x")) == nil {
		t.Error("not put into a folder that was removed")
	}
	// Where nothing can be made there is an error, and no panic.
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o666)
	if _, err := OpenDir(filepath.Join(file, "x"), 0); err == nil || !strings.HasPrefix(err.Error(), "cache: ") {
		t.Errorf("%v", err)
	}
	bad := &Dir{path: filepath.Join(file, "x"), own: ownFolder, limit: 1000}
	if err := bad.Put(t.Context(), entryOf(keyOf("x")), object("o", 1)); err == nil {
		t.Error("put into a file")
	}
	if _, ok, err := bad.Get(t.Context(), entryOf(keyOf("x"))); ok || err == nil && os.PathSeparator == '/' {
		t.Errorf("%v %v", ok, err)
	}
}

// broken is a cache of which everything fails.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Get(context.Context, compiler.Entry) (*objfmt.ObjectBuffer, bool, error) {
	return nil, false, errBroken
}
func (broken) Put(context.Context, compiler.Entry, *objfmt.ObjectBuffer) error { return errBroken }

func TestChain(t *testing.T) {
	near, far := NewMemory(1<<20), NewMemory(1<<20)
	c := NewChain(near, broken{}, far)
	var told error
	c.Report = func(err error) { told = err }
	if _, ok, err := c.Get(t.Context(), entryOf(keyOf("a"))); ok || !errors.Is(err, errBroken) {
		t.Errorf("%v %v", ok, err)
	}
	put(t, far, keyOf("a"), object("a", 10))
	if get(t, c, keyOf("a")) == nil || !errors.Is(told, errBroken) {
		t.Errorf("reported: %v", told)
	}
	if get(t, near, keyOf("a")) == nil {
		t.Error("the nearer one was not given it")
	}
	told = nil
	if get(t, c, keyOf("a")) == nil || told != nil {
		t.Errorf("the nearest does not answer: %v", told)
	}
	if err := c.Put(t.Context(), entryOf(keyOf("b")), object("b", 10)); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if get(t, near, keyOf("b")) == nil || get(t, far, keyOf("b")) == nil {
		t.Error("not put into every one")
	}
	if _, ok, err := NewChain().Get(t.Context(), entryOf(keyOf("a"))); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
}

// BenchmarkGet: objects of 64 KiB.
func BenchmarkGet(b *testing.B) {
	for _, c := range []struct {
		name  string
		cache compiler.ObjectCache
	}{{"memory", NewMemory(1 << 20)}, {"dir", openDir(b, b.TempDir(), 0)}} {
		b.Run(c.name, func(b *testing.B) {
			put(b, c.cache, keyOf("a"), object("a", 64<<10))
			b.SetBytes(64 << 10)
			for b.Loop() {
				if _, ok, err := c.cache.Get(b.Context(), entryOf(keyOf("a"))); !ok || err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDirPut: objects of 64 KiB into a folder of 1,000.
func BenchmarkDirPut(b *testing.B) {
	d := openDir(b, b.TempDir(), 64<<20)
	obj := object("a", 64<<10)
	b.SetBytes(64 << 10)
	for i := 0; b.Loop(); i++ {
		put(b, d, keyOf(fmt.Sprint(i)), obj)
	}
}

// TestStamped: an object that tells that it was made from something else is damaged, wherever it is
// kept, and a cache behind is asked.
func TestStamped(t *testing.T) {
	plain, err := os.ReadFile(filepath.FromSlash("../../../testdata/elf-amd64/pc32.o"))
	if err != nil {
		t.Fatal(err)
	}
	own, other := compiler.NewEntry(compiler.Signature{Name: "own"}), compiler.Signature{Name: "other"}
	stamp := func(s compiler.Signature) *objfmt.ObjectBuffer {
		b, err := compiler.Stamp(plain, s)
		if err != nil {
			t.Fatal(err)
		}
		return objfmt.NewBuffer("a.o", b)
	}
	for _, c := range caches {
		if c.name == "memory" || c.name == "chain" { // of which nobody else can write
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			near, far := c.open(t), NewMemory(1<<20)
			chain := NewChain(near, far)
			for _, obj := range []*objfmt.ObjectBuffer{objfmt.NewBuffer("a.o", plain), stamp(own.Signature)} {
				if err := near.Put(t.Context(), own, obj); err != nil {
					t.Fatal(err)
				}
				if got, ok, err := near.Get(t.Context(), own); !ok || err != nil || !bytes.Equal(got.Bytes(), obj.Bytes()) {
					t.Errorf("%v %v", ok, err)
				}
			}
			if err := errors.Join(near.Put(t.Context(), own, stamp(other)), far.Put(t.Context(), own, stamp(own.Signature))); err != nil {
				t.Fatal(err)
			}
			if _, ok, err := near.Get(t.Context(), own); ok || !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "stamp of other") {
				t.Errorf("%v %v", ok, err)
			}
			if got, ok, err := chain.Get(t.Context(), own); !ok || err != nil || !bytes.Equal(got.Bytes(), stamp(own.Signature).Bytes()) {
				t.Errorf("a cache behind: %v %v", ok, err)
			}
			if _, ok, err := near.Get(t.Context(), own); !ok || err != nil {
				t.Errorf("not mended: %v %v", ok, err)
			}
		})
	}
}
