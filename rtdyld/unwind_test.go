package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// teller notes what an unwinder of some formats is told.
type teller struct {
	name    string
	formats rtdyld.UnwindFormat
	log     *[]string
	fail    string // the call that fails
}

func (u *teller) Formats() rtdyld.UnwindFormat { return u.formats }

func (u *teller) tell(call string, tables []rtdyld.UnwindTable) error {
	s := u.name + " " + call
	*u.log = append(*u.log, s+":")
	for _, t := range tables {
		(*u.log)[len(*u.log)-1] += fmt.Sprintf(" %v", t.Format)
	}
	if u.fail == call {
		return fmt.Errorf("%s: %w", s, errNoMemory)
	}
	return nil
}

func (u *teller) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	return u.tell("register", tables)
}

func (u *teller) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	return u.tell("deregister", tables)
}

// TestUnwinders: each of several unwinders is told of what it takes alone, they forget in
// the reverse order, and a refusal leaves nothing.
func TestUnwinders(t *testing.T) {
	var log []string
	all := rtdyld.EHFrame | rtdyld.PData | rtdyld.Exidx
	one, two := &teller{name: "one", formats: rtdyld.EHFrame, log: &log}, &teller{name: "two", formats: all, log: &log}
	three := &teller{name: "three", formats: rtdyld.PData | rtdyld.EHFrame, log: &log}
	none := &teller{name: "none", log: &log}
	us := rtdyld.Unwinders{one, none, two, three}
	if got := us.Formats(); got != all {
		t.Errorf("formats are %v", got)
	}
	tables := []rtdyld.UnwindTable{{Format: rtdyld.Exidx}, {Format: rtdyld.EHFrame}, {Format: rtdyld.Exidx}}
	want := func(lines ...string) {
		t.Helper()
		if !slices.Equal(log, lines) {
			t.Errorf("told %q, want %q", log, lines)
		}
		log = nil
	}
	if err := us.Register(t.Context(), tables); err != nil {
		t.Error(err)
	}
	registered := []string{"one register: .eh_frame", "two register: .ARM.exidx .eh_frame .ARM.exidx", "three register: .eh_frame"}
	want(registered...)
	two.fail = "deregister"
	if err := us.Deregister(t.Context(), tables); !errors.Is(err, errNoMemory) {
		t.Errorf("error is %v", err)
	}
	want("three deregister: .eh_frame", "two deregister: .ARM.exidx .eh_frame .ARM.exidx", "one deregister: .eh_frame")
	two.fail, three.fail = "", "register"
	if err := us.Register(t.Context(), tables); !errors.Is(err, errNoMemory) {
		t.Errorf("error is %v", err)
	}
	want(append(registered, "two deregister: .ARM.exidx .eh_frame .ARM.exidx", "one deregister: .eh_frame")...)
	if tables[0].Format != rtdyld.Exidx || tables[1].Format != rtdyld.EHFrame {
		t.Error("tables have changed")
	}
}

// TestUnwinderFormats: the linker tells an unwinder, whatever the object's format, what it
// takes alone, all of an object at once.
func TestUnwinderFormats(t *testing.T) {
	phony := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x7000, Kind: rtdyld.Func}, true })
	for _, tt := range []struct {
		object  string
		formats rtdyld.UnwindFormat
		want    []string
	}{
		{"cxx_gnu=../coff-amd64/cxx_gnu", rtdyld.PData, []string{"register: .pdata"}},
		{"cxx_gnu=../coff-amd64/cxx_gnu", rtdyld.EHFrame | rtdyld.Exidx, nil},
		{"exidx=../elf-arm/exidx", rtdyld.EHFrame | rtdyld.PData | rtdyld.Exidx, []string{"register: .ARM.exidx"}},
		{"exidx=../elf-arm/exidx", rtdyld.EHFrame | rtdyld.PData, nil},
		{"exidx=../elf-arm/exidx", 0, nil},
	} {
		var log []string
		r := newRig(t, rtdyld.Config{Unwinder: &teller{formats: tt.formats, log: &log}, Resolver: phony, TLS: &anyTLS{}})
		objs := r.load(tt.object)
		r.finalize()
		var want []string
		for _, w := range tt.want {
			want = append(want, " "+w)
		}
		if !slices.Equal(log, want) {
			t.Errorf("%s for %v: told %q, want %q", tt.object, tt.formats, log, want)
		}
		for _, s := range objs[0].Sections() {
			if s.Name == "<exidx>" && tt.formats&rtdyld.Exidx == 0 {
				t.Errorf("%s for %v: there is a table that nobody is told of", tt.object, tt.formats)
			}
		}
		r.unload(objs...)
		if len(log) != 2*len(want) {
			t.Errorf("%s for %v: told %q in all", tt.object, tt.formats, log)
		}
	}
}

// TestUnwindFormatNames: formats have the names of their sections.
func TestUnwindFormatNames(t *testing.T) {
	for f, want := range map[rtdyld.UnwindFormat]string{
		rtdyld.EHFrame: ".eh_frame", rtdyld.PData: ".pdata", rtdyld.Exidx: ".ARM.exidx",
		rtdyld.EHFrame | rtdyld.Exidx: ".eh_frame|.ARM.exidx", 0: "invalid", 8: "invalid",
	} {
		if got := f.String(); got != want {
			t.Errorf("%#x is %q, want %q", uint8(f), got, want)
		}
	}
}
