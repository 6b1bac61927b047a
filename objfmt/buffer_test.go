package objfmt_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// write makes a file with the contents given.
func write(t *testing.T, contents string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "object-file")
	if err := os.WriteFile(path, []byte(contents), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenBuffer(t *testing.T) {
	for _, contents := range []string{"", "x", strings.Repeat("page", 5000)} {
		path := write(t, contents)
		b, err := objfmt.OpenBuffer(path)
		if err != nil {
			t.Fatal(err)
		}
		b.Prefault()
		if b.Name() != path || string(b.Bytes()) != contents {
			t.Errorf("%s: %d bytes, want %d", b.Name(), len(b.Bytes()), len(contents))
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := b.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("second Close: %v", err)
		}
	}
	if _, err := objfmt.OpenBuffer(filepath.Join(t.TempDir(), "nothing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := objfmt.OpenBuffer(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
}

// mapped counts the mappings of a file in this process.
func mapped(t *testing.T, path string) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(maps, []byte(path))
}

// TestMapping: the file is mapped while there is an owner and no longer, in whatever order they close.
func TestMapping(t *testing.T) {
	citest.Need(t, "/proc/self/maps")
	path := write(t, strings.Repeat("page", 5000))
	rng := rand.New(rand.NewPCG(1, 1))
	for round := range 200 {
		b, err := objfmt.OpenBuffer(path)
		if err != nil {
			t.Fatal(err)
		}
		owners := []*objfmt.ObjectBuffer{b, b.Retain()}
		for range 4 { // members, and members of members
			from := owners[rng.IntN(len(owners))]
			n := rng.Uint64N(uint64(len(from.Bytes())))
			s, err := from.Sub("part", n, uint64(len(from.Bytes()))-n)
			if err != nil {
				t.Fatal(err)
			}
			owners = append(owners, s)
		}
		rng.Shuffle(len(owners), func(i, j int) { owners[i], owners[j] = owners[j], owners[i] })
		for i, o := range owners {
			if mapped(t, path) != 1 {
				t.Fatalf("round %d: with %d owners left: %d mappings", round, len(owners)-i, mapped(t, path))
			}
			if s := o.Bytes(); len(s) > 0 && s[len(s)-1] != 'e' {
				t.Fatal("contents differ")
			}
			if err := o.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if mapped(t, path) != 0 {
			t.Fatalf("round %d: still mapped", round)
		}
	}
}

// TestOpener: files of all sizes have their contents, small ones in memory and others mapped, whatever becomes of other buffers and, of small
// ones, of the file; no buffer can reach what is another's.
func TestOpener(t *testing.T) {
	opener(t, &objfmt.Opener{Files: 1000}, 64<<10, 70)
	opener(t, &objfmt.Opener{}, 1<<20, 70)
}

// opener is TestOpener for one that reads files of so many bytes, but larger than 64 KiB up to 16 MiB of them alone.
func opener(t *testing.T, o *objfmt.Opener, small, files int) {
	var larger, mappings int
	var bufs []*objfmt.ObjectBuffer
	var all []string
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range files {
		size := []int{0, 1, small - 1, small, small + 1}[i%5]
		if i >= 5 {
			size = rng.IntN(small + small/8)
		}
		contents := make([]byte, size)
		for k := range contents {
			contents[k] = byte(rng.Uint32())
		}
		path := write(t, string(contents))
		b, err := o.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Bytes()) != cap(b.Bytes()) || b.Name() != path {
			t.Errorf("%s: %d bytes, room for %d", b.Name(), len(b.Bytes()), cap(b.Bytes()))
		}
		read := size <= small
		if read && size > 64<<10 {
			if read = larger+size <= 16<<20; read {
				larger += size
			}
		}
		if runtime.GOOS == "linux" {
			n := mapped(t, path)
			if (n == 1) == read && size > 0 {
				t.Errorf("file of %d bytes: %d mappings", size, n)
			}
			mappings += n
		}
		if read {
			if err := os.Truncate(path, 0); err != nil {
				t.Fatal(err)
			}
		}
		b.Prefault()
		bufs, all = append(bufs, b), append(all, string(contents))
	}
	if runtime.GOOS == "linux" && (mappings < 3 || mappings == files) {
		t.Errorf("%d of %d files are mapped", mappings, files)
	}
	for i := range bufs {
		if i%3 == 0 {
			if err := bufs[i].Close(); err != nil {
				t.Error(err)
			}
			bufs[i] = nil
		}
	}
	runtime.GC()
	for i, b := range bufs {
		if b != nil && string(b.Bytes()) != all[i] {
			t.Errorf("file %d of %d bytes has others", i, len(all[i]))
		}
	}
	for _, b := range bufs {
		if b == nil {
			continue
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if err := b.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("second Close: %v", err)
		}
	}
}

// TestOpenerBeside: an opener and those beside it read as much of larger files as one would, on any goroutine, and each has memory of its own.
func TestOpenerBeside(t *testing.T) {
	const files, size = 40, 1 << 20
	if read := beside(t, &objfmt.Opener{Files: 3 * files}, files, size); runtime.GOOS == "linux" && (read > 16<<20 || read < 15<<20) {
		t.Errorf("%d bytes are read", read)
	}
	if read := beside(t, &objfmt.Opener{Files: 1000}, 4, size); runtime.GOOS == "linux" && read != 0 {
		t.Errorf("%d bytes of many files are read", read)
	}
}

// beside opens files of some bytes with an opener and two beside it, and returns how many bytes were read.
func beside(t *testing.T, first *objfmt.Opener, files, size int) (read int) {
	second := first.Beside()
	var paths [3][]string
	for k := range paths {
		for i := range files {
			paths[k] = append(paths[k], write(t, strings.Repeat(string(rune('a'+k)), size-i)))
		}
	}
	var bufs [3][]*objfmt.ObjectBuffer
	var wg sync.WaitGroup
	for k, o := range []*objfmt.Opener{first, second, second.Beside()} {
		wg.Go(func() {
			for _, path := range paths[k] {
				b, err := o.Open(path)
				if err != nil {
					t.Error(err)
					return
				}
				bufs[k] = append(bufs[k], b)
			}
		})
	}
	wg.Wait()
	for k := range bufs {
		for i, b := range bufs[k] {
			if strings.Trim(string(b.Bytes()), string(rune('a'+k))) != "" || len(b.Bytes()) != size-i {
				t.Errorf("%d, file %d has others", k, i)
			}
			if runtime.GOOS == "linux" && mapped(t, paths[k][i]) == 0 {
				read += size - i
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	return read
}

func TestSub(t *testing.T) {
	data := []byte("0123456789")
	b := objfmt.NewBuffer("whole", data)
	s, err := b.Sub("part", 3, 4)
	if err != nil || string(s.Bytes()) != "3456" || &s.Bytes()[0] != &data[3] || s.Name() != "part" {
		t.Fatalf("%v, %v", s, err)
	}
	for _, x := range [][2]uint64{{11, 0}, {10, 1}, {0, 11}, {1<<64 - 1, 2}, {5, 1<<64 - 3}} {
		_, err := b.Sub("bad", x[0], x[1])
		var fe *objfmt.FormatError
		if !errors.As(err, &fe) || fe.File != "whole" || fe.Offset != x[0] || fe.What != "bad" || !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("Sub(%d, %d): %v", x[0], x[1], err)
		}
	}
	// The failures took no ownership: two owners, b and s.
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if again, err := b.Sub("again", 0, 1); err != nil { // s still owns b
		t.Error(err)
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for _, closed := range []*objfmt.ObjectBuffer{b, s} {
		if _, err := closed.Sub("late", 0, 1); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("Sub of a closed buffer: %v", err)
		}
		if err := closed.Close(); !errors.Is(err, objfmt.ErrClosed) {
			t.Errorf("Close of a closed buffer: %v", err)
		}
	}
}

// TestBufferFunc: the last owner, of the buffer or a part of it, gives the bytes back, once, and gets the error.
func TestBufferFunc(t *testing.T) {
	data, failed := []byte("0123456789"), errors.New("not given back")
	var calls int
	b := objfmt.NewBufferFunc("whole", data, func(back []byte) error {
		if calls++; &back[0] != &data[0] || len(back) != len(data) {
			t.Errorf("gave back %q", back)
		}
		return failed
	})
	s, err := b.Sub("part", 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil || calls != 0 {
		t.Errorf("a part is open: %v, %d calls", err, calls)
	}
	if err := s.Close(); err != failed || calls != 1 {
		t.Errorf("%v, %d calls", err, calls)
	}
	if err := b.Close(); err != objfmt.ErrClosed || calls != 1 || b.Bytes() != nil {
		t.Errorf("%v, %d calls", err, calls)
	}
}

func TestRetainClosed(t *testing.T) {
	b := objfmt.NewBuffer("b", nil)
	b.Close()
	defer func() {
		if recover() == nil {
			t.Error("Retain of a closed buffer returned")
		}
	}()
	b.Retain()
}

// TestConcurrentOwners: owners come and go from many goroutines.
func TestConcurrentOwners(t *testing.T) {
	b, err := objfmt.OpenBuffer(write(t, strings.Repeat("x", 10000)))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		mine := b.Retain()
		wg.Go(func() {
			for range 500 {
				s, err := mine.Sub("s", 100, 100)
				if err != nil {
					t.Error(err)
					return
				}
				if s.Bytes()[99] != 'x' {
					t.Error("contents differ")
				}
				s.Close()
			}
			mine.Close()
		})
	}
	b.Close()
	wg.Wait()
	if err := b.Close(); !errors.Is(err, objfmt.ErrClosed) {
		t.Errorf("somebody still owns it: %v", err)
	}
}
