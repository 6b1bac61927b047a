package perf

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// newMap makes a Map in a folder that fails the test for any error but those that want
// matches.
func newMap(t testing.TB, dir string, want error) *Map {
	t.Helper()
	m, err := NewMap(Config{Dir: dir, OnError: func(err error) {
		if want == nil || !errors.Is(err, want) {
			t.Error(err)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func mapPath(dir string) string {
	return filepath.Join(dir, "perf-"+strconv.Itoa(os.Getpid())+".map")
}

func TestMap(t *testing.T) {
	dir := t.TempDir()
	m := newMap(t, dir, nil)
	if m.Path() != mapPath(dir) {
		t.Errorf("path %s", m.Path())
	}
	r := newRig(t, m)
	a := r.load("a.o", object("one", "two words", "_ZN1a1bEv"), 0x7f00_1000)
	b := r.load("b.o", object("three"), 0x4000)
	rows, gone := readMap(t, m.Path())
	want := []row{{0x7f00_1000, 16, "one"}, {0x7f00_1010, 16, "two words"}, {0x7f00_1020, 16, "_ZN1a1bEv"}, {0x4000, 16, "three"}}
	if !slices.Equal(rows, want) || gone != 0 {
		t.Errorf("got %x, want %x", rows, want)
	}
	// perf reads the file when all is over: what is unloaded stays.
	r.unload(a, b)
	if rows, _ := readMap(t, m.Path()); !slices.Equal(rows, want) {
		t.Errorf("after the end %x", rows)
	}
	info, err := os.Stat(m.Path())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := m.Close(); err != nil || m.Err() != nil {
		t.Error(err)
	}
	r.load("c.o", object("late"), 0x9000)
	if rows, _ := readMap(t, m.Path()); !slices.Equal(rows, want) {
		t.Errorf("after Close %x", rows)
	}
}

// TestMapReuse: other code at an address takes out what was there, and no more.
func TestMapReuse(t *testing.T) {
	m := newMap(t, t.TempDir(), nil)
	r := newRig(t, m)
	a := r.load("a.o", object("a0", "a1", "a2", "a3"), 0x10000)
	b := r.load("b.o", object("b0"), 0x10100)
	long := r.load("l.o", object(many("l", 600)...), 0x20000) // more than two pages
	r.unload(a, b, long)
	r.load("c.o", object("c0", "c1"), 0x10010)
	r.load("d.o", object("d0"), 0x22000)
	// A function of three pages goes whichever of them is used again.
	for i, addr := range []uint64{0x50000, 0x51800, 0x52ff0} {
		r.unload(r.load("large.o", sized(0x3000, "large"), 0x50000))
		r.unload(r.load("small.o", object("small"+strconv.Itoa(i)), addr))
		if rows, _ := readMap(t, m.Path()); at(rows, 0x50000)+at(rows, 0x51000)+at(rows, 0x52000) != at(rows[len(rows)-1:], 0x50000) {
			t.Errorf("after %#x: %x", addr, rows)
		}
	}
	rows, gone := readMap(t, m.Path())
	for addr, want := range map[uint64]string{
		0x10000: "a0", 0x1000f: "a0", 0x10010: "c0", 0x10020: "c1", 0x1002f: "c1", 0x10030: "a3", 0x10100: "b0",
		0x20000: "l0", 0x21ff0: "l511", 0x22000: "d0", 0x22010: "l513",
	} {
		if got := at(rows, addr); got != want {
			t.Errorf("%#x is %q, want %q", addr, got, want)
		}
	}
	own, dead := int64(0), int64(0)
	text, _ := os.ReadFile(m.Path())
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "0 0 ") {
			dead += int64(len(line))
		} else {
			own += int64(len(line))
		}
	}
	if own != m.file.own || dead != m.file.dead {
		t.Errorf("%d and %d bytes, counted %d and %d", own, dead, m.file.own, m.file.dead)
	}
	if gone != 3+3+2 {
		t.Errorf("%d taken out", gone)
	}
}

func many(name string, n int) (names []string) {
	for i := range n {
		names = append(names, name+strconv.Itoa(i))
	}
	return names
}

// TestMapShared: Maps of one folder share the file, and the last closes it.
func TestMapShared(t *testing.T) {
	dir := t.TempDir()
	m, n := newMap(t, dir, nil), newMap(t, dir, nil)
	r, s := newRig(t, m, n), newRig(t, n) // one is told twice
	a := r.load("a.o", object("a"), 0x10000)
	s.load("b.o", object("b"), 0x20000)
	if rows, _ := readMap(t, m.Path()); len(rows) != 2 {
		t.Errorf("%x", rows)
	}
	r.unload(a)
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	// Through the closed one nothing is written any more.
	newRig(t, m).load("late.o", object("late"), 0x60000)
	if rows, _ := readMap(t, m.Path()); at(rows, 0x60000) != "" {
		t.Errorf("%x", rows)
	}
	// The other's code takes the place of what the closed one wrote.
	s.load("c.o", object("c"), 0x10000)
	rows, _ := readMap(t, n.Path())
	if got := at(rows, 0x10000) + at(rows, 0x20000); got != "cb" {
		t.Errorf("%s", got)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	// The next process goes on with the file, and knows what is in it.
	q := newRig(t, newMap(t, dir, nil))
	q.load("q.o", object("q"), 0x30000)
	q.load("p.o", object("p"), 0x20000)
	if rows, _ := readMap(t, n.Path()); at(rows, 0x20000) != "p" || at(rows, 0x10000) != "c" || at(rows, 0x30000) != "q" {
		t.Errorf("%x", rows)
	}
}

// TestMapStorm: many linkers at once; what is loaded at the end is in the file, once, and
// nothing else at those addresses.
func TestMapStorm(t *testing.T) {
	dir := t.TempDir()
	const linkers, rounds = 8, 60
	var wg sync.WaitGroup
	for k := range linkers {
		wg.Go(func() {
			m, err := NewMap(Config{Dir: dir})
			if err != nil {
				t.Error(err)
				return
			}
			r := newRig(t, m)
			base := uint64(k+1) << 20
			var o *rtdyld.Object
			for i := range rounds {
				if o != nil {
					r.unload(o)
				}
				o = r.load("x.o", object(many(fmt.Sprintf("f%d.%d.", k, i), 1+i%7)...), base+uint64(i%5)*16)
			}
			if k > 0 { // else the file would be another
				if err := m.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	rows, _ := readMap(t, mapPath(dir))
	for k := range linkers {
		for i := range uint64(1 + (rounds-1)%7) {
			addr := uint64(k+1)<<20 + (rounds-1)%5*16 + 16*i
			if got, want := at(rows, addr), fmt.Sprintf("f%d.%d.%d", k, rounds-1, i); got != want {
				t.Errorf("%#x is %q, want %q", addr, got, want)
			}
		}
	}
	for i, r := range rows {
		for _, s := range rows[:i] {
			if r.addr < s.addr+s.size && s.addr < r.addr+r.size {
				t.Fatalf("%x overlaps %x", r, s)
			}
		}
	}
}

// TestMapStaysSmall: the file of a program that loads and unloads forever does not grow.
func TestMapStaysSmall(t *testing.T) {
	dir := t.TempDir()
	m := newMap(t, dir, nil)
	r := newRig(t, m)
	kept := r.load("kept.o", object("kept0", "kept1"), 0x10000)
	long := strings.Repeat("n", 1000)
	largest := int64(0)
	for i := range 60 {
		o := r.load("x.o", object(many(long+strconv.Itoa(i)+"_", 40)...), 0x40000)
		r.unload(o)
		info, err := os.Stat(m.Path())
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, info.Size())
	}
	if largest > minDead+100<<10 || largest < minDead {
		t.Errorf("the file had %d bytes", largest)
	}
	rows, _ := readMap(t, m.Path())
	if at(rows, 0x10000) != "kept0" || at(rows, 0x10010) != "kept1" || at(rows, 0x40000) != long+"59_0" {
		t.Errorf("%.100x", rows)
	}
	// The entries' places in the file are known still.
	r.unload(kept)
	r.load("y.o", object("new"), 0x10010)
	rows, _ = readMap(t, m.Path())
	if at(rows, 0x10000) != "kept0" || at(rows, 0x10010) != "new" || at(rows, 0x40270) != long+"59_39" {
		t.Errorf("%.100x", rows)
	}
	if names, err := filepath.Glob(dir + "/*"); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// TestMapOfAnother: what another part of the process writes to the file stays as it is.
func TestMapOfAnother(t *testing.T) {
	dir := t.TempDir()
	other := "1000 10 jvm::method\n"
	if err := os.WriteFile(mapPath(dir), []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	m := newMap(t, dir, nil)
	r := newRig(t, m)
	long := strings.Repeat("n", 1000)
	for range 40 {
		r.unload(r.load("x.o", object(many(long, 40)...), 0x40000))
	}
	f, err := os.OpenFile(m.Path(), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteString("2000 10 another\n")
	r.unload(r.load("x.o", object("last"), 0x40000))
	info, err := f.Stat()
	same, err2 := os.Stat(m.Path())
	if err != nil || err2 != nil || !os.SameFile(info, same) {
		t.Error("the file was replaced")
	}
	rows, gone := readMap(t, m.Path())
	if at(rows, 0x1000) != "jvm::method" || at(rows, 0x2000) != "another" || at(rows, 0x40000) != "last" || gone < 1500 {
		t.Errorf("%.100x, %d taken out", rows, gone)
	}
}

// TestMapOlder: a file of an earlier process of that number is replaced.
func TestMapOlder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(mapPath(dir), []byte("10000 10 stale\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	born, ok := started(os.Getpid())
	if age := time.Since(born); !ok || age < 0 || age > time.Hour {
		t.Fatalf("started %v", born)
	}
	old := born.Add(-2 * time.Second)
	if err := os.Chtimes(mapPath(dir), old, old); err != nil {
		t.Fatal(err)
	}
	m := newMap(t, dir, nil)
	newRig(t, m).load("a.o", object("a"), 0x20000)
	if rows, _ := readMap(t, m.Path()); len(rows) != 1 || rows[0].name != "a" {
		t.Errorf("%x", rows)
	}
}

// TestMapSeconds: a file of this process is told from an earlier one's where the system knows
// seconds alone.
func TestMapSeconds(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(mapPath(dir), []byte("10000 10 before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	born, ok := started(os.Getpid())
	second := born.Truncate(time.Second)
	if err := os.Chtimes(mapPath(dir), second, second); err != nil || !ok {
		t.Fatal(ok, err)
	}
	m := newMap(t, dir, nil)
	newRig(t, m).load("a.o", object("a"), 0x20000)
	if rows, _ := readMap(t, m.Path()); len(rows) != 2 {
		t.Errorf("%x", rows)
	}
}

// TestUnsafe: what another user may have put in the way is not touched, by neither.
func TestUnsafe(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text string
		make       func(path string) error
	}{
		{"symlink", "is a symbolic link", func(path string) error { return os.Symlink(target, path) }},
		{"dangling symlink", "is a symbolic link", func(path string) error { return os.Symlink(target+".new", path) }},
		{"hard link", " names", func(path string) error { return os.Link(target, path) }},
		{"pipe", "is there and no regular file", func(path string) error { return unix.Mkfifo(path, 0o600) }},
		{"folder", "", func(path string) error { return os.Mkdir(path, 0o700) }},
		{"other user", "belongs to another user", func(path string) error {
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				return err
			}
			return os.Chown(path, 12345, 12345)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if os.Geteuid() != 0 && c.name == "other user" {
				t.Skip("for the superuser")
			}
			if err := c.make(mapPath(dir)); err != nil {
				t.Fatal(err)
			}
			if err := c.make(filepath.Join(dir, "jit-"+strconv.Itoa(os.Getpid())+".dump")); err != nil {
				if c.name != "hard link" {
					t.Fatal(err)
				}
			}
			_, err := NewMap(Config{Dir: dir})
			_, err2 := NewDump(Config{Dir: dir})
			for _, err := range []error{err, err2} {
				var fe *FileError
				if !errors.As(err, &fe) || fe.Op != "create" || !strings.Contains(err.Error(), c.text) {
					t.Errorf("%v", err)
				}
				if c.text != "" && !errors.Is(err, ErrUnsafe) {
					t.Errorf("%v", err)
				}
			}
			if b, err := os.ReadFile(target); err != nil || string(b) != "precious" {
				t.Errorf("%q, %v", b, err)
			}
			if _, err := os.Stat(target + ".new"); err == nil {
				t.Error("a symbolic link was followed")
			}
			os.Remove(mapPath(dir))
		})
	}
}

// TestMapFolder: a folder that is not there is an error, and nothing stays behind.
func TestMapFolder(t *testing.T) {
	before := len(maps.files)
	_, err := NewMap(Config{Dir: filepath.Join(t.TempDir(), "none")})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if len(maps.files) != before {
		t.Errorf("%d files, before %d", len(maps.files), before)
	}
}

// TestMapRemoved: a program goes on if somebody removes the file, or puts another there.
func TestMapRemoved(t *testing.T) {
	m := newMap(t, t.TempDir(), fs.ErrNotExist)
	r := newRig(t, m)
	r.unload(r.load("a.o", object("a"), 0x10000))
	if err := os.Remove(m.Path()); err != nil {
		t.Fatal(err)
	}
	r.load("b.o", object("b"), 0x10000)
	var fe *FileError
	if !errors.As(m.Err(), &fe) || fe.Op != "take out" || fe.Path != m.Path() {
		t.Error(m.Err())
	}
	n := newMap(t, t.TempDir(), ErrUnsafe)
	r = newRig(t, n)
	r.unload(r.load("a.o", object("a"), 0x10000))
	if err := os.Rename(n.Path(), n.Path()+".moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(n.Path(), []byte("1 1 x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.load("b.o", object("b"), 0x10000)
	if !errors.Is(n.Err(), ErrUnsafe) {
		t.Error(n.Err())
	}
	if b, _ := os.ReadFile(n.Path()); string(b) != "1 1 x\n" {
		t.Errorf("%q", b)
	}
}

// TestForeign: code for another processor cannot run in this process, and is not said to.
func TestForeign(t *testing.T) {
	dir := t.TempDir()
	var told []error
	o := Config{Dir: dir, OnError: func(err error) { told = append(told, err) }}
	m, err := NewMap(o)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	d, err := NewDump(o)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := &objgen.ELF{Is64: true, Machine: 62}
	if runtime.GOARCH == "amd64" {
		f.Machine = 183
	}
	f.AddSymbol(objgen.ELFSymbol{Name: "f", Size: 16, Type: 2, Section: f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16), Align: 16})})
	newRig(t, m, d).load("f.o", f.Bytes(), 0x10000)
	if rows, _ := readMap(t, m.Path()); len(rows) != 0 {
		t.Errorf("%x", rows)
	}
	var oe *ObjectError
	if len(told) != 2 || !errors.As(told[0], &oe) || oe.Object != "f.o" || m.Err() == nil || d.Err() == nil {
		t.Errorf("%v", told)
	}
}

// TestMapOfAProcess: a map may be for another process on this machine.
func TestMapOfAProcess(t *testing.T) {
	dir := t.TempDir()
	m, err := NewMap(Config{Dir: dir, PID: syscall.Getppid()})
	if err != nil {
		t.Fatal(err)
	}
	newRig(t, m).load("a.o", object("a"), 0x10000)
	if rows, _ := readMap(t, filepath.Join(dir, fmt.Sprintf("perf-%d.map", syscall.Getppid()))); len(rows) != 1 {
		t.Errorf("%x", rows)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	_, err = NewDump(Config{Dir: dir, PID: syscall.Getppid()})
	if !errors.Is(err, objfmt.ErrUnsupported) || !strings.Contains(err.Error(), "jitdump of another process, which would have to map the file: not supported") {
		t.Error(err)
	}
}
