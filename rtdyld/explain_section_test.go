package rtdyld_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// sectionSource defines names and refers to each of them in several ways. OWN is static, for which
// assemblers write references by the section's symbol, or hidden, for which they name the symbol.
const sectionSource = `
struct pair { long a, b; };
extern int sink(const void *, ...);
OWN int zero[7];
OWN char small = 3;
OWN int counter = 5;
OWN struct pair both = {1, 2};
OWN const char text[] = "text that is not short";
OWN __attribute__((noinline, noclone)) int helper(int x) { counter += x; return zero[x] + small; }
OWN __attribute__((noinline, noclone, section(".text.other"))) int other(int x) { sink(text, &both.b); return helper(x) + 1; }
int (*table[])(int) = {other, helper, 0};
void *pointers[] = {&both.b, &zero[3], &counter};
__attribute__((section(".text.user"))) int user(int x)
{
	if (small == 7 || counter > 70000) both.b = 0x12345;
	zero[2] = 9;
	small |= 16;
	sink(helper, other, text + 5);
	return helper(x) * other(counter);
}
`

// TestExplainSections: references by the symbols of sections are the ones of the same source
// where the assembler names the symbols.
func TestExplainSections(t *testing.T) {
	for _, c := range []struct {
		what, cc string
		least    int // references by a section; assemblers for Arm keep the names of functions
	}{
		{"amd64", "gcc -fno-pic", 10},
		{"amd64 PIC", "gcc -fPIC -O2", 10},
		{"i386", "gcc -m32 -fno-pic", 10},
		{"arm64", "aarch64-linux-gnu-gcc -fno-pic", 10},
		{"arm", "arm-linux-gnueabihf-gcc -fno-pic -marm", 5},
		{"thumb", "arm-linux-gnueabihf-gcc -fno-pic -mthumb", 5},
	} {
		t.Run(c.what, func(t *testing.T) {
			cc := strings.Fields(c.cc)
			citest.NeedCompiler(t, "int x;", cc[0], append(slices.Clone(cc[1:]), "-c")...)
			refs := map[string][]string{}
			bySection := 0
			for _, own := range []string{"static", "__attribute__((visibility(\"hidden\")))"} {
				dir := t.TempDir()
				src, out := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
				if err := os.WriteFile(src, []byte(sectionSource), 0o666); err != nil {
					t.Fatal(err)
				}
				args := append(cc[1:], "-O1", "-fno-toplevel-reorder", "-fno-asynchronous-unwind-tables", "-fno-section-anchors", "-ffreestanding", "-DOWN="+own, "-c", "-o", out, src)
				if msg, err := exec.Command(cc[0], args...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, msg)
				}
				data, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				r := newRig(t, rtdyld.Config{})
				if _, err := r.Load(t.Context(), parse(t, "a.o", data)); err != nil {
					t.Fatal(err)
				}
				for _, name := range []string{"zero", "small", "counter", "both", "text", "helper", "other"} {
					e, err := r.Explain(name)
					if err != nil {
						t.Fatal(err)
					}
					var list []string
					for _, u := range e.Refs {
						if strings.HasPrefix(u.As, ".") {
							bySection++
						}
						list = append(list, fmt.Sprintf("%s+%#x", u.Section, u.Offset))
					}
					slices.Sort(list)
					if was, again := refs[name]; again && !slices.Equal(list, was) {
						t.Errorf("%s:\n%q by name\n%q by section", name, list, was)
					}
					refs[name] = list
				}
			}
			if bySection < c.least {
				t.Errorf("%d references by a section", bySection)
			}
		})
	}
}
