package perf_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/perf"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

func init() { perf.Programs["profiled"] = profiled }

// profiled runs the main of each object, one after the other, at the same address. Its
// first arguments are "map" or "dump" and the folder for the file.
func profiled(args []string) error {
	ctx := context.Background()
	// What is released is used again at once.
	manager, err := mem.New(mem.Config{ReleaseBatch: -1})
	if err != nil {
		return err
	}
	p, err := host.Open(host.Config{Memory: manager})
	if err != nil {
		return err
	}
	cfg := p.LinkerConfig()
	sym := symbolize.New()
	var l interface {
		rtdyld.Listener
		Close() error
	}
	if args[0] == "map" {
		var m *perf.Map
		if m, err = perf.NewMap(perf.Config{}); err == nil { // in no other folder does perf look
			err = os.WriteFile(filepath.Join(args[1], "map"), []byte(m.Path()), 0o666)
		}
		l = m
	} else {
		l, err = perf.NewDump(perf.Config{Dir: args[1], Lines: sym})
	}
	if err != nil {
		return err
	}
	cfg.Listeners = append(cfg.Listeners, sym, l)
	linker, err := rtdyld.New(cfg)
	if err != nil {
		return err
	}
	at := uint64(0)
	for _, path := range args[2:] {
		img, err := objfile.Open(path)
		if err != nil {
			return err
		}
		objs, err := linker.Load(ctx, img)
		if err != nil {
			return err
		}
		if err := linker.Finalize(ctx, objs...); err != nil {
			return err
		}
		main, _ := linker.Lookup("main")
		if at != 0 && at != main.Addr {
			return errors.New("the second object is not where the first was")
		}
		at = main.Addr
		if _, err := host.RunMain(ctx, p.Caller(), main.Addr, []string{path}, nil); err != nil {
			return err
		}
		if err := linker.Unload(ctx, objs...); err != nil {
			return err
		}
	}
	return l.Close()
}

// spinSource is a program that keeps NAME busy.
const spinSource = `
#include <time.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
volatile int sink;
__attribute__((noinline)) static int NAME(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) {
		s += i * n;
		sink += s;
	}
	return s;
}
__attribute__((noinline)) int outer_NAME(int n) { return NAME(n) + n; }
int main(void)
{
	double end = now() + 0.2;
	while (now() < end)
		sink += outer_NAME(100000);
	return 0;
}
`

// compile makes an object of a source.
func compile(t *testing.T, dir, name, source string, args ...string) string {
	t.Helper()
	path, object := filepath.Join(dir, name+".c"), filepath.Join(dir, name+".o")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("gcc", append(args, "-c", "-o", object, path)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return object
}

// run runs a command and returns what it wrote.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd, err, out, &stderr)
	}
	return string(out)
}

// record profiles this test binary as the program how, and returns the profile.
func record(t *testing.T, dir, how string, objects ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, how+".data")
	cmd := exec.Command("perf", "record", "-k", "mono", "-e", "cpu-clock:u", "--call-graph", "dwarf,1024", "-F", "400", "-o", data, self)
	cmd.Env = append(os.Environ(), perf.Helper+"=profiled "+how+" "+dir+" "+strings.Join(objects, " "), "HOME="+dir)
	out, err := cmd.CombinedOutput()
	if regexp.MustCompile(`perf_event_paranoid|not permitted|not supported|No permission`).Match(out) {
		t.Skipf("perf may not record here: %s", out)
	}
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return data
}

// share is how many of a hundred samples the lines of a report give to what matches.
func share(t *testing.T, report, re string) float64 {
	t.Helper()
	sum := 0.0
	for line := range strings.Lines(report) {
		m := regexp.MustCompile(`^\s*([0-9.]+)%\s+(.*?)\s*$`).FindStringSubmatch(line)
		if m != nil && regexp.MustCompile(re).MatchString(m[2]) {
			v, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			sum += v
		}
	}
	return sum
}

// TestRecord profiles a program that loads two objects, the second where the first was.
// perf names the functions of both, by a dump with lines and callers; by a map, whose
// format knows no time, the second's stand for both. Each is busy for as long on any machine,
// and what else the program does takes a slow one longer, for which there is room.
func TestRecord(t *testing.T) {
	citest.Need(t, "perf", "gcc", "readelf")
	if citest.Sample() {
		t.Skip("keeps the processor busy")
	}
	dir := t.TempDir()
	var objects []string
	for _, name := range []string{"first_spin", "other_spin"} {
		// Room behind each function: perf may be built with libunwind.
		objects = append(objects, compile(t, dir, name, strings.ReplaceAll(spinSource, "NAME", name), "-g", "-O1", "-falign-functions=512"))
	}
	t.Run("map", func(t *testing.T) {
		defer func() {
			if path, err := os.ReadFile(filepath.Join(dir, "map")); err == nil {
				os.Remove(string(path))
			}
		}()
		report := run(t, "perf", "report", "--stdio", "--no-children", "-g", "none", "-s", "sym", "-i", record(t, dir, "map", objects...))
		if got := share(t, report, `^\[\.\] other_spin$`); got < 70 {
			t.Errorf("other_spin has %v%%\n%s", got, report)
		}
		if strings.Contains(report, "first_spin") {
			t.Errorf("what lies there no more is named\n%s", report)
		}
	})
	t.Run("dump", func(t *testing.T) {
		data := record(t, dir, "dump", objects...)
		run(t, "perf", "inject", "-j", "-i", data, "-o", data+".jit")
		report := run(t, "perf", "report", "--stdio", "--no-children", "-g", "none", "-s", "sym", "-i", data+".jit")
		for _, name := range []string{"first_spin", "other_spin"} {
			if got := share(t, report, `^\[\.\] `+name+`$`); got < 25 || got > 75 {
				t.Errorf("%s has %v%%\n%s", name, got, report)
			}
		}
		report = run(t, "perf", "report", "--stdio", "--no-children", "-g", "none", "-s", "srcline", "-i", data+".jit")
		for _, re := range []string{`first_spin\.c:(8|9|10)$`, `other_spin\.c:(8|9|10)$`} {
			if got := share(t, report, re); got < 25 {
				t.Errorf("%s has %v%%\n%s", re, got, report)
			}
		}
		// All that is below main counts for it, if the frames between are found.
		report = run(t, "perf", "report", "--stdio", "--children", "-g", "none", "-s", "sym", "-i", data+".jit")
		for _, name := range []string{"main", "outer_first_spin", "outer_other_spin"} {
			if got := share(t, report, `\[\.\] `+name+`$`); got < 25 {
				t.Errorf("%s has %v%% below it\n%s", name, got, report)
			}
		}
		// What another reads in the objects that perf made.
		made, err := filepath.Glob(filepath.Join(dir, "jitted-*-0.so"))
		if err != nil || len(made) != 1 {
			t.Fatalf("%v, %v", made, err)
		}
		symbol := regexp.MustCompile(`: 0*80 +(\d+) FUNC .* first_spin\n`).FindStringSubmatch(run(t, "readelf", "-sW", made[0]))
		if symbol == nil {
			t.Fatal("first_spin is not at 0x80")
		}
		size, _ := strconv.Atoi(symbol[1])
		frames := run(t, "readelf", "-wF", made[0])
		if want := "pc=0000000000000080.." + strconv.FormatInt(int64(0x80+size), 16); !regexp.MustCompile(strings.ReplaceAll(want, "..", `\.\.0*`)).MatchString(frames) || !strings.Contains(frames, "rsp+8") {
			t.Errorf("no %s in\n%s", want, frames)
		}
	})
}

// TestLines: a function's lines are those that the compiler wrote; of too many the rest
// is left out, and that is told.
func TestLines(t *testing.T) {
	citest.Need(t, "gcc")
	dir := t.TempDir()
	var source strings.Builder
	source.WriteString("volatile int sink;\nvoid long_one(void)\n{\n")
	name := strings.Repeat("directory/", 90) + "file.c"
	for i := range 6000 {
		source.WriteString("#line " + strconv.Itoa(10+i) + " \"" + name + "\"\nsink = 1;\n")
	}
	source.WriteString("}\n")
	for _, c := range []struct {
		name, source string
		cut          bool
	}{
		{"short", "volatile int sink;\nvoid f(void)\n{\n\tsink = 1;\n\tsink = 2;\n}\n", false},
		{"long", source.String(), true},
	} {
		sym := symbolize.New()
		var told []error
		d, err := perf.NewDump(perf.Config{Dir: dir, Lines: sym, OnError: func(err error) { told = append(told, err) }})
		if err != nil {
			t.Fatal(err)
		}
		p, err := host.Open(host.Config{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		cfg := p.LinkerConfig()
		cfg.Listeners = append(cfg.Listeners, sym, d)
		l, err := rtdyld.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.Open(compile(t, dir, c.name, c.source, "-g", "-O0"))
		if err != nil {
			t.Fatal(err)
		}
		objs, err := l.Load(context.Background(), img)
		if err == nil {
			err = l.Finalize(context.Background(), objs...)
		}
		if err == nil {
			err = l.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		d.Close()
		var oe *perf.ObjectError
		if c.cut != (len(told) == 1 && errors.As(told[0], &oe)) || !c.cut && len(told) > 0 {
			t.Errorf("%s: told %v", c.name, told)
		}
		rows := perf.LinesOf(t, d.Path())
		if !c.cut {
			// The body begins in line 3, so does the first row.
			if got := strings.Join(rows, " "); !regexp.MustCompile(`^0=3 [0-9a-f]+=4 [0-9a-f]+=5 [0-9a-f]+=6$`).MatchString(got) {
				t.Errorf("lines %s", got)
			}
		} else if len(rows) < 4000 || len(rows) > 5000 {
			t.Errorf("%d lines", len(rows))
		}
	}
}
