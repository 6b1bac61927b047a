//go:build (linux && (amd64 || arm64 || arm || 386 || riscv64 || ppc64le || s390x || loong64 || mips64 || mips64le || mipsle)) || (windows && amd64)

package program_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"testing"
	"testing/fstest"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// TestContext: Load ends soon after its context while it reads files, parses objects and looks for
// the first member that is an object.
func TestContext(t *testing.T) {
	const n = 4
	members := &objgen.Ar{NoIndex: true}
	for range n * 100 {
		members.Members = append(members.Members, objgen.ArMember{Name: "a.txt", Data: []byte("text")})
	}
	symbols := &objgen.ELF{Is64: true, Machine: 62}
	for i := range n * heed.Every {
		symbols.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
	}
	long := bytes.Repeat([]byte("no object"), n*heed.Bytes/9+1)
	f, err := os.CreateTemp("", "long") // Wine cannot remove T.TempDir's files
	if err != nil {
		t.Fatal(err)
	}
	file := f.Name()
	defer os.Remove(file)
	if _, err := f.Write(long); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	opened := errors.New("opened")
	for _, tt := range []struct {
		name  string
		in    program.Input
		least int // looks
	}{
		{"file", program.File(file), n},
		{"file of a file system", program.FS(fstest.MapFS{"long": {Data: long}}, "long"), n},
		{"object", program.Bytes("a.o", symbols.Bytes()), n},
		{"archive", program.Whole(program.Bytes("a.a", members.Bytes())), n * 100},
	} {
		load := func(c *heedtest.Looks) error {
			_, err := program.LoadInto(c, func(program.Needs) (program.World, error) { return nil, opened }, tt.in)
			return err
		}
		all := heedtest.Endless()
		if err := load(all); err == nil || all.Seen() < tt.least {
			t.Errorf("%s: %v, %d looks", tt.name, err, all.Seen())
		}
		rnd := rand.New(rand.NewPCG(15, 12))
		for range 4 {
			c := heedtest.EndsAfter(rnd.IntN(all.Seen()))
			c.Ended(t, tt.name, load(c), 4)
		}
	}
}

// TestReadFile: what is read in pieces is what is there, whatever a file says of its size.
func TestReadFile(t *testing.T) {
	data := make([]byte, 3*heed.Bytes+17)
	rand.NewChaCha8([32]byte{15}).Read(data)
	for _, size := range []int64{0, 1, 5 << 20, -1, int64(len(data))} {
		got, err := program.ReadFile(heedtest.Endless(), func(string) (fs.File, error) { return &liar{bytes.NewReader(data), size}, nil }, "x")
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("size %d: %d bytes, %v", size, len(got), err)
		}
	}
}

// liar is a file that says another size.
type liar struct {
	*bytes.Reader
	size int64
}

func (l *liar) Stat() (fs.FileInfo, error) { return liarInfo{size: l.size}, nil }
func (l *liar) Close() error               { return nil }

type liarInfo struct {
	fs.FileInfo
	size int64
}

func (i liarInfo) Size() int64 { return i.size }
