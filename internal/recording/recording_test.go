package recording

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// goMemory gives memory of Go's, at addresses in a row.
type goMemory struct{ next uint64 }

func (m *goMemory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var out playedBlocks
	for _, q := range reqs {
		m.next = (m.next + q.Align - 1) &^ (q.Align - 1)
		out = append(out, rtdyld.Block{Mem: make([]byte, q.Size), Addr: m.next})
		m.next += q.Size
	}
	return out, nil
}

// fixed answers for names.
type fixed map[string]uint64

func (f fixed) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		out[i].Addr, out[i].Found = f[refs[i].Name], f[refs[i].Name] != 0
	}
	return nil
}

// recorded is the record of a link of testdata/elf-arm/abs32.o, whose names the resolver knows but for those left out.
func recorded(t testing.TB, missing string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "record")
	r, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	known := fixed{"low": 0x10, "high": 0xfffffff0, "fun": 0x12345678}
	delete(known, missing)
	l, err := rtdyld.New(r.Config(rtdyld.Config{Memory: &goMemory{0x10000}, Resolver: known}))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	data, err := os.ReadFile("../../testdata/elf-arm/abs32.o")
	if err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Parse("abs32.o", data)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	objs, err := l.Load(t.Context(), img)
	r.Load(false, false, []*objfmt.ObjectImage{img}, objs, err)
	r.Do("finalize", objs, l.Finalize(t.Context(), objs...))
	s, err := l.Lookup("here")
	r.Lookup("here", s.Addr, err)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// replayed are the calls of a record that is replayed, with their errors.
func replayed(t testing.TB, data []byte) (steps []string, same bool, err error) {
	t.Helper()
	same = true
	r, err := Replay(t.Context(), "record", data, 1<<20, func(s Step) {
		steps = append(steps, s.What+": "+s.Err)
		same = same && s.Same()
	})
	if err == nil {
		err = r.Close()
	}
	return steps, same, err
}

// TestReplay: a link is made again, with its errors; a record that says something else is told from it.
func TestReplay(t *testing.T) {
	data := recorded(t, "")
	steps, same, err := replayed(t, data)
	if want := []string{"load abs32.o: ", "finalize abs32.o: ", "lookup here: "}; err != nil || !same || strings.Join(steps, "|") != strings.Join(want, "|") {
		t.Errorf("%q, %v, %v", steps, same, err)
	}
	wrong := recorded(t, "fun")
	if steps, same, err = replayed(t, wrong); err != nil || !same || len(steps) < 2 || !strings.Contains(steps[1], "undefined: fun, referenced by abs32.o: .data") {
		t.Errorf("%q, %v, %v", steps, same, err)
	}
	// The process died while it wrote the last line.
	if steps, same, err = replayed(t, wrong[:len(wrong)-5]); err != nil || !same || len(steps) != 2 {
		t.Errorf("%q, %v, %v", steps, same, err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`"name":"here","addr":`, `"name":"here","addr":1`, "it is at "},
		{`"name":"fun","found":true`, `"name":"fin","found":true`, "an answer for fun: " + errOther.Error()},
		{`"size":`, `"size":1`, errOther.Error()},
	} {
		other := bytes.Replace(data, []byte(tt.old), []byte(tt.new), 1)
		if bytes.Equal(other, data) {
			t.Fatalf("the record has no %s:\n%s", tt.old, data)
		}
		if steps, same, err = replayed(t, other); err != nil || same || !strings.Contains(steps[len(steps)-1], tt.want) {
			t.Errorf("%s: %q, %v, %v", tt.new, steps, same, err)
		}
	}
}

// TestDamaged: what is no record is an error with its line, and no record whatever makes it panic or take memory.
func TestDamaged(t *testing.T) {
	const begin = `{"linker":{"version":1}}` + "\n"
	for text, want := range map[string]string{
		"":                         "record: line 1: it is empty",
		"\n":                       "record: line 1: ",
		"{}":                       "record: line 1: it does not begin as a record does",
		"{\"x\":1}":                `record: line 1: json: unknown field "x"`,
		begin + "{]":               "",
		begin + "{]\n":             "record: line 2: invalid character",
		begin + begin:              "record: line 2: a second linker",
		`{"linker":{"version":2}}`: "record: line 1: the format has version 2, this command knows 1",
		`{"linker":{"version":1,"triple":"no-such-machine-at-all-really-none"}}`: "record: line 1: ",
		begin + `{"call":{"do":"jump"}}` + "\n":                                  `record: line 2: there is no call "jump"`,
		begin + `{"call":{"do":"map"}}` + "\n":                                   `record: line 2: there is no call "map"`,
		begin + `{"call":{"do":"unload","objects":[0]}}` + "\n":                  "record: line 2: there is no object 0",
		begin + `{"call":{"do":"unload","objects":[-1]}}` + "\n":                 "record: line 2: there is no object -1",
		begin + `{"load":{"objects":[{"name":"a","bytes":"eA=="}]}}` + "\n":      "",
	} {
		_, _, err := replayed(t, []byte(text))
		var format *FormatError
		if want == "" && err != nil || want != "" && (!errors.As(err, &format) || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	data := recorded(t, "")
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		b := bytes.Clone(data)
		for range 1 + random.IntN(3) {
			b[random.IntN(len(b))] = data[random.IntN(len(data))]
		}
		replayed(t, b)
	}
}

// FuzzReplay: any bytes are an error, or calls with their errors.
func FuzzReplay(f *testing.F) {
	f.Add(recorded(f, ""))
	f.Add(recorded(f, "fun"))
	f.Fuzz(func(t *testing.T, data []byte) { replayed(t, data) })
}
