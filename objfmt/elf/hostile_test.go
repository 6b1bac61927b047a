package elf_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

// sharedNames is an object with n sections and n local symbols; all of the one kind or
// the other have one long name.
func sharedNames(n int, sections bool) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	long := ".gnu.linkonce." + strings.Repeat("n", 1<<16)
	for range n {
		s := objgen.ELFSection{Name: ".data", Flags: 2}
		if sections {
			s.Name = long
		}
		f.Add(s)
		f.AddSymbol(objgen.ELFSymbol{Name: "x", Section: 1})
	}
	if !sections {
		f.EditNames = func([]byte) []byte { return []byte("\x00" + long + "\x00") }
		f.EditSymbol = func(_ uint32, r *objgen.ELFSymbolRecord) { r.Name = 1 }
	}
	return f.Bytes()
}

// TestSharedNames: names of sections and of local symbols may share their bytes, but not
// so often that all who read them in turn are at work for long.
func TestSharedNames(t *testing.T) {
	for _, sections := range []bool{false, true} {
		parse(t, "few.o", sharedNames(10, sections))
		_, err := own.Parse(objfmt.NewBuffer("many.o", sharedNames(500, sections)))
		if !errors.Is(err, objfmt.ErrFormat) || !strings.Contains(err.Error(), "names overlap") {
			t.Errorf("many, of sections %v: %v", sections, err)
		}
	}
}
