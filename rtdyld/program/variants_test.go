//go:build linux && (amd64 || arm64)

package program_test

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// variantOptions are how the compiler makes code for a feature.
var variantOptions = map[string][]string{
	"avx2": {"-mavx2"}, "avx512f": {"-mavx512f"}, "sve": {"-march=armv8.2-a+sve"}, "dotprod": {"-march=armv8.2-a+dotprod"},
}

// variantArchive has functions that say what they were compiled for: "which" for all of the features and for any processor, "only" for
// the first alone, and "user", which refers to which.
func variantArchive(t *testing.T, features ...string) []byte {
	member := func(name, function, result string, options ...string) objgen.ArMember {
		return objgen.ArMember{Name: name, Data: compile(t, `int `+function+`_(void) __asm__("`+name+`"); int `+function+`_(void) { return `+result+`; }`, options...)}
	}
	members := []objgen.ArMember{
		member("which", "which", "1"),
		{Name: "user", Data: compile(t, "int which(void); int user(void) { return which() + 100; }")},
	}
	for i, f := range features {
		members = append(members, member("which."+f, "which", string(rune('2'+i)), variantOptions[f]...))
	}
	members = append(members, member("only."+features[0], "only", "9", variantOptions[features[0]]...))
	return (&objgen.Ar{NoIndex: true, Members: members}).Bytes()
}

// TestVariants: the first variant that the processor has is bound, for whatever set of features it has, and code that uses the name
// itself has what it says.
func TestVariants(t *testing.T) {
	best, good := "avx512f", "avx2"
	if runtime.GOARCH == "arm64" {
		best, good = "sve", "dotprod"
	}
	lib := host.Bytes("lib.a", variantArchive(t, best, good))
	for _, test := range []struct {
		name   string
		inputs []host.Input
		want   int32
		best   bool
	}{
		{"none asked for", []host.Input{lib}, 1, false},
		{"both", []host.Input{lib, host.Variants("other", best, good)}, 2, true},
		{"one", []host.Input{host.Variants(good), lib}, 3, false},
		{"none", []host.Input{lib, host.Variants("other")}, 1, false},
		{"two lists", []host.Input{lib, host.Variants("other"), host.Variants(good, best)}, 3, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := host.Load(t.Context(), test.inputs...)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			var which, user func() int32
			for range 2 { // the choice stays
				if err := errors.Join(p.Bind("which", &which), p.Bind("user", &user)); err != nil {
					t.Fatal(err)
				}
				if w, u := which(), user(); w != test.want || u != 101 {
					t.Errorf("%d, %d, want %d", w, u, test.want)
				}
			}
			var only func() int32
			err = p.Bind("only", &only)
			var nf *program.NotFoundError
			if test.best {
				if err != nil || only() != 9 {
					t.Errorf("only: %v", err)
				}
				return
			}
			if !errors.As(err, &nf) {
				t.Fatalf("only: %v", err)
			}
			if says := strings.HasSuffix(err.Error(), "only: not defined but as only."+best+", which this processor is not for"); says == (len(test.inputs) == 1) {
				t.Errorf("only: %v", err)
			}
		})
	}
}

// TestVariantsHere: without a list it is what the processor has.
func TestVariantsHere(t *testing.T) {
	features := abi.Features()
	if len(features) == 0 {
		t.Skip("this processor has nothing that abi.Features knows")
	}
	f := features[len(features)/2]
	named := func(name, result string) host.Input {
		return host.Bytes(name, compile(t, `int which_(void) __asm__("`+name+`"); int which_(void) { return `+result+`; }`))
	}
	p, err := host.Load(t.Context(), host.Variants(), named("which", "1"), named("which."+f, "2"), named("which.unheard", "3"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var which func() int32
	if err := p.Bind("which", &which); err != nil || which() != 2 {
		t.Errorf("%v", err)
	}
	if slices.Contains(features, "unheard") {
		t.Error("unheard of")
	}
}
