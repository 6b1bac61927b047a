package rtdyld_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestWrap: what an object leaves undefined goes to __wrap_NAME, and __real_NAME to NAME, whatever targets put in front of names; an object that defines
// NAME uses its own. A collector takes what is needed then.
func TestWrap(t *testing.T) {
	const user = `extern int f(void), __real_f(void), other(void); int __wrap_f(void) { return __real_f() + 1; } int call(void) { return f() + other(); }`
	const defines = `int f(void) { return 2; } int other(void) { return f(); }`
	for _, target := range []string{"x86_64-linux-gnu", "i386-windows-gnu", "arm64-apple-macos"} {
		t.Run(target, func(t *testing.T) {
			citest.Need(t, "clang")
			imgs := compileSave(t, []string{user, defines}, "--target="+target, "-fno-inline", "-ffreestanding", "-fno-asynchronous-unwind-tables")
			prefix := imgs[0].Triple.SymbolPrefix()
			l, err := rtdyld.New(rtdyld.Config{Memory: &memory{}, Wrap: rtdyld.NewWrapping("f")})
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			if _, err := l.Load(t.Context(), imgs...); err != nil {
				t.Fatal(err)
			}
			for name, want := range map[string][]string{"__wrap_f": {"call"}, "f": {"__wrap_f", "other"}} {
				x, err := l.Explain(prefix + name)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, r := range x.Refs {
					got = append(got, strings.TrimPrefix(r.Function, prefix))
				}
				slices.Sort(got)
				if got = slices.Compact(got); !slices.Equal(got, want) && !(name == "f" && slices.Equal(got, want[:1])) { // a call within a section has no relocation
					t.Errorf("%s is referred to by %v, not %v", name, got, want)
				}
			}
			if err := l.Finalize(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}
