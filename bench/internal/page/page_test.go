package page

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
)

// TestPage: docs/performance.md, its pictures and the README's table are what this command makes now of the run that is stored beside
// them.
func TestPage(t *testing.T) {
	const again = "go run ./bench/report -from docs/performance/run.json -o docs/performance.md makes it"
	file := filepath.Join("..", "..", "..", "docs", "performance.md")
	run, err := figures.Read(RunFile(file))
	if err != nil {
		t.Fatal(err)
	}
	files, err := render(file, run)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v: %s", err, again)
		} else if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
			t.Errorf("%s is not what the run makes: %s", name, again)
		}
	}
	there, err := filepath.Glob(filepath.Join(strings.TrimSuffix(file, ".md"), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range there {
		if files[name] == nil {
			t.Errorf("%s: the page does not have it", name)
		}
	}
	readme, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := inReadme(string(readme), run); !ok || text != string(readme) {
		t.Errorf("the README's table is not the run's: %s", again)
	}
	for _, part := range parts {
		missing := slices.ContainsFunc(run.Missing, func(m figures.Missing) bool { return m.Part == part.name })
		if !(&page{run: run}).has(part.name) && !missing {
			t.Errorf("the run has nothing of %q", part.name)
		}
	}
}

// TestLess: what a run lacks is left out, columns, rows and pictures, and the page says what and why.
func TestLess(t *testing.T) {
	run := &figures.Run{}
	run.Add(figures.Figure{ID: "link/objects/lua", Value: 32}, figures.Figure{ID: "link/cpu/lua/rtdyld", Value: 8, Unit: "ms", Ours: true},
		figures.Figure{ID: "link/cpu/lua/mold", Value: 10, Unit: "ms"})
	run.Machine.Later = map[string]string{"link": "today"}
	run.Miss("link", "lld", errors.New("ld.lld is\nnot `installed`"))
	files, err := render("p.md", run)
	if err != nil {
		t.Fatal(err)
	}
	text := string(files["p.md"])
	for _, want := range []string{"| objects | rtdyld | mold |\n| --- | ---: | ---: |\n| lua, 32 | 8 ms | 10 ms (0.80) |\n", "Measured again: link, today.\n", "- lld: ld.lld is not 'installed'\n", "(p/linkers.svg)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, no := range []string{"NaN", "## Growth", "## Calls", "steps.svg", "| sqlite"} {
		if strings.Contains(text, no) {
			t.Errorf("%q in\n%s", no, text)
		}
	}
	for name, data := range files {
		if bytes.Contains(data, []byte("NaN")) {
			t.Errorf("%s has NaN", name)
		}
	}
}

// TestORC: objects that were not measured are left out, and the bar is held against those that were.
func TestORC(t *testing.T) {
	run := &figures.Run{}
	for _, f := range []figures.Figure{{ID: "bytes/calls1", Value: 1368}, {ID: "emit/calls1/llvm", Value: 30, Unit: "us"}, {ID: "emit/calls1/rtdyld", Value: 24, Unit: "us"},
		{ID: "bytes/DWARFContext", Value: 230320}, {ID: "emit/DWARFContext/llvm", Value: 2000, Unit: "us"}, {ID: "emit/DWARFContext/rtdyld", Value: 200, Unit: "us"},
		{ID: "many/500/llvm", Value: 10, Unit: "ms"}, {ID: "many/500/rtdyld", Value: 10, Unit: "ms"}, {ID: "many/2000/llvm", Value: 160, Unit: "ms"}, {ID: "many/2000/rtdyld", Value: 40, Unit: "ms"}} {
		f.ID = "orc/" + f.ID
		run.Add(f)
	}
	files, err := render("p.md", run)
	if err != nil {
		t.Fatal(err)
	}
	text := string(files["p.md"])
	for _, want := range []string{"| 1 call | 1368 | 24 µs | 30 µs (0.80) |\n| DWARFContext.cpp | 230320 | 200 µs | 2000 µs (0.10) |\n", "1 of 2 objects are within, the worst takes 0.80.",
		"| 500 | 10 ms | 10 ms (1.00) |\n| 2000 | 40 ms | 160 ms (0.25) |\n", "an exponent of 1, LLVM's with 2."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestShow: units that suit.
func TestShow(t *testing.T) {
	for _, c := range []struct {
		v    float64
		unit string
		want string
	}{
		{1.234, "ms", "1.23 ms"}, {0.0123, "ms", "12.3 µs"}, {123.4, "us", "123 µs"}, {12345, "us", "12.3 ms"}, {12345, "ms", "12.3 s"}, {0.05, "us", "50 ns"}, {3, "", "3"}, {0, "", "0"},
	} {
		if got := Show(c.v, c.unit); got != c.want {
			t.Errorf("%v %s: %q, want %q", c.v, c.unit, got, c.want)
		}
	}
}
