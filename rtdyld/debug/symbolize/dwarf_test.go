package symbolize

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/units"
)

// sample are the debug sections of an object of testdata, relocated to sampleCode.
func sample(t testing.TB, name string) []rtdyld.DebugSection {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return unpack(data)
}

// unpack reads sections of a file: each its name, a NUL, its length in four bytes and its
// contents.
func unpack(b []byte) (secs []rtdyld.DebugSection) {
	for {
		name, rest, ok := bytes.Cut(b, []byte{0})
		if !ok || len(rest) < 4 {
			return secs
		}
		n := min(int(binary.LittleEndian.Uint32(rest)), len(rest)-4)
		secs = append(secs, rtdyld.DebugSection{Name: string(name), Data: rest[4 : 4+n]})
		b = rest[4+n:]
	}
}

var sampleCode = []span{{0x10000000, 0x10001000}}

// samples are what TestWriteSamples makes.
var samples = []string{"gcc5.dwarf", "clang5.dwarf", "clang4.dwarf", "gcc2.dwarf"}

// check reads sections and asks about addresses: it must neither panic nor take long, nor
// keep much more than they have.
func check(t *testing.T, secs []rtdyld.DebugSection, big bool) *debugInfo {
	t.Helper()
	d := readAll(secs, big, sampleCode)
	total := 0
	for _, s := range secs {
		total += len(s.Data)
	}
	kept := len(d.rows)*16 + len(d.seqs)*24 + len(d.areas)*24 + len(d.funcs)*20
	for _, n := range append(d.files, d.names...) {
		kept += len(n) + 16
	}
	if kept > 64*total+1<<14 {
		t.Errorf("%d bytes are kept of %d", kept, total)
	}
	for a := sampleCode[0].start; a < sampleCode[0].start+0x400; a += 7 {
		var l Location
		d.locate(&l, a)
		if len(l.Frames) > maxInlined {
			t.Errorf("%d frames", len(l.Frames))
		}
	}
	d.lines(nil, 0, 1<<64-1)
	return d
}

// TestSamples: the samples have functions and lines.
func TestSamples(t *testing.T) {
	for _, name := range samples {
		d := check(t, sample(t, name), false)
		if d.err != nil || len(d.rows) < 20 || len(d.areas) < 5 {
			t.Errorf("%s: %d rows, %d areas, %v", name, len(d.rows), len(d.areas), d.err)
		}
	}
}

// TestDamaged: with bytes changed, or sections cut off or gone, reading neither panics nor
// takes long, and says what is wrong by a *DebugError.
func TestDamaged(t *testing.T) {
	rounds := 3000
	if citest.Sample() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range samples {
		secs := sample(t, name)
		wrong := 0
		for range rounds {
			bad := make([]rtdyld.DebugSection, 0, len(secs))
			for _, s := range secs {
				bad = append(bad, rtdyld.DebugSection{Name: s.Name, Data: bytes.Clone(s.Data)})
			}
			for range 1 + r.IntN(4) {
				s := &bad[r.IntN(len(bad))]
				switch n := len(s.Data); {
				case n == 0:
				case r.IntN(8) == 0:
					s.Data = s.Data[:r.IntN(n)]
				case r.IntN(4) == 0:
					s.Data[r.IntN(n)] = 0xff
				default:
					s.Data[r.IntN(n)] ^= 1 << r.IntN(8)
				}
			}
			d := check(t, bad, r.IntN(16) == 0)
			if d.err == nil {
				continue
			}
			wrong++
			var de *DebugError
			if !errors.As(d.err, &de) || !errors.Is(d.err, ErrDebug) || de.Section == "" || de.Msg == "" {
				t.Fatalf("%v", d.err)
			}
		}
		if wrong < rounds/10 {
			t.Errorf("%s: %d of %d were noticed", name, wrong, rounds)
		}
	}
}

// uleb appends numbers.
func uleb(b []byte, vs ...uint64) []byte {
	for _, v := range vs {
		for v >= 0x80 {
			b, v = append(b, byte(v)|0x80), v>>7
		}
		b = append(b, byte(v))
	}
	return b
}

// unit5 is a unit of DWARF 5 around entries.
func unit5(entries []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(8+len(entries)))
	b = append(b, 5, 0, 1, 8, 0, 0, 0, 0)
	return append(b, entries...)
}

// hostileInput is one that a reader without bounds takes hours or all memory for.
type hostileInput struct {
	name string
	secs map[string][]byte
	want string // the error, "" for none
}

func hostileInputs(n int) []hostileInput {

	lists := bytes.Repeat([]byte{7, 0, 0, 0, 0x10, 0, 0, 0, 0, 1}, n) // start_length 0x10000000, 1
	lists = append(lists, 0)
	manyAttrs := uleb(nil, 1, units.TagCompile, 1, 0, 0, 2, units.TagSubprogram, 0)
	for range n {
		manyAttrs = uleb(manyAttrs, 0x3f, 0x19) // external, flag_present
	}
	manyAttrs = uleb(manyAttrs, 0, 0, 0)
	many := []byte(nil)
	for i := range n / 16 {
		u := unit5([]byte{1, 0})
		binary.LittleEndian.PutUint32(u[8:], uint32(i)) // an abbreviation table of its own
		many = append(many, u...)
	}
	// Sound tables that overlap: unit i has those from the i-th on.
	tables := append(bytes.Repeat([]byte{1, 0x11, 1, 3, 8, 0, 0}, n/4), 0)
	overlapping := []byte(nil)
	for i := range n / 4 {
		u := unit5([]byte{1, 0})
		binary.LittleEndian.PutUint32(u[8:], uint32(7*i))
		overlapping = append(overlapping, u...)
	}
	longNames := uleb(nil, 1, units.TagCompile, 1, 0, 0, 2, units.TagSubprogram, 0, units.AtName, 0x0e, units.AtLowPC, 1, units.AtHighPC, 0x0b, 0, 0, 0)
	var named []byte
	for i := range n / 16 {
		named = append(named, 2, byte(i), byte(i>>8), 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 1)
	}
	deep := uleb(nil, 1, units.TagCompile, 1, 0, 0, 2, units.TagInlined, 1, units.AtLowPC, 1, units.AtHighPC, 0x0b, 0, 0, 0)
	files := []byte{0, 0, 0, 0, 5, 0, 8, 0, 0, 0, 0, 0, 1, 1, 1, 0xfb, 14, 1, 0}
	files = uleb(files, 0 /* no columns */, 1<<62)
	binary.LittleEndian.PutUint32(files, uint32(len(files)-4))
	binary.LittleEndian.PutUint32(files[8:], uint32(len(files)-12))
	stmt := uleb(nil, 1, units.TagCompile, 0, units.AtStmtList, 0x17, 0, 0, 0)

	return []hostileInput{
		{"ranges", map[string][]byte{
			".debug_abbrev":   uleb(nil, 1, units.TagCompile, 1, 0, 0, 2, units.TagSubprogram, 0, units.AtRanges, 0x17, 0, 0, 0),
			".debug_info":     unit5(append([]byte{1}, bytes.Repeat([]byte{2, 0, 0, 0, 0}, n)...)),
			".debug_rnglists": lists,
		}, units.ErrTooMuch.Error()},
		{"attributes", map[string][]byte{
			".debug_abbrev": manyAttrs,
			".debug_info":   unit5(append([]byte{1}, bytes.Repeat([]byte{2}, n)...)),
		}, units.ErrTooMuch.Error()},
		{"abbreviations", map[string][]byte{".debug_abbrev": bytes.Repeat([]byte{1, 0x11, 1, 3, 8, 0, 0}, n/4), ".debug_info": many}, units.ErrTooMuch.Error()},
		{"overlapping abbreviations", map[string][]byte{".debug_abbrev": tables, ".debug_info": overlapping}, units.ErrTooMuch.Error()},
		{"names", map[string][]byte{
			".debug_abbrev": longNames, ".debug_info": unit5(append([]byte{1}, named...)),
			".debug_str": append(bytes.Repeat([]byte{'x'}, n), 0),
		}, units.ErrTooMuch.Error()},
		{"depth", map[string][]byte{
			".debug_abbrev": deep,
			".debug_info":   unit5(append([]byte{1}, bytes.Repeat([]byte{2, 0, 0, 0, 0x10, 0, 0, 0, 0, 0xff}, n)...)),
		}, ""},
		{"files", map[string][]byte{".debug_abbrev": stmt, ".debug_info": unit5([]byte{1, 0, 0, 0, 0}), ".debug_line": files}, "header is cut off"},
	}
}

// TestHostile: time and memory are bounded by the size of the input.
func TestHostile(t *testing.T) {
	for _, c := range hostileInputs(1 << 16) {
		t.Run(c.name, func(t *testing.T) {
			var secs []rtdyld.DebugSection
			total := 0
			for name, data := range c.secs {
				secs = append(secs, rtdyld.DebugSection{Name: name, Data: data})
				total += len(data)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d := check(t, secs, false)
			runtime.ReadMemStats(&after)
			if got := int(after.TotalAlloc - before.TotalAlloc); got > 256*total+1<<20 {
				t.Errorf("%d bytes of input took %d of memory", total, got)
			}
			if c.want == "" {
				if d.err != nil {
					t.Error(d.err)
				}
				return
			}
			if d.err == nil || !strings.Contains(d.err.Error(), c.want) || !errors.Is(d.err, ErrDebug) {
				t.Errorf("%v, want %s", d.err, c.want)
			}
		})
	}
}

// FuzzDWARF: no input makes the reader panic, take long or keep much.
func FuzzDWARF(f *testing.F) {
	for _, name := range samples {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, false)
		f.Add(data, true)
	}
	f.Fuzz(func(t *testing.T, data []byte, big bool) {
		check(t, unpack(data), big)
	})
}
