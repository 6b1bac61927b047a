package symbolize_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// TestLastAddress: questions about all addresses end where a section goes beyond the last one, as a made-up address may have it, or ends there.
func TestLastAddress(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 0x2000), Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "f", Type: 2, Bind: 1, Section: text, Size: 0x2000})
	for _, at := range []uint64{1<<64 - 0x1000, 1<<64 - 0x2000} {
		img, err := objfile.Parse("last.o", f.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		s := symbolize.New()
		l, err := rtdyld.New(rtdyld.Config{Memory: newMemory(at), Listeners: []rtdyld.Listener{s}, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		objs, err := l.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Finalize(t.Context(), objs...); err != nil {
			t.Fatal(err)
		}
		s.Lines(0, ^uint64(0))
		s.Locations(0, ^uint64(0), true)
		s.Symbolize(at)
	}
}
