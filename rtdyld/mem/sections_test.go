package mem_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// sections is a program's manager in the manner of RuntimeDyld's.
type sections struct {
	program
	tls  []mem.TLSSection
	less int // bytes that the image of thread-locals is too short
}

func (s *sections) AllocateCodeSection(_ context.Context, size, align uint64, id objfmt.SectionID, name string) (rtdyld.Block, error) {
	if err := s.did("code %s", name); err != nil {
		return rtdyld.Block{}, err
	}
	return s.give(rtdyld.Request{Size: size, Align: align}), nil
}

func (s *sections) AllocateDataSection(_ context.Context, size, align uint64, id objfmt.SectionID, name string, readOnly bool) (rtdyld.Block, error) {
	if err := s.did("data %s %v", name, readOnly); err != nil {
		return rtdyld.Block{}, err
	}
	return s.give(rtdyld.Request{Size: size, Align: align}), nil
}

func (s *sections) FinalizeMemory(_ context.Context, b []rtdyld.Block) error {
	return s.did("finalize %d", len(b))
}

func (s *sections) ReleaseMemory(_ context.Context, b []rtdyld.Block) error {
	return s.did("release %d", len(b))
}

func (s *sections) AllocateTLSSection(_ context.Context, size, align uint64, name string) (mem.TLSSection, error) {
	if err := s.did("tls %s", name); err != nil {
		return mem.TLSSection{}, err
	}
	t := mem.TLSSection{Offset: -0x100, Module: 7, DTPOffset: 0x40, Image: bytes.Repeat([]byte{0xcc}, int(size)-s.less)}
	s.tls = append(s.tls, t)
	return t, nil
}

func (s *sections) ReleaseTLSSection(_ context.Context, t mem.TLSSection) error {
	return s.did("release tls %d", t.Module)
}

// TestSections: a manager that gives memory by section is asked for each section by name
// and permissions, and for thread-locals.
func TestSections(t *testing.T) {
	load := func(s *sections, fail string) error {
		s.fail = fail
		m, err := mem.NewSections(s)
		if err != nil {
			t.Fatal(err)
		}
		p, err := mem.NewTLSSections(s)
		if err != nil {
			t.Fatal(err)
		}
		l, err := rtdyld.New(rtdyld.Config{
			Memory: m, TLS: p, BySection: true,
			Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1000}, true }),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		img, err := objfile.Open("../../testdata/elf-link/tls.o")
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		objs, err := l.Load(t.Context(), img)
		if err != nil {
			return err
		}
		if err := l.Finalize(t.Context()); err != nil {
			return err
		}
		want, off := map[string]bool{}, int64(0)
		for _, sec := range objs[0].Sections() {
			want[sec.Name] = true
			if sec.TPOffset != 0 {
				off = sec.TPOffset
				if !bytes.HasPrefix(s.tls[0].Image, sec.Mem) {
					t.Errorf("initial contents of thread-locals are % x, want % x", s.tls[0].Image, sec.Mem)
				}
				want[sec.Name] = false
			}
		}
		if off != -0x100 || objs[0].ThreadOffset() != -0x100 {
			t.Errorf("thread-locals are at %d", off)
		}
		for name, is := range want {
			if is && !slices.ContainsFunc(s.log, func(l string) bool {
				return l == "code "+name || l == fmt.Sprintf("data %s true", name) || l == fmt.Sprintf("data %s false", name)
			}) {
				t.Errorf("section %s was not asked for: %q", name, s.log)
			}
		}
		return nil
	}
	s := &sections{}
	if err := load(s, ""); err != nil {
		t.Fatal(err)
	}
	n := len(s.kept)
	if want := []string{"release tls 7", fmt.Sprintf("release %d", n)}; !slices.Equal(s.log[len(s.log)-2:], want) {
		t.Errorf("at the end: %q, want %q", s.log[len(s.log)-2:], want)
	}
	for _, step := range []string{"code", "data", "tls", "finalize"} {
		if err := load(&sections{}, step); !errors.Is(err, errProgram) {
			t.Errorf("%s fails: %v", step, err)
		}
	}
	var bad *mem.RequestError
	if err := load(&sections{less: 1}, ""); !errors.As(err, &bad) {
		t.Errorf("a short image: %v", err)
	}
	if _, err := mem.NewSections(nil); !errors.Is(err, mem.ErrNoCallback) {
		t.Errorf("no Sections: %v", err)
	}
	if _, err := mem.NewTLSSections(nil); !errors.Is(err, mem.ErrNoCallback) {
		t.Errorf("no TLSSections: %v", err)
	}
}
