package record

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// goMemory gives memory of Go's, at addresses in a row; refuse is an error of Finalize.
type goMemory struct {
	mu     sync.Mutex
	next   uint64
	refuse error
	all    map[uint64][]byte // what was given, by its address
}

func (m *goMemory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a := &goBlocks{m: m}
	for _, q := range reqs {
		m.next = (m.next + q.Align - 1) &^ (q.Align - 1)
		b := rtdyld.Block{Mem: make([]byte, q.Size), Addr: m.next}
		a.list = append(a.list, b)
		m.next += q.Size
		if m.all == nil {
			m.all = map[uint64][]byte{}
		}
		m.all[b.Addr] = b.Mem
	}
	return a, nil
}

type goBlocks struct {
	m    *goMemory
	list []rtdyld.Block
}

func (a *goBlocks) Blocks() []rtdyld.Block { return a.list }
func (a *goBlocks) Finalize(context.Context) error {
	a.m.mu.Lock()
	defer a.m.mu.Unlock()
	err := a.m.refuse
	a.m.refuse = nil
	return err
}
func (a *goBlocks) Release(context.Context) error { return nil }

// fixedNames answers for names.
type fixedNames map[string]uint64

func (f fixedNames) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		out[i].Addr, out[i].Found = f[refs[i].Name], f[refs[i].Name] != 0
	}
	return nil
}

// outside are names that testdata/elf-arm/abs32.o leaves to others.
func outside() fixedNames { return fixedNames{"low": 0x10, "high": 0xfffffff0, "fun": 0x12345678} }

// parsed parses an object of testdata.
func parsed(t testing.TB, path string) *objfmt.ObjectImage {
	t.Helper()
	data, err := os.ReadFile("../../testdata/" + path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Parse(path[strings.LastIndexByte(path, '/')+1:], data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// recording records what f does with a linker.
func recording(t testing.TB, cfg rtdyld.Config, f func(l *rtdyld.Linker)) []byte {
	t.Helper()
	var out bytes.Buffer
	r := New(&out)
	cfg.Recorder = r
	l, err := rtdyld.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	f(l)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil && !errors.Is(err, rtdyld.ErrClosed) {
		t.Fatal(err)
	}
	return out.Bytes()
}

// recorded is the record of a link of abs32.o, whose names the resolver knows but for one.
func recorded(t testing.TB, missing string) []byte {
	t.Helper()
	known := outside()
	delete(known, missing)
	return recording(t, rtdyld.Config{Memory: &goMemory{next: 0x10000}, Resolver: known}, func(l *rtdyld.Linker) {
		objs, err := l.Load(t.Context(), parsed(t, "elf-arm/abs32.o"))
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Finalize(t.Context(), objs...) // which the test expects
		_, _ = l.Lookup("here")
		_, _ = l.Lookup("here")
	})
}

// replayed are the calls of a record that is replayed, with their errors.
func replayed(t testing.TB, data []byte) (steps []string, same bool, err error) {
	t.Helper()
	same, err = Replay(t.Context(), data, ReplayConfig{Name: "record", Limit: 1 << 20, Show: func(s Step) {
		steps = append(steps, s.What+": "+s.Err)
	}})
	return steps, same, err
}

// expect replays a record, whose calls are the same again; want are their beginnings.
func expect(t *testing.T, data []byte, want ...string) {
	t.Helper()
	steps, same, err := replayed(t, data)
	ok := err == nil && same && len(steps) == len(want)
	for i := range min(len(steps), len(want)) {
		ok = ok && strings.HasPrefix(steps[i], want[i])
	}
	if !ok {
		t.Errorf("same %v, error %v:\n%s\nwant:\n%s\nrecord:\n%.3000s", same, err, strings.Join(steps, "\n"), strings.Join(want, "\n"), data)
	}
}

// TestReplay: a record makes the same link again, with its errors; a record that says something else is told from it.
func TestReplay(t *testing.T) {
	data := recorded(t, "")
	expect(t, data, "load abs32.o: ", "finalize abs32.o: ", "lookup here: ")
	wrong := recorded(t, "fun")
	expect(t, wrong, "load abs32.o: ", "finalize abs32.o: undefined: fun, referenced by abs32.o: .data", "lookup here: ")
	// The process died while it wrote the last line.
	if steps, same, err := replayed(t, wrong[:len(wrong)-5]); err != nil || !same || len(steps) != 3 {
		t.Errorf("%q, %v, %v", steps, same, err)
	}
	// It died in Finalize: that is made again, whatever it says.
	cut := bytes.Index(wrong, []byte(`{"end":{"of":2`))
	if cut < 0 {
		t.Fatalf("%s", wrong)
	}
	if steps, same, err := replayed(t, wrong[:cut]); err != nil || !same || len(steps) != 2 || !strings.Contains(steps[1], "undefined: fun") {
		t.Errorf("%q, %v, %v", steps, same, err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{`"name":"here","addr":`, `"name":"here","addr":1`, "it is at "},
		{`"name":"fun","found":true`, `"name":"fin","found":true`, "an answer for fun: " + errOther.Error()},
		{`"name":"fun","found":true,"addr":`, `"name":"fun","found":true,"addr":1`, "abs32.o has other contents in memory than it had"},
		{`"size":`, `"size":1`, errOther.Error()},
	} {
		other := bytes.Replace(data, []byte(tt.old), []byte(tt.new), 1)
		if bytes.Equal(other, data) {
			t.Fatalf("the record has no %s:\n%s", tt.old, data)
		}
		if steps, same, err := replayed(t, other); err != nil || same || !strings.Contains(steps[len(steps)-1], tt.want) {
			t.Errorf("%s: %q, %v, %v", tt.new, steps, same, err)
		}
	}
}

// errHere is an error of a callback.
var errHere = errors.New("no more of that")

// TestCallbacks: what callbacks refuse is refused again, and what a linker makes of it, too.
func TestCallbacks(t *testing.T) {
	m := &goMemory{next: 0x10000}
	cfg := rtdyld.Config{Memory: m, Resolver: outside(), Initializer: refusing{}, Fixed: func(name string) (uint64, bool) { return 0x4000, name == "__dso_handle" }}
	data := recording(t, cfg, func(l *rtdyld.Linker) {
		ctx := t.Context()
		objs, err := l.Load(ctx, parsed(t, "elf-arm/abs32.o"))
		if err != nil {
			t.Fatal(err)
		}
		m.refuse = errHere
		for _, want := range []string{"no more of that", "may not"} { // memory, then constructors
			if err := l.Finalize(ctx, objs...); err == nil || !strings.Contains(err.Error(), want) {
				t.Fatal(err)
			}
		}
		if err := l.Destruct(ctx, objs...); err == nil {
			t.Fatal("destructors")
		}
		if err := objs[0].MapSectionAddress(1, 0x2000); !errors.Is(err, rtdyld.ErrFinalized) {
			t.Fatal(err)
		}
		if _, err = l.Load(ctx, parsed(t, "elf-arm/abs32.o")); err == nil {
			t.Fatal("a second one")
		}
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := l.Load(ended, parsed(t, "elf-arm/abs32.o")); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Load(ctx, parsed(t, "elf-arm/abs32.o")); !errors.Is(err, rtdyld.ErrClosed) {
			t.Fatal(err)
		}
	})
	expect(t, data, "load abs32.o: ", "finalize abs32.o: abs32.o: protect memory: no more of that", "finalize abs32.o: abs32.o: run constructors: may not",
		"destruct abs32.o: abs32.o: run destructors: may not", "map abs32.o: section 1 at 0x2000: abs32.o: object is finalized", "load abs32.o: abs32.o: duplicate definition of over, ",
		"load abs32.o: abs32.o: select: context canceled", "close: ", "load abs32.o: linker is closed")
}

type refusing struct{}

func (refusing) Init(context.Context, []*rtdyld.Object, []uint64) error { return errors.New("may not") }
func (refusing) Fini(context.Context, []*rtdyld.Object, []uint64) error { return errors.New("may not") }

// TestDamaged: what is no record is an error with its line, and no record whatever makes it panic or take memory.
func TestDamaged(t *testing.T) {
	const begin = `{"linker":{"version":2}}` + "\n"
	for text, want := range map[string]string{
		"":                         "record: line 1: it is empty",
		"\n":                       "record: line 1: ",
		"{}":                       "record: line 1: it does not begin as a record does",
		"{\"x\":1}":                `record: line 1: json: unknown field "x"`,
		begin + "{]":               "",
		begin + "{]\n":             "record: line 2: invalid character",
		begin + "{} {}\n":          "record: line 2: it goes on behind its end",
		begin + begin:              "record: line 2: linker 0 comes after 0",
		begin + `{"on":1}` + "\n":  "record: line 2: there is no linker 1",
		begin + `{"on":-1}` + "\n": "record: line 2: there is no linker -1",
		`{"linker":{"version":1}}`: "record: line 1: the format has version 1, this command knows 2 to 3",
		`{"linker":{"version":4}}`: "record: line 1: the format has version 4, this command knows 2 to 3",
		`{"linker":{"version":3,"triple":"no-such-machine-at-all-really-none"}}`:        "record: line 1: ",
		begin + `{"begin":{"id":1,"do":"jump"}}` + "\n":                                 `record: line 2: there is no call "jump"`,
		begin + `{"begin":{"id":1,"do":"map"}}` + "\n":                                  `record: line 2: there is no call "map"`,
		begin + strings.Repeat(`{"begin":{"id":1,"do":"finalize"}}`+"\n", 2):            "record: line 3: call 1 begins twice",
		begin + `{"begin":{"id":1,"do":"map image"}}` + "\n":                            `record: line 2: there is no call "map image"`,
		begin + `{"end":{"of":1}}` + "\n":                                               "record: line 2: call 1 does not begin",
		begin + `{"took":{"of":1}}` + "\n":                                              "record: line 2: call 1 does not begin",
		begin + `{"begin":{"id":1,"do":"unload","objects":[0]}}` + "\n":                 "record: line 2: there is no object 0",
		begin + `{"begin":{"id":1,"do":"unload","objects":[-1]}}` + "\n":                "record: line 2: there is no object -1",
		begin + `{"begin":{"id":1,"do":"load","inputs":[{"name":"a","bytes":"eA=="}]}}`: "",
	} {
		_, _, err := replayed(t, []byte(text))
		var format *FormatError
		if want == "" && err != nil || want != "" && (!errors.As(err, &format) || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
	data := bytes.Replace(recorded(t, ""), []byte(`"}]}}`), []byte(`","symbols":[{"at":4,"like":4,"bind":2},{"at":13,"like":5,"undefined":true,"plain":true,"bind":0}]}]}}`), 1)
	if _, _, err := replayed(t, data); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
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
	f.Add(imagesRecorded(f))
	f.Fuzz(func(t *testing.T, data []byte) { replayed(t, data) })
}

// TestChanged: symbols that a program has changed in an image are in the record; of an image that is another one Close says so.
func TestChanged(t *testing.T) {
	for _, part := range []string{"symbol", "section"} {
		var out bytes.Buffer
		r := New(&out)
		l, err := rtdyld.New(rtdyld.Config{Memory: &goMemory{next: 0x10000}, Resolver: outside(), Recorder: r})
		if err != nil {
			t.Fatal(err)
		}
		img := parsed(t, "elf-arm/abs32.o")
		for i := range img.Symbols {
			if name := img.SymbolName(objfmt.SymbolID(i)); part == "symbol" && name == "here" {
				img.Symbols[i].Bind = objfmt.BindWeak
			}
		}
		if part == "section" {
			img.Sections[0].Align++
		}
		objs, err := l.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Finalize(t.Context(), objs...); err != nil {
			t.Fatal(err)
		}
		_, _ = l.Lookup("here")
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		err = r.Close()
		if part == "section" {
			if err == nil || err.Error() != "abs32.o: not recorded: the image was changed since it was parsed" {
				t.Error(err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		expect(t, out.Bytes(), "load abs32.o: ", "finalize abs32.o: ", "lookup here: ", "close: ")
	}
}

// failing is a writer that fails after some bytes.
type failing struct{ left int }

func (w *failing) Write(b []byte) (int, error) {
	if w.left -= len(b); w.left < 0 {
		return 0, errHere
	}
	return len(b), nil
}

// TestWriterFails: what cannot be written is no error of the link, but of Close, and no other line is written behind it.
func TestWriterFails(t *testing.T) {
	w := &failing{left: 100}
	r := New(w)
	l, err := rtdyld.New(rtdyld.Config{Memory: &goMemory{next: 0x10000}, Resolver: outside(), Recorder: r})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), parsed(t, "elf-arm/abs32.o"))
	if err != nil {
		t.Fatal(err)
	}
	left := w.left
	if err := errors.Join(l.Finalize(t.Context(), objs...), l.Close()); err != nil {
		t.Error(err)
	}
	if w.left != left {
		t.Error("it is written to again")
	}
	if err := r.Close(); !errors.Is(err, errHere) {
		t.Error(err)
	}
}
