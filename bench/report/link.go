//go:build linux

package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
	"github.com/go-rtdyld/rtdyld/bench/internal/growth"
	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/bench/internal/page"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// layOut makes the sets of objects, if there are none.
func (b *bench) layOut() {
	if _, err := os.Stat(filepath.Join(b.sets, "lua", "objs.txt")); err != nil {
		b.say("laying out objects")
		if _, err := b.output(nil, "bash", "bench/sets.sh", b.sets); err != nil {
			b.miss("some sets of objects", err)
		}
	}
}

// link measures linkers, the steps of ours, and the floor under them.
func (b *bench) link() error {
	b.layOut()
	llvm, err := found(llvmNames...)
	if err != nil {
		b.miss("LLVM's RuntimeDyld", err)
	}
	lld, err := found("ld.lld", "ld.lld-14", "ld.lld-19")
	if err != nil {
		b.miss("lld", err)
	}
	mold, err := found("mold")
	if err != nil {
		b.miss("mold", err)
	}
	tools := linkers.Tools(b.rtdyld(), llvm, lld, mold)
	alone := func(name, command string, figure func(linkers.Cost) float64, args ...string) {
		tools = append(tools, linkers.Tool{Name: name, Command: command, Args: func(string) []string { return args }, Alone: true, Null: name == "map", Figure: figure})
	}
	total := func(c linkers.Cost) float64 { return linkers.Total([]linkers.Cost{c}).CPU }
	clock := func(c linkers.Cost) float64 { return linkers.Total([]linkers.Cost{c}).Wall }
	alone("steps", b.rtdyld(), total, "link", "-undefined=phony", "-times", "-j", "1")
	alone("two", b.rtdyld(), clock, "link", "-undefined=phony", "-times", "-j", "2")
	alone("process", b.rtdyld(), nil, "link", "-undefined=phony", "-q", "-j", "1")
	alone("map", b.rtdyld(), nil, "link", "-undefined=phony", "-j", "1")
	if floor, err := b.buildFloor(); err != nil {
		b.miss("the floor", err)
	} else {
		all := func(c linkers.Cost) float64 { return phases(c)["all"] }
		alone("floor", floor, all, "-n", "8")
		alone("hugefloor", floor, all, "-huge", "-n", "8")
	}
	sets := 0
	for _, name := range page.Sets {
		set, err := linkers.ReadSet(filepath.Join(b.sets, name))
		if err != nil {
			b.miss("objects "+name, err)
			continue
		}
		sets++
		b.say(name)
		if err := b.set(set, tools); err != nil {
			return err
		}
	}
	if sets == 0 {
		return errors.New("no objects to link: bench/sets.sh says what to install")
	}
	return b.ctx.Err()
}

// set measures all on one set.
func (b *bench) set(set *linkers.Set, tools []linkers.Tool) error {
	b.theirs("objects/"+set.Name, float64(len(set.Objects)), "")
	all, errs := linkers.Compare(set, tools, linkers.Sample{Rounds: b.rounds, Least: time.Second, Budget: 5 * time.Second})
	for i, t := range tools {
		if errs[i] != nil {
			if t.Command == b.rtdyld() {
				return errs[i]
			}
			b.miss(t.Name+" on "+set.Name, errs[i])
			continue
		}
		c := linkers.Least(all[i])
		switch t.Name {
		case "steps":
			for _, s := range linkers.LeastSteps(all[i]) {
				b.ours("step/"+set.Name+"/"+s.Name, 1e3*s.CPU, "ms")
			}
		case "rtdyld":
			b.ours("cpu/"+set.Name+"/rtdyld", 1e3*c.CPU, "ms")
			b.ours("peak/"+set.Name+"/rtdyld", c.Peak, "MB")
		case "two":
			b.ours("two/"+set.Name, 1e3*linkers.Total(all[i]).Wall, "ms")
		case "floor", "hugefloor":
			b.floor(t.Name+"/"+set.Name, all[i])
		case "process":
			b.ours("process/"+set.Name, 1e3*c.CPU, "ms")
			b.ours("processpeak/"+set.Name, c.Peak, "MB")
		case "map":
			b.ours("map/"+set.Name, 1e3*c.CPU, "ms")
			b.ours("mappeak/"+set.Name, c.Peak, "MB")
		default:
			b.theirs("cpu/"+set.Name+"/"+t.Name, 1e3*c.CPU, "ms")
			b.theirs("peak/"+set.Name+"/"+t.Name, c.Peak, "MB")
		}
	}
	if err := b.inChild("warm", set.Dir); err != nil {
		b.miss("second link of "+set.Name, err)
	}
	return b.ctx.Err()
}

//go:embed floor/floor.c
var floorSource string

// buildFloor compiles the least that any linker does.
func (b *bench) buildFloor() (string, error) {
	program, err := object.Compile(floorSource, "-O2")
	if err != nil {
		return "", err
	}
	path := filepath.Join(b.tmp, "floor")
	return path, os.WriteFile(path, program, 0o777)
}

// phases are those of a run of the floor, and all of it ("all"), in nanoseconds.
func phases(c linkers.Cost) map[string]float64 {
	took := map[string]float64{}
	for line := range strings.Lines(c.Out) {
		var phase string
		var ns float64
		if n, _ := fmt.Sscanf(line, "%s %g", &phase, &ns); n == 2 && phase != "objects" {
			took[phase] = ns
		}
	}
	return took
}

// floor has the least of each phase over some runs.
func (b *bench) floor(prefix string, runs []linkers.Cost) {
	least := phases(runs[0])
	for _, c := range runs {
		for phase, ns := range phases(c) {
			least[phase] = min(least[phase], ns)
		}
	}
	for _, phase := range slices.Sorted(maps.Keys(least)) {
		b.theirs(prefix+"/"+phase, least[phase]/1e6, "ms")
	}
}

// warm links a set again and again in this process: what the first link costs beside the work is paid then.
func warm(ctx context.Context, args []string) ([]figures.Figure, error) {
	set, err := linkers.ReadSet(args[0])
	if err != nil {
		return nil, err
	}
	kept, own, err := leastLinks(ctx, set)
	if err != nil {
		return nil, err
	}
	return []figures.Figure{
		{ID: "warm/" + set.Name, Value: float64(kept) / 1e6, Unit: "ms", Ours: true},
		{ID: "warmnew/" + set.Name, Value: float64(own) / 1e6, Unit: "ms", Ours: true},
	}, nil
}

// leastLinks are processor times of a link of a set's objects in this process, from files in memory: with a memory manager that stays, and in turns with
// that with one of its own. Each is the settled one of many but the first, with Go's garbage collector as it is by default.
func leastLinks(ctx context.Context, set *linkers.Set) (kept, own time.Duration, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	var files [][]byte
	size := uint64(0)
	for _, name := range set.Objects {
		data, err := os.ReadFile(name)
		if err != nil {
			return 0, 0, err
		}
		files, size = append(files, data), size+uint64(len(data))
	}
	m, err := object.Memory(size)
	if err != nil {
		return 0, 0, err
	}
	defer m.Close()
	in := func(ctx context.Context, bufs []*objfmt.ObjectBuffer) (*rtdyld.Linker, func() error, error) {
		return object.LinkIn(ctx, m, bufs)
	}
	begun := time.Now()
	var all [2][]time.Duration
	for i := 0; i < 4 || time.Since(begun) < 5*time.Second; i++ {
		for w, link := range []func(context.Context, []*objfmt.ObjectBuffer) (*rtdyld.Linker, func() error, error){in, object.Link} {
			bufs := make([]*objfmt.ObjectBuffer, len(files))
			for k, f := range files {
				bufs[k] = objfmt.NewBuffer(set.Objects[k], f)
			}
			before := processors()
			_, giveBack, err := link(ctx, bufs)
			took := processors() - before
			if err != nil {
				return 0, 0, err
			}
			if i > 0 {
				all[w] = append(all[w], took)
			}
			if err := giveBack(); err != nil {
				return 0, 0, fmt.Errorf("%s: %w", set.Name, err)
			}
		}
	}
	return settled(all[0]), settled(all[1]), nil
}

// settled is the least time that two others are within 5 % of, or else the least. One alone may be no time that anything takes: the clock of a process
// lacks what a thread has done that is running still, which once had it at half of what all other links took.
func settled(all []time.Duration) time.Duration {
	slices.Sort(all)
	for i := range all[:max(len(all)-2, 0)] {
		if all[i+2] <= all[i]+all[i]/20 {
			return all[i]
		}
	}
	return all[0]
}

// processors is the time of processors that this process has had.
func processors() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// growth measures inputs of which one thing grows.
func (b *bench) growth() error {
	for _, k := range growth.Kinds {
		b.say(k.Name)
		var took []float64
		for _, n := range k.Sizes {
			objects, err := k.Objects(n)
			if err != nil {
				return err
			}
			t, err := linkers.LinkBytes(b.rtdyld(), objects, b.rounds)
			if err != nil {
				return err
			}
			b.ours(fmt.Sprintf("time/%s/%d", k.Name, n), 1e3*t, "ms")
			took = append(took, t)
		}
		b.ours("exponent/"+k.Name, growth.Exponent(k.Sizes, took), "")
	}
	return nil
}
