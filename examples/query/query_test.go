package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/examples/internal/filter"
	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// each runs a test with each compiler, and skips it where that is not.
func each(t *testing.T, f func(t *testing.T, compiler string)) {
	for _, way := range irc.Ways {
		t.Run(way, func(t *testing.T) {
			_, err := irc.Open(t.Context(), irc.Config{Compiler: way})
			if err != nil && citest.CI() {
				t.Fatal(err)
			}
			if err != nil {
				t.Skip(err)
			}
			f(t, way)
		})
	}
}

// TestRun: the command counts alike in all four ways.
func TestRun(t *testing.T) { each(t, testRun) }

func testRun(t *testing.T, compiler string) {
	var out bytes.Buffer
	args := []string{"-compiler", compiler, "-rows", "1000000"}
	if citest.Sample() {
		args[3] = "100000"
	}
	if err := run(t.Context(), args, &out); err != nil {
		t.Fatal(err)
	}
	counts := regexp.MustCompile(`(?m) (\d+) of `+args[3]+` rows$`).FindAllStringSubmatch(out.String(), -1)
	if len(counts) != 4 {
		t.Fatalf("%d ways:\n%s", len(counts), &out)
	}
	for _, c := range counts {
		if c[1] != counts[0][1] || c[1] == "0" {
			t.Errorf("counts differ or are 0:\n%s", &out)
		}
	}
	t.Logf("\n%s", &out)
}

// filters are beside Go by hand, which knows nothing of the parser.
var filters = []struct {
	text string
	is   func(price float64, qty, region int64) bool
}{
	{"1 < 2", func(float64, int64, int64) bool { return true }},
	{"price != price", func(p float64, _, _ int64) bool { return p != p }},
	{"!(price <= 100) && qty == -2", func(p float64, q, _ int64) bool { return !(p <= 100) && q == -2 }},
	{"qty % 7 == -1 || qty % 7 == 3", func(_ float64, q, _ int64) bool { return q%7 == -1 || q%7 == 3 }},
	{"qty * region * qty * region * 4 < 0", func(_ float64, q, r int64) bool { return q*r*q*r*4 < 0 }}, // wraps
	{"qty - region - 1 > 2 - -qty", func(_ float64, q, r int64) bool { return q-r-1 > 2 - -q }},
	{"2 + qty * 3 >= 20 == region < 4", func(_ float64, q, r int64) bool { return (2+q*3 >= 20) == (r < 4) }},
	{"qty / 2 > 3.2 && region != 3 || price == 1e3", func(p float64, q, r int64) bool { return float64(q)/2 > 3.2 && r != 3 || p == 1e3 }},
	{"1 / price < 0", func(p float64, _, _ int64) bool { return 1/p < 0 }}, // -0
	{"1 / -price < 0", func(p float64, _, _ int64) bool { return 1/-p < 0 }},
	{"qty / region != qty / region", func(_ float64, q, r int64) bool { return q == 0 && r == 0 }},
	{"-price * .5 <= -2.5e1", func(p float64, _, _ int64) bool { return -p*.5 <= -25 }},
	{filter.Default, func(p float64, q, r int64) bool { return p*float64(q) > 1000 && r == 3 }},
}

func rowsOf(t *filter.Table, is func(price float64, qty, region int64) bool) (n int64) {
	for i, p := range t.Price {
		if is(p, int64(t.Qty[i]), int64(t.Region[i])) {
			n++
		}
	}
	return n
}

// TestFilters: native code, closures and the tree count what Go by hand does, also
// where numbers are odd.
func TestFilters(t *testing.T) {
	tab := filter.Odd(20011)
	for _, f := range filters {
		n, err := filter.Parse(f.text)
		if err != nil {
			t.Fatal(err)
		}
		want := rowsOf(tab, f.is)
		if got := filter.Walk(n, tab); got != want {
			t.Errorf("%s: tree counts %d, want %d", f.text, got, want)
		}
		if got := filter.Closures(n, tab); got != want {
			t.Errorf("%s: closures count %d, want %d", f.text, got, want)
		}
	}
	if got, want := filter.ByHand(tab), rowsOf(tab, filters[len(filters)-1].is); got != want {
		t.Errorf("by hand: %d, want %d", got, want)
	}
	each(t, func(t *testing.T, compiler string) { testFilters(t, open(t, compiler), tab) })
}

func testFilters(t *testing.T, nat *filter.Native, tab *filter.Table) {
	for _, f := range filters {
		if got, want := count(t, nat, f.text, tab), rowsOf(tab, f.is); got != want {
			t.Errorf("%s: native code counts %d, want %d", f.text, got, want)
		}
	}
	for _, n := range []int{0, 1, 2, 5} {
		small := filter.Odd(n)
		if got, want := count(t, nat, "region != 99", small), int64(n); got != want {
			t.Errorf("%d rows: native code counts %d", n, got)
		}
	}
}

// open is openNative for a test.
func open(t *testing.T, compiler string) *filter.Native {
	t.Helper()
	nat, err := filter.OpenNative(t.Context(), irc.Config{Compiler: compiler})
	if errors.Is(err, host.ErrSystem) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := nat.Close(); err != nil {
			t.Error(err)
		}
	})
	return nat
}

func count(t *testing.T, n *filter.Native, text string, tab *filter.Table) int64 {
	t.Helper()
	f, err := filter.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	q, err := n.Query(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := q.Close(); err != nil {
			t.Error(err)
		}
	}()
	return q.Run(tab)
}

// TestRandom: native code, closures and the tree agree on filters that nobody thought of.
func TestRandom(t *testing.T) {
	each(t, func(t *testing.T, compiler string) { testRandom(t, open(t, compiler), compiler == "clang") })
}

func testRandom(t *testing.T, nat *filter.Native, slow bool) {
	tab := filter.Odd(5003)
	times := 40
	if citest.Sample() || slow {
		times = 5
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range times {
		text := filter.Random(r, filter.Boolean, 4)
		f, err := filter.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		a, b, c := filter.Walk(f, tab), filter.Closures(f, tab), count(t, nat, text, tab)
		if a != b || b != c {
			t.Errorf("%s: tree %d, closures %d, native code %d", text, a, b, c)
		}
	}
}

// TestSyntax: what is wrong with a filter is told with its place.
func TestSyntax(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		msg    string
	}{
		{"", 0, "expected a value, found the end"},
		{"price", 0, "a filter must be a truth value, this is a float"},
		{"price > ", 8, "expected a value, found the end"},
		{"price > 3 4", 10, `expected an operator, found "4"`},
		{"cost > 3", 0, "no column is named cost: there are price, qty, region"},
		{"qty > 3 & 1", 8, "'&' has no meaning here"},
		{"qty ≥ 3", 4, "'≥' has no meaning here"},
		{"(qty > 3", 8, "expected a closing parenthesis"},
		{"qty > 1e", 6, `"1e" is no number`},
		{"qty > 1e999", 6, "1e999 is too large"},
		{"qty % 0 == 0", 4, "% is of an integer, by an integer literal above 0"},
		{"price % 2 == 0", 6, "% is of an integer, by an integer literal above 0"},
		{"qty && region", 4, "&& cannot be between an integer and an integer"},
		{"1 < qty < 3", 8, "< cannot be between a truth value and an integer"},
		{"!qty", 0, "! cannot be before an integer"},
		{"-(1 < 2)", 0, "- cannot be before a truth value"},
		{strings.Repeat("(", 10000), 250, "nested more than 500 deep"},
		{strings.Repeat("!", 10000), 499, "nested more than 500 deep"},
	} {
		_, err := filter.Parse(c.text)
		var syntax *filter.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if syntax.Offset != c.offset || syntax.Msg != c.msg {
			t.Errorf("%q: at %d: %s; want at %d: %s", c.text, syntax.Offset, syntax.Msg, c.offset, c.msg)
		}
	}
}

// TestNoCompiler: without a compiler the error says what to install.
func TestNoCompiler(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := run(t.Context(), []string{"-compiler", "clang", "-rows", "1"}, new(bytes.Buffer))
	var missing *irc.MissingError
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "apt-get install libllvm14") {
		t.Errorf("%v", err)
	}
}
