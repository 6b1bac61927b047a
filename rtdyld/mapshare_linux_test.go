//go:build amd64

package rtdyld_test

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// imageChild has the test's program map an image: "FILE WHERE RANDOM".
const imageChild = "RTDYLD_IMAGE_CHILD"

// mappedIn is what a process says of an image that it has mapped.
type mappedIn struct {
	Random  bool // the system puts its memory anywhere
	Blocks  []rtdyld.Block
	Version int32 // what a function of it returns
}

// ownedIn is what it says of the pages, when another one has it mapped, too.
type ownedIn struct {
	Own    []uint64 // addresses of pages that are the process's own
	Text   shares
	Others []shares // of mappings that are not code
}

// shares are what smaps says of a mapping, KiB.
type shares struct{ Size, Rss, Shared, Private int }

// TestMapImageChild is what other processes of the tests do.
func TestMapImageChild(t *testing.T) {
	what := strings.Fields(os.Getenv(imageChild))
	if len(what) == 0 {
		t.Skip("for tests that start it")
	}
	const noRandom = 0x40000 // ADDR_NO_RANDOMIZE
	now, _, _ := unix.RawSyscall(unix.SYS_PERSONALITY, 0xffffffff, 0, 0)
	if what[2] == "fixed" && now&noRandom == 0 {
		if _, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, now|noRandom, 0, 0); errno == 0 {
			t.Fatal(unix.Exec("/proc/self/exe", os.Args, os.Environ()))
		} else if citest.CI() { // containers may refuse it
			t.Fatal(errno)
		}
	}
	p, err := host.Open(host.Config{Libraries: []string{"libm.so.6"}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o, err := l.MapImage(t.Context(), openImage(t, what[0]), rtdyld.MapConfig{Elsewhere: what[1] == "elsewhere"})
	if err != nil {
		t.Fatal(err)
	}
	out := gob.NewEncoder(os.NewFile(3, "answers"))
	m := mappedIn{Random: now&noRandom == 0}
	for _, b := range o.Blocks() { // reads all pages
		m.Blocks = append(m.Blocks, rtdyld.Block{Addr: b.Addr, Mem: bytes.Clone(b.Mem)})
	}
	own := ownPages(t, o)
	s, err := l.Lookup("sqlite3_libversion_number")
	if err != nil {
		t.Fatal(err)
	}
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	f, err := abi.Func0[int32](caller, s.Addr)
	if err != nil {
		t.Fatal(err)
	}
	m.Version = f()
	if err := out.Encode(m); err != nil {
		t.Fatal(err)
	}
	if _, err := os.NewFile(4, "questions").Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	text, others := sharesOf(t, what[0])
	if err := out.Encode(ownedIn{own, text, others}); err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, os.NewFile(4, "questions"))
}

// ownPages lists the pages of an object that are no file's, by /proc/self/pagemap.
func ownPages(t *testing.T, o *rtdyld.Object) (list []uint64) {
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const present, ofFile = 1 << 63, 1 << 61
	for _, b := range o.Blocks() {
		for at := b.Addr &^ 4095; at < b.Addr+uint64(len(b.Mem)); at += 4096 {
			var e [8]byte
			if _, err := f.ReadAt(e[:], int64(at>>12*8)); err != nil {
				t.Fatal(err)
			}
			if v := binary.NativeEndian.Uint64(e[:]); v&present != 0 && v&ofFile == 0 {
				list = append(list, at)
			}
		}
	}
	return list
}

// sharesOf reads smaps for a file's mappings: of code, and the others that nothing may be written to.
func sharesOf(t *testing.T, path string) (text shares, others []shares) {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	perm := ""
	at := &shares{}
	for s := bufio.NewScanner(f); s.Scan(); {
		words := strings.Fields(s.Text())
		if len(words) >= 5 && strings.Contains(words[0], "-") {
			perm, at = "", &shares{}
			if words[len(words)-1] == path {
				perm = words[1]
			}
			continue
		}
		n := 0
		if len(words) == 3 {
			fmt.Sscan(words[1], &n)
		}
		switch words[0] {
		case "Size:":
			at.Size = n
		case "Rss:":
			at.Rss = n
		case "Shared_Clean:", "Shared_Dirty:":
			at.Shared += n
		case "Private_Clean:", "Private_Dirty:":
			at.Private += n
		case "VmFlags:":
			switch {
			case strings.Contains(perm, "x"):
				text = *at
			case perm == "r--p" && !strings.Contains(s.Text(), " ac"): // it never was writable
				others = append(others, *at)
			}
		}
	}
	return text, others
}

// imageProcess is a child.
type imageProcess struct {
	mappedIn
	cmd *exec.Cmd
	ask io.WriteCloser
	in  *gob.Decoder
}

func startImage(t *testing.T, path, where, random string) *imageProcess {
	t.Helper()
	answers, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	questions, ask, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := &imageProcess{cmd: exec.Command(os.Args[0], "-test.run=^TestMapImageChild$"), ask: ask, in: gob.NewDecoder(answers)}
	p.cmd.Env = append(os.Environ(), imageChild+"="+strings.Join([]string{path, where, random}, " "))
	p.cmd.ExtraFiles = []*os.File{out, questions}
	var said bytes.Buffer
	p.cmd.Stdout, p.cmd.Stderr = &said, &said
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	questions.Close()
	t.Cleanup(func() {
		ask.Close()
		if err := p.cmd.Wait(); err != nil {
			t.Errorf("%s, %s: %v\n%s", where, random, err, said.Bytes())
		}
		answers.Close()
	})
	if err := p.in.Decode(&p.mappedIn); err != nil {
		t.Fatal(err)
	}
	return p
}

// owned asks for the pages.
func (p *imageProcess) owned(t *testing.T) (o ownedIn) {
	t.Helper()
	if _, err := p.ask.Write([]byte{1}); err != nil {
		t.Fatal(err)
	}
	if err := p.in.Decode(&o); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestMapImageShared: processes that have an image of SQLite mapped share its code and its constants, wherever it is and whether the system randomizes addresses; a page is
// a process's own where a word of it holds the address of an import, of the image itself if that is not at its base, and among writable data. All other bytes are those of an image that is saved for the address where it is.
func TestMapImageShared(t *testing.T) {
	const lib = "/usr/lib/x86_64-linux-gnu/libsqlite3.a"
	citest.Need(t, lib, "/proc/self/smaps", "/proc/self/pagemap")
	if raceEnabled {
		t.Skip("what other processes do is not for the race detector")
	}
	imgs := members(t, lib)
	save := func(base uint64) []byte {
		data, err := savedWith(t, newOutsideNames(), rtdyld.SaveConfig{Base: base}, imgs...)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	path := filepath.Join(t.TempDir(), "sqlite.so")
	data := save(0)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	recorded := readImage(t, data).Progs[0].Vaddr
	var all []*imageProcess
	for _, where := range []string{"base", "elsewhere"} {
		for _, random := range []string{"random", "fixed"} {
			p := startImage(t, path, where, random)
			if at := p.Blocks[0].Addr; (at == recorded) != (where == "base") || p.Random && random == "fixed" && citest.CI() || p.Version/1000000 != 3 {
				t.Errorf("%s, %s: at %#x, random %v, version %d", where, random, at, p.Random, p.Version)
			}
			all = append(all, p)
		}
	}
	for _, p := range all {
		at := p.Blocks[0].Addr
		f := readImage(t, data)
		if at != recorded {
			f = readImage(t, save(at))
		}
		f.sameIn(t, p.Blocks)
		own := p.owned(t)
		f.ownIn(t, own.Own, at != recorded)
		if s := own.Text; s.Rss < 500 || s.Shared != s.Rss || s.Private != 0 {
			t.Errorf("at %#x code is shared so: %+v", at, s)
		}
		for _, s := range own.Others {
			if s.Private != 0 || s.Shared != s.Rss || s.Rss == 0 {
				t.Errorf("at %#x constants are shared so: %+v", at, own.Others)
			}
		}
		if len(own.Others) < 2 {
			t.Errorf("at %#x constants are shared so: %+v", at, own.Others)
		}
	}
}

// sameIn holds what is mapped against the image that is saved for that address, but for the words of imports.
func (m *image) sameIn(t *testing.T, blocks []rtdyld.Block) {
	t.Helper()
	dynamic := m.Section(".dynamic")
	for _, b := range blocks[1:] {
		got, want := bytes.Clone(b.Mem), append(bytes.Clone(m.mem[b.Addr]), make([]byte, 1<<16)...)[:len(b.Mem)] // to the end of a page
		forget := func(addr, size uint64) {
			if off := addr - b.Addr; off < uint64(len(got)) {
				clear(got[off:][:size])
				clear(want[off:][:size])
			}
		}
		forget(dynamic.Addr, dynamic.Size)
		for r := m.table(t, elf.DT_RELA, elf.DT_RELASZ); len(r) > 0; r = r[24:] {
			if m.ByteOrder.Uint64(r[8:])>>32 != 0 {
				forget(m.ByteOrder.Uint64(r), 8)
			}
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the segment at %#x differs", b.Addr)
		}
	}
	if len(blocks) != len(m.mem) {
		t.Errorf("%d segments, want %d", len(blocks), len(m.mem))
	}
}

// ownIn says which pages may be a process's own.
func (m *image) ownIn(t *testing.T, own []uint64, moved bool) {
	t.Helper()
	sections := []string{".got", ".data", ".bss"}
	if moved {
		sections = append(sections, ".data.rel.ro", ".init_array", ".fini_array")
	}
	outside := 0
	for _, at := range own {
		in := false
		for _, name := range sections {
			s := m.Section(name)
			in = in || s != nil && at+4096 > s.Addr && at < s.Addr+s.Size
		}
		if !in {
			outside++
			t.Errorf("the page at %#x is the process's own", at)
		}
	}
	if len(own) == 0 || outside > 0 {
		t.Errorf("%d pages are the process's own, %d of them without need", len(own), outside)
	}
}
