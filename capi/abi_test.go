package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
)

// layouts are the compilers whose view of the header is in testdata/abi.txt, one of 64 bits and one of 32.
var layouts = []struct {
	name string
	args []string
}{{"64", nil}, {"32", []string{"-m32"}}}

var (
	structs    = regexp.MustCompile(`(?s)typedef struct rtdyld_\w+ \{(.*?)\n\} (rtdyld_\w+);`)
	enums      = regexp.MustCompile(`(?s)typedef enum rtdyld_\w+ \{(.*?)\n\} rtdyld_\w+;`)
	macros     = regexp.MustCompile(`(?m)^#define (RTDYLD_\w+) `)
	enumerator = regexp.MustCompile(`RTDYLD_\w+`)
	// A field is a name before a comma or a semicolon, or that of a pointer to a function.
	field = regexp.MustCompile(`\(\*(\w+)\)\([^;]*;|(\w+)\s*[,;]`)
)

// abiSource has a line of assembly for each thing that programs know which are compiled with the header.
func abiSource(t *testing.T) string {
	t.Helper()
	text := header(t)
	var b strings.Builder
	b.WriteString("#include \"rtdyld.h\"\nvoid abi(void)\n{\n")
	line := func(what, name, value string) {
		fmt.Fprintf(&b, "\t__asm__ volatile(\"#ABI %s %s %%c0\" : : \"i\"(%s));\n", what, name, value)
	}
	for _, m := range structs.FindAllStringSubmatch(text, -1) {
		line("struct", m[2], "sizeof("+m[2]+")")
		for _, f := range field.FindAllStringSubmatch(m[1], -1) {
			name := f[1] + f[2]
			line("offset", m[2]+"."+name, "offsetof("+m[2]+", "+name+")")
			line("size", m[2]+"."+name, "sizeof((("+m[2]+" *)0)->"+name+")")
		}
	}
	for _, m := range enums.FindAllStringSubmatch(text, -1) {
		for _, name := range enumerator.FindAllString(m[1], -1) {
			line("value", name, name)
		}
	}
	for _, m := range macros.FindAllStringSubmatch(text, -1) {
		if m[1] != "RTDYLD_API_VERSION" { // which grows
			line("value", m[1], m[1])
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// abi is what programs know: names of things, by layout, with sizes, offsets or numbers.
func abi(t *testing.T) (lines []string) {
	t.Helper()
	citest.Need(t, "gcc")
	source := filepath.Join(t.TempDir(), "abi.c")
	if err := os.WriteFile(source, []byte(abiSource(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, l := range layouts {
		if err := citest.Compiles("#include <string.h>\n#include <stdint.h>\n", "gcc", append(l.args, "-fsyntax-only")...); err != nil {
			if citest.CI() {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		out, err := command(nil, "gcc", append(l.args, "-I.", "-S", "-o", "-", source)...)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\s*#ABI (.*)$`).FindAllStringSubmatch(out, -1) {
			lines = append(lines, l.name+" "+m[1])
		}
	}
	for _, p := range declarations(t) {
		lines = append(lines, "function rtdyld_"+p.name+" "+strings.Join(strings.Fields(p.text), " "))
	}
	return lines
}

// known splits a line: what it is about, and what is known of that.
func known(line string) (thing, value string) {
	if strings.HasPrefix(line, "function ") {
		name := strings.Join(strings.SplitN(line, " ", 3)[:2], " ")
		return name, strings.TrimPrefix(line, name)
	}
	at := strings.LastIndexByte(line, ' ')
	return line[:at], line[at+1:]
}

// changes says what programs that were compiled before would not find any more as it was. Structs may grow, but for one.
func changes(before, now []string) (bad []string) {
	is := map[string]string{}
	for _, line := range now {
		thing, value := known(line)
		is[thing] = value
	}
	for _, line := range before {
		thing, value := known(line)
		grown := false
		if strings.Contains(thing, " struct ") && !strings.HasSuffix(thing, " rtdyld_block") {
			was, _ := strconv.Atoi(value)
			n, _ := strconv.Atoi(is[thing])
			grown = n > was
		}
		if is[thing] != value && !grown {
			bad = append(bad, fmt.Sprintf("%s: is %q", line, is[thing]))
		}
	}
	return bad
}

// TestABI: what programs were compiled with stays: numbers, offsets, sizes of fields and functions, on systems of 64 and of 32 bits.
// What is added is listed in testdata/abi.txt, by -update, which takes over no change.
func TestABI(t *testing.T) {
	now := abi(t)
	if len(now) < 500 {
		t.Errorf("%d lines", len(now))
	}
	path := filepath.Join("testdata", "abi.txt")
	before, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	bad := changes(strings.FieldsFunc(string(before), func(r rune) bool { return r == '\n' }), now)
	for _, b := range bad {
		t.Error(b)
	}
	if bad == nil {
		golden.Check(t, path, []byte(strings.Join(now, "\n")+"\n"))
	}
}

// TestABIChanges: a change is told from an addition.
func TestABIChanges(t *testing.T) {
	before := []string{"64 struct rtdyld_block 32", "64 struct rtdyld_x 16", "64 offset rtdyld_x.a 8", "64 value RTDYLD_OK 0", "function rtdyld_f int rtdyld_f(void)"}
	for line, want := range map[string]int{
		"64 struct rtdyld_x 24": 0, "64 value RTDYLD_NEW 1": 0, "64 offset rtdyld_x.b 12": 0, // additions
		"64 struct rtdyld_x 8": 1, "64 struct rtdyld_block 40": 1, "64 offset rtdyld_x.a 12": 1, "64 value RTDYLD_OK 1": 1, "function rtdyld_f long rtdyld_f(void)": 1,
	} {
		if got := changes(before, append(slices.Clone(before), line)); len(got) != want {
			t.Errorf("%s: %q", line, got)
		}
	}
	if got := changes(before, before[1:]); len(got) != 1 {
		t.Errorf("one that is gone: %q", got)
	}
}
