//go:build linux

package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
	"github.com/go-rtdyld/rtdyld/bench/internal/many"
	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// many measures objects that come one after another.
func (b *bench) many() error {
	if err := b.times(2, "many"); err != nil {
		return err
	}
	b.say("without the garbage collector")
	return b.times(2, "many", "off")
}

// manyObjects loads a million names, with Go's garbage collector or without.
func manyObjects(ctx context.Context, args []string) ([]figures.Figure, error) {
	off := len(args) > 0
	if off {
		debug.SetGCPercent(-1)
	}
	const objects = 10000
	r, err := many.Run(ctx, objects, 100, nil)
	if err != nil {
		return nil, err
	}
	took := slices.Sorted(slices.Values(r.Took))
	us := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	if off {
		return []figures.Figure{{ID: "longest/off", Value: us(took[objects-1]), Unit: "us", Ours: true}}, nil
	}
	return []figures.Figure{
		{ID: "median", Value: us(took[objects/2]), Unit: "us", Ours: true},
		{ID: "first", Value: us(tenth(r.Took[:objects/10])), Unit: "us", Ours: true},
		{ID: "last", Value: us(tenth(r.Took[objects*9/10:])), Unit: "us", Ours: true},
		{ID: "999", Value: us(took[objects*999/1000]), Unit: "us", Ours: true},
		{ID: "longest/on", Value: us(took[objects-1]), Unit: "us", Ours: true},
		{ID: "life", Value: us(r.Life), Unit: "us", Ours: true},
		{ID: "lookups/one", Value: r.One, Unit: "M/s", Ours: true, More: true},
		{ID: "lookups/two", Value: r.Two, Unit: "M/s", Ours: true, More: true},
		{ID: "lookups/beside", Value: r.Beside, Unit: "M/s", Ours: true, More: true},
		{ID: "heap", Value: r.Heap, Unit: "B", Ours: true},
		{ID: "scanned", Value: r.Scanned, Unit: "B", Ours: true},
		{ID: "unload", Value: us(r.Gone) / float64(objects+objects/10), Unit: "us", Ours: true},
		{ID: "left", Value: max(float64(r.Left)/1e6, 0), Unit: "MB", Ours: true},
	}, nil
}

// tenth is the median of some loads.
func tenth(took []time.Duration) time.Duration {
	s := slices.Sorted(slices.Values(took))
	return s[len(s)/2]
}

// small measures one small object's life.
func (b *bench) small() error { return b.times(3, "small") }

// addCode is what is loaded and called.
const addCode = "long add(long a, long b) { return a + b; }\n"

// latencies are how long something took, each time.
type latencies []time.Duration

func (l latencies) figures(id string, ours bool) []figures.Figure {
	s := slices.Sorted(slices.Values(l))
	at := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	return []figures.Figure{
		{ID: id + "/least", Value: at(s[0]), Unit: "us", Ours: ours},
		{ID: id + "/median", Value: at(s[len(s)/2]), Unit: "us", Ours: ours},
		{ID: id + "/p99", Value: at(s[len(s)*99/100]), Unit: "us"},
	}
}

// way is a way to load and call a small function.
type way struct {
	id   string
	ours bool
	do   func() error
}

// smallObject takes an object from its bytes to the first call and away again, and a shared library by dlopen.
func smallObject(ctx context.Context, _ []string) (all []figures.Figure, err error) {
	caller, err := host.Caller()
	if err != nil {
		return nil, err
	}
	ways, done, err := linkedWays(ctx, caller)
	if err != nil {
		return nil, err
	}
	defer done()
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	library, err := object.Compile(addCode, "-O2", "-fPIC", "-shared")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "add.so")
	if err := os.WriteFile(path, library, 0o777); err != nil {
		return nil, err
	}
	ways = append(ways, way{"dlopen", false, func() error { return opened(path, caller) }})
	took := make([]latencies, len(ways))
	for range 100 { // rounds: what else the machine does meets all alike
		for i, w := range ways {
			for range 50 {
				begun := time.Now()
				if err := w.do(); err != nil {
					return nil, err
				}
				took[i] = append(took[i], time.Since(begun))
			}
		}
	}
	for i, w := range ways {
		all = append(all, took[i].figures(w.id, w.ours)...)
	}
	for id, apart := range map[string]bool{"memory/shared": false, "memory/apart": true} {
		each, err := memoryEach(ctx, mem.Config{PagesApart: apart})
		if err != nil {
			return nil, err
		}
		all = append(all, figures.Figure{ID: id, Value: each, Unit: "B", Ours: true})
	}
	return all, nil
}

// memoryEach is how much memory of a manager a small object takes that stays.
func memoryEach(ctx context.Context, cfg mem.Config) (float64, error) {
	const objects = 1000
	code, err := object.Compile(addCode, "-O2", "-c")
	if err != nil {
		return 0, err
	}
	m, err := mem.New(cfg)
	if err != nil {
		return 0, err
	}
	defer m.Close()
	var all []*rtdyld.Linker
	defer func() {
		for _, l := range all {
			l.Close()
		}
	}()
	for range objects {
		l, err := rtdyld.New(rtdyld.Config{Memory: m})
		if err != nil {
			return 0, err
		}
		all = append(all, l)
		img, err := objfile.Parse("add.o", code)
		if err != nil {
			return 0, err
		}
		objs, err := l.Load(ctx, img)
		img.Close()
		if err == nil {
			err = l.Finalize(ctx, objs...)
		}
		if err != nil {
			return 0, err
		}
	}
	return float64(m.Stats().Live) / objects, nil
}

// linkedWays are ours, in memory that done gives back.
func linkedWays(ctx context.Context, caller abi.Caller) (ways []way, done func(), err error) {
	code, err := object.Compile(addCode, "-O2", "-c")
	if err != nil {
		return nil, nil, err
	}
	bare, err := object.Compile(addCode, "-O2", "-c", "-fno-asynchronous-unwind-tables")
	if err != nil {
		return nil, nil, err
	}
	plain, err := mem.New(mem.Config{})
	if err != nil {
		return nil, nil, err
	}
	mapper, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: true})
	if err != nil {
		return nil, nil, err
	}
	dual, err := mem.NewManager(mapper, mem.Config{})
	if err != nil {
		return nil, nil, err
	}
	one, err := rtdyld.New(rtdyld.Config{Memory: plain})
	if err != nil {
		return nil, nil, err
	}
	fresh := func(data []byte, m *mem.Manager) func() error {
		return func() error {
			l, err := rtdyld.New(rtdyld.Config{Memory: m})
			if err != nil {
				return err
			}
			if err := life(ctx, l, data, caller); err != nil {
				return err
			}
			return l.Close()
		}
	}
	ways = []way{
		{"fresh", true, fresh(code, plain)},
		{"shared", true, func() error { return life(ctx, one, code, caller) }},
		{"bare", true, fresh(bare, plain)},
		{"dual", true, fresh(code, dual)},
	}
	return ways, func() { one.Close(); plain.Close(); dual.Close(); mapper.Close() }, nil
}

// life is all of an object's: parsed, loaded, finalized, looked up, called, unloaded.
func life(ctx context.Context, l *rtdyld.Linker, data []byte, caller abi.Caller) error {
	img, err := objfile.Parse("add.o", data)
	if err != nil {
		return err
	}
	defer img.Close()
	objs, err := l.Load(ctx, img)
	if err != nil {
		return err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return err
	}
	sym, err := l.Lookup("add")
	if err != nil {
		return err
	}
	if err := callAdd(caller, sym.Addr); err != nil {
		return err
	}
	return l.Unload(ctx, objs...)
}

// callAdd calls it once.
func callAdd(caller abi.Caller, addr uint64) error {
	add, err := abi.Func2[int64, int64, int64](caller, addr)
	if err != nil {
		return err
	}
	if n := add(40, 2); n != 42 {
		return errWrong
	}
	return nil
}

// opened is what dlopen has for the same.
func opened(path string, caller abi.Caller) error {
	lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return err
	}
	addr, err := purego.Dlsym(lib, "add")
	if err != nil {
		return err
	}
	if err := callAdd(caller, uint64(addr)); err != nil {
		return err
	}
	return purego.Dlclose(lib)
}

// calls measures calls of C by a program with cgo.
func (b *bench) calls() error {
	program := filepath.Join(b.tmp, "calls")
	b.say("building with cgo")
	if _, err := b.output([]string{"CGO_ENABLED=1"}, "go", "build", "-o", program, module+"/bench/calls"); err != nil {
		return err
	}
	b.say("")
	var least []struct {
		Group, Name     string
		Ns, Allocations float64
	}
	for range 2 {
		out, err := b.output(nil, program, "-json")
		if err != nil {
			return err
		}
		rows := least
		if err := json.Unmarshal(out, &rows); err != nil {
			return err
		}
		for i := range least {
			rows[i].Ns = min(rows[i].Ns, least[i].Ns)
		}
		least = slices.Clone(rows)
	}
	for _, r := range least {
		add := b.ours
		if r.Name == "cgo" || len(r.Name) > 6 && r.Name[:6] == "purego" {
			add = b.theirs
		}
		add("ns/"+r.Group+"/"+r.Name, r.Ns, "ns")
		add("allocations/"+r.Group+"/"+r.Name, r.Allocations, "")
	}
	return nil
}

// static measures static programs.
func (b *bench) static() error {
	out, err := b.output(nil, "go", "run", module+"/bench/static", "-json", "-n", "12")
	if err != nil {
		return err
	}
	var rows []struct {
		Name       string
		Call, Load float64
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		return err
	}
	for _, r := range rows {
		b.ours("call/"+r.Name, r.Call, "ns")
		b.ours("load/"+r.Name, r.Load/1e6, "ms")
	}
	return nil
}

// start measures commands that do next to nothing, beside a Go program that does nothing.
func (b *bench) start() error {
	dir := filepath.Join(b.tmp, "empty")
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o666); err != nil {
		return err
	}
	empty := filepath.Join(b.tmp, "nothing")
	if _, err := b.outputIn(dir, []string{"CGO_ENABLED=0"}, "go", "build", "-o", empty, "main.go"); err != nil {
		return err
	}
	commands := [][]string{{b.rtdyld(), "triple", "x86_64-linux"}, {b.rtdyld(), "version"}, {empty}}
	wall, cpu := make([]latencies, len(commands)), make([]latencies, len(commands))
	for range 60 {
		for i, c := range commands {
			cost, err := linkers.Command(exec.CommandContext(b.ctx, c[0], c[1:]...))
			if err != nil {
				return err
			}
			wall[i] = append(wall[i], time.Duration(1e9*cost.Wall))
			cpu[i] = append(cpu[i], time.Duration(1e9*cost.CPU))
		}
	}
	for i, name := range []string{"rtdyld", "version", "nothing"} {
		for what, l := range map[string]latencies{"wall": wall[i], "cpu": cpu[i]} {
			for _, f := range l.figures(what+"/"+name, name != "nothing") {
				f.ID, f.Value, f.Unit = b.part+"/"+f.ID, f.Value/1e3, "ms"
				b.run.Add(f)
			}
		}
	}
	return nil
}

// sqlite measures drivers of database/sql, in a module of its own.
func (b *bench) sqlite() error {
	b.say("building drivers")
	all := b.ctx
	var stop context.CancelFunc
	b.ctx, stop = context.WithTimeout(all, 4*time.Minute)
	defer func() { stop(); b.ctx = all }()
	out, err := b.outputIn("bench/sqlite", nil, "go", "run", ".", "-json", "-n", "3", "-scale", "8", "-drivers", "mattn,rtdyld,static")
	if err != nil {
		return err
	}
	var least map[string]map[string]float64
	if err := json.Unmarshal(out, &least); err != nil {
		return err
	}
	for driver, works := range least {
		add := b.ours
		if driver == "mattn" {
			add = b.theirs
		}
		for work, ns := range works {
			add(work+"/"+driver, ns/1e6, "ms")
		}
	}
	return nil
}
