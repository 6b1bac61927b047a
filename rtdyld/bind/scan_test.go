package bind

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const expanded = `# 0 "<stdin>"
# 1 "/here/rtdyld-probe.c"
# 1 "/usr/include/zoo.h" 1 3 4
# 1 "/usr/include/stdio.h" 1 3 4
extern int printf (const char *format, ...);
#define EOF (-1)
# 5 "/usr/include/zoo.h" 2 3 4
# 1 "/usr/include/zoo/part.h" 1 3 4
int part(int (*compare)(const void *, const void *), char name[], struct s, unsigned long, int);
# 6 "/usr/include/zoo.h" 2 3 4
#define ZOO 1
#define TWO(a, b) ((a) + (b))
#define GONE 3
#undef GONE
typedef int (*callback)(int x);
__attribute__((visibility("default"))) int
  (zoo_open)(const char *path, int);
void (*zoo_hook(int n, void (*f)(int)))(int);
static inline int zoo_twice(int x) { if (x) { return f(x); } return 2 * x; }
struct zoo { int (*fn)(int a); } ;
extern int zoo_count, zoo_table[4];
uint32_t (zoo_hash) (void) __asm__("other");
`

// TestScan: what the preprocessor leaves tells names, parameters, and whose they are.
func TestScan(t *testing.T) {
	s := scan([]byte(expanded), probeName, nil)
	want := []string{"part", "zoo_open", "zoo_hook", "zoo_twice", "zoo_hash"}
	got := slices.DeleteFunc(slices.Clone(s.declared), func(n string) bool { return n == "fn" })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string][]string{"part": {"compare", "name", "", "", ""}, "zoo_open": {"path", ""}, "zoo_hook": {"n", "f"}, "zoo_twice": {"x"}, "zoo_hash": nil, "printf": {"format", ""}} {
		st := s.statements[name]
		if st == nil {
			t.Errorf("%s is no statement", name)
			continue
		}
		if len(want)+len(st.params) > 0 && !slices.Equal(want, st.params) && name != "printf" {
			t.Errorf("%s has the parameters %q, want %q", name, st.params, want)
		}
		if st.inline != (name == "zoo_twice") {
			t.Errorf("%s: static: %v", name, st.inline)
		}
	}
	if diff := cmp.Diff([]string{"ZOO", "TWO", "GONE"}, s.order); diff != "" || s.macros["GONE"] != nil || s.macros["EOF"] != nil || len(s.macros["TWO"].params) != 2 {
		t.Errorf("%s %v", diff, s.macros)
	}
	if at := s.statements["zoo_open"].at; at != (place{"/usr/include/zoo.h", 11}) {
		t.Errorf("zoo_open is at %v", at)
	}
	if st := s.statements["zoo_open"].text; !strings.HasSuffix(st, "int (zoo_open)(const char *path, int)") {
		t.Errorf("%q", st)
	}
}

// TestNaming: Go names.
func TestNaming(t *testing.T) {
	n := &naming{trim: []string{"zoo_"}, rename: map[string]string{"zoo_x": "Cross"}, taken: map[string]bool{}}
	for _, c := range [][2]string{{"zoo_open_v2", "OpenV2"}, {"zoo_open__v2", "OpenV2_"}, {"openV2", "OpenV2_2"}, {"zoo_x", "Cross"}, {"zoo_2d", "Zoo2d"}, {"sha_1_2", "Sha1_2"},
		{"_", "X"}, {"ünder", "Ünder"}, {"a b", "A_b"}} {
		if got := n.exported(c[0]); got != c[1] {
			t.Errorf("%s is %s, want %s", c[0], got, c[1])
		}
	}
	if got := parameterNames([]string{"type", "ppDb", "N", "len", "", "HTTPRequest"}, 6); !slices.Equal(got, []string{"type_", "ppDb", "n", "len_", "p4", "httpRequest"}) {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		patterns string
		name     string
		want     bool
	}{{"a*", "ab", true}, {"a* !ab", "ab", false}, {"!ab", "ac", true}, {"!ab", "ab", false}, {"", "a", false}} {
		if got := chosen(strings.Fields(c.patterns), c.name); got != c.want {
			t.Errorf("%q of %s: %v", c.patterns, c.name, got)
		}
	}
}

// TestComments: before a declaration, behind it, at the end of a line.
func TestComments(t *testing.T) {
	text := "/** Opens.\n * Twice. */\nAPI_EXPORT\nint a(void);\n\nint b(void);\n/* Behind. */\n\n#define C 1 /* last */\n/// One.\n/// Two.\nint d(void);\n"
	c := &comments{read: func(string) ([]byte, error) { return []byte(text), nil }}
	for line, want := range map[int]string{4: "Opens.\nTwice.", 6: "Behind.", 12: "One.\nTwo."} {
		at := place{"f.h", line}
		if got := c.around(&statement{at: at, end: at}); got != want {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
	if got := c.trailing(place{"f.h", 9}); got != "last" {
		t.Errorf("%q", got)
	}
}
