package coff_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

func withDirectives(texts ...string) *objgen.COFF {
	f := flavours[0].file()
	for _, text := range texts {
		f.Add(objgen.COFFSection{Name: ".drectve", Flags: info, Data: []byte(text)})
	}
	return f
}

// TestDirectives: the grammar of .drectve as Microsoft's and GNU's tools write it.
func TestDirectives(t *testing.T) {
	d := func(kind objfmt.DirectiveKind, name, value string) objfmt.Directive {
		return objfmt.Directive{Kind: kind, Name: name, Value: value}
	}
	one := func(kind objfmt.DirectiveKind, name, value string) []objfmt.Directive {
		return []objfmt.Directive{d(kind, name, value)}
	}
	const ignored, lib, export, include, alternate, merge = objfmt.DirIgnored, objfmt.DirDefaultLib, objfmt.DirExport, objfmt.DirInclude, objfmt.DirAlternateName, objfmt.DirMerge
	for _, tt := range []struct {
		text string
		want []objfmt.Directive
	}{
		{"", nil}, {"   \x00\x00", nil}, {"\xef\xbb\xbf", nil},
		{"/DEFAULTLIB:LIBCMT", one(lib, "LIBCMT", "")}, {"-defaultlib:uuid.lib", one(lib, "uuid.lib", "")},
		{`   /DEFAULTLIB:"LIBCMT" /DEFAULTLIB:"OLDNAMES" `, []objfmt.Directive{d(lib, "LIBCMT", ""), d(lib, "OLDNAMES", "")}},
		{"\xef\xbb\xbf /defaultlib:bibliothèque\t\r\n\v\f/merge:.a=.b", []objfmt.Directive{d(lib, "bibliothèque", ""), d(merge, ".a", ".b")}},
		{`/defaultlib:"two words.lib"`, one(lib, "two words.lib", "")}, {`"/defaultlib:two words.lib"`, one(lib, "two words.lib", "")},
		{`/default"lib":"two words.lib"`, one(ignored, `/default"lib":"two words.lib"`, "")}, // nobody writes that
		{`/defaultlib:tw"o w"ords.lib`, one(lib, "two words.lib", "")},
		{`/defaultlib:c:\lib\x.lib`, one(lib, `c:\lib\x.lib`, "")}, {`/defaultlib:"c:\my lib\x.lib"`, one(lib, `c:\my lib\x.lib`, "")},
		{`/defaultlib:"a\\" /include:b`, []objfmt.Directive{d(lib, `a\`, ""), d(include, "b", "")}}, {`/defaultlib:"a\" b"`, one(lib, `a" b`, "")},
		{`/defaultlib:a\\\"b`, one(lib, `a\"b`, "")}, {`/defaultlib:"open end`, one(lib, "open end", "")},
		{"/export:foo", one(export, "foo", "")}, {"/EXPORT:foo,DATA", one(export, "foo", "")}, {"/export:foo=bar", one(export, "foo", "bar")},
		{"/export:foo=bar,@7,NONAME,PRIVATE", one(export, "foo", "bar")}, {`-export:"foo",data`, one(export, "foo", "")},
		{`-export:"foo"="bar",data`, one(export, "foo", "bar")}, {`-export:"foo=bar",data`, one(export, "foo", "bar")},
		{"/export:?f@@YAXXZ,EXPORTAS,g", one(export, "?f@@YAXXZ", "")}, {"/export:a=other.b", one(export, "a", "other.b")},
		{"/include:_tls_used", one(include, "_tls_used", "")}, {`/INCLUDE:"a b"`, one(include, "a b", "")}, {"/include:a=b", one(include, "a=b", "")},
		{"/alternatename:_foo=_bar", one(alternate, "_foo", "_bar")}, {`/ALTERNATENAME:"?a@@=?b@@"`, one(alternate, "?a@@", "?b@@")},
		{"/merge:.CRT=.rdata", one(merge, ".CRT", ".rdata")}, {"-merge:.a=.b=.c", one(merge, ".a", ".b=.c")},
		{`/FAILIFMISMATCH:"_MSC_VER=1900"`, one(ignored, `/FAILIFMISMATCH:"_MSC_VER=1900"`, "")}, {"/throwingnew", one(ignored, "/throwingnew", "")},
		{"/manifestdependency:\"type='win32' name='x'\" -u sym", []objfmt.Directive{d(ignored, "/manifestdependency:\"type='win32' name='x'\"", ""), d(ignored, "-u", ""), d(ignored, "sym", "")}},
		{"/guardsym:f,S /section:.a,d /EDITANDCONTINUE /disallowlib:msvcrt", []objfmt.Directive{
			d(ignored, "/guardsym:f,S", ""), d(ignored, "/section:.a,d", ""), d(ignored, "/EDITANDCONTINUE", ""), d(ignored, "/disallowlib:msvcrt", ""),
		}},
		{`"" / - /:a`, []objfmt.Directive{d(ignored, `""`, ""), d(ignored, "/", ""), d(ignored, "-", ""), d(ignored, "/:a", "")}},
		{`-aligncomm:"nobody",4`, one(ignored, `-aligncomm:"nobody",4`, "")},
	} {
		img := parse(t, "directives.o", withDirectives(tt.text).Bytes())
		if !slices.Equal(img.Directives, tt.want) {
			t.Errorf("%q: %+v, want %+v", tt.text, img.Directives, tt.want)
		}
	}
	// Several sections, one of them without contents.
	f := withDirectives("/include:a", "\xef\xbb\xbf/include:b")
	f.Add(objgen.COFFSection{Name: ".drectve", Flags: info, Size: 100})
	img := parse(t, "several.o", f.Bytes())
	if !slices.Equal(img.Directives, []objfmt.Directive{d(include, "a", ""), d(include, "b", "")}) {
		t.Errorf("%+v", img.Directives)
	}
}

// TestBadDirectives: what is understood and wrong is refused, where it stands.
func TestBadDirectives(t *testing.T) {
	for text, msg := range map[string]string{
		"/include:": "include has no name", `/include:""`: "include has no name", "/alternatename:a": "alternatename has no second name",
		"/alternatename:a=": "alternatename has no second name", "/alternatename:=b": "alternatename has no name", "/MERGE:.a": "merge has no second name",
		"/export:": "export has no name", "/export:=a": "export has no name", "/export:,DATA": "export has no name", "/defaultlib:": "defaultlib has no name",
		"-aligncomm:a": "no alignment", "-aligncomm:,3": "aligncomm has no name", `-aligncomm:"",3`: "aligncomm has no name", "-aligncomm:a,": "alignment is no power of two", "-aligncomm:a,x": "alignment is no power of two", "-aligncomm:a,32": "alignment is no power of two", "-aligncomm:a,-1": "alignment is no power of two",
	} {
		data := withDirectives("   /include:good " + text).Bytes()
		err := refused(t, data, "directive: "+msg, false)
		if at := strings.LastIndex(string(data), text); err != nil && err.Offset != uint64(at) {
			t.Errorf("%s: offset %d, want %d", text, err.Offset, at)
		}
	}
	refused(t, withDirectives(strings.Repeat("a ", 1000)).Bytes(), "more directives than their text has room for", false)
	f := withDirectives("/include:a")
	f.EditSection = func(_ int, h *objgen.COFFSectionHeader) { h.Size = 1 << 30 }
	refused(t, f.Bytes(), "contents lie outside the file", false)
}

// TestCommonAlignment: GNU's -aligncomm raises the alignment of a common symbol.
func TestCommonAlignment(t *testing.T) {
	each(t, func(t *testing.T, fl flavour) {
		f := fl.file()
		f.Add(objgen.COFFSection{Name: ".drectve", Flags: info, Data: []byte(`-aligncomm:"raised",12 -aligncomm:"lower",1 -aligncomm:"raised",3 -aligncomm:"defined",9 -aligncomm:plain,7 -aligncomm:most,31`)})
		f.Add(objgen.COFFSection{Name: ".data", Flags: data, Data: []byte{1}})
		want := map[string]uint64{"raised": 4096, "lower": 8, "plain": 128, "other": 32, "most": 1 << 31}
		for _, name := range []string{"raised", "lower", "plain", "most"} {
			f.AddSymbol(objgen.COFFSymbol{Name: name, Class: 2, Value: 8})
		}
		f.AddSymbol(objgen.COFFSymbol{Name: "other", Class: 2, Value: 1000})
		f.AddSymbol(objgen.COFFSymbol{Name: "defined", Class: 2, Section: 2})
		img := parse(t, "align.o", f.Bytes())
		for name, w := range want {
			if _, s := symbol(t, img, name); s.Section != objfmt.SecCommon || s.Value != w {
				t.Errorf("%s: %+v, want alignment %d", name, s, w)
			}
		}
		if _, s := symbol(t, img, "defined"); s.Value != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestManyNames: the work for names that are looked up grows with their number alone. Work for each pair of names would be
// 32 times as much, and what caches and a busy machine do to as many names at once is far less.
func TestManyNames(t *testing.T) {
	const n, part = 32000, 32
	few, many := manyNames(n/part), manyNames(n)
	took := func(object []byte, times int) time.Duration {
		start := time.Now()
		for range times {
			parse(t, "many.o", object)
		}
		return time.Since(start)
	}
	// As many names either way, so that what else a machine does takes as much of both.
	a, b := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for look := 1; ; look++ {
		a, b = min(a, took(few, part)), min(b, took(many, 1))
		if b < part/4*max(a, time.Millisecond) { // as fine as any clock
			break
		}
		if look == 10 {
			t.Fatalf("%v for %d names %d times, %v for as many at once", a, n/part, part, b)
		}
	}
	img := parse(t, "many.o", many)
	for i := range n {
		if img.Symbols[i].Value != 256 || img.Groups[i].N != 2 {
			t.Fatalf("symbol %+v, group %+v", img.Symbols[i], img.Groups[i])
		}
	}
}

// manyNames is an object with n names in directives, and n sections of as many others.
func manyNames(n int) []byte {
	var text strings.Builder
	b := builder{flavours[4].file()}
	for i := range n {
		fmt.Fprintf(&text, ` -aligncomm:"common%d",8`, i)
		b.AddSymbol(objgen.COFFSymbol{Name: fmt.Sprint("common", i), Class: 2, Value: 4})
		b.section(fmt.Sprint(".text$", i), rodata|comdat)
	}
	for i := range n {
		b.section(fmt.Sprint(".xdata$", i), rodata|comdat)
	}
	b.Add(objgen.COFFSection{Name: ".drectve", Flags: info, Data: []byte(text.String())})
	return b.Bytes()
}
