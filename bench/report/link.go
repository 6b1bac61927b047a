//go:build linux

package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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
)

// link measures linkers, the steps of ours, and the floor under them.
func (b *bench) link() error {
	if _, err := os.Stat(filepath.Join(b.sets, "lua", "objs.txt")); err != nil {
		b.say("laying out objects")
		if _, err := b.output(nil, "bash", "bench/sets.sh", b.sets); err != nil {
			b.miss("some sets of objects", err)
		}
	}
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
	ours := func(name string, args ...string) {
		args = append([]string{"link", "-undefined=phony"}, args...)
		tools = append(tools, linkers.Tool{Name: name, Command: b.rtdyld(), Args: func(string) []string { return args }, Alone: true, Null: name == "map"})
	}
	ours("steps", "-times", "-j", "1")
	ours("two", "-times", "-j", "2")
	ours("map", "-j", "1")
	floor, err := b.buildFloor()
	if err != nil {
		b.miss("the floor", err)
	}
	sets := 0
	for _, name := range page.Sets {
		set, err := linkers.ReadSet(filepath.Join(b.sets, name))
		if err == nil && len(set.Objects) == 0 {
			err = errors.New("no objects: see bench/sets.sh")
		}
		if err != nil {
			b.miss("objects "+name, err)
			continue
		}
		sets++
		b.say(name)
		if err := b.set(set, tools, floor); err != nil {
			return err
		}
	}
	if sets == 0 {
		return errors.New("no objects to link: bench/sets.sh says what to install")
	}
	return b.ctx.Err()
}

// set measures all on one set.
func (b *bench) set(set *linkers.Set, tools []linkers.Tool, floor string) error {
	b.theirs("objects/"+set.Name, float64(len(set.Objects)), "")
	b.floor(floor, set)
	all, errs := linkers.Compare(set, tools, linkers.Sample{Rounds: b.rounds, Budget: 5 * time.Second})
	b.floor(floor, set) // before and after: the least counts
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
			b.ours("process/"+set.Name, 1e3*c.CPU, "ms")
			b.ours("processpeak/"+set.Name, c.Peak, "MB")
		case "rtdyld":
			b.ours("cpu/"+set.Name+"/rtdyld", 1e3*c.CPU, "ms")
			b.ours("peak/"+set.Name+"/rtdyld", c.Peak, "MB")
		case "two":
			b.ours("two/"+set.Name, 1e3*linkers.Total(all[i]).Wall, "ms")
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

// floor runs that.
func (b *bench) floor(program string, set *linkers.Set) {
	if program == "" {
		return
	}
	for _, huge := range []bool{false, true} {
		args := []string{"-n", "8", "@" + filepath.Join(set.Dir, "objs.txt")}
		prefix := "floor/" + set.Name
		if huge {
			args, prefix = append([]string{"-huge"}, args...), "hugefloor/"+set.Name
		}
		out, err := b.output(nil, program, args...)
		if err != nil {
			b.miss("the floor under "+set.Name, err)
			return
		}
		for line := range strings.Lines(string(out)) {
			var phase string
			var ns float64
			if n, _ := fmt.Sscanf(line, "%s %g", &phase, &ns); n < 2 || phase == "objects" {
				continue
			}
			id := prefix + "/" + phase
			if was, ok := b.run.Get(b.part + "/" + id); ok {
				ns = min(ns, 1e6*was)
			}
			b.theirs(id, ns/1e6, "ms")
		}
	}
}

// warm links a set again and again in this process: what the first link costs beside the work is paid then.
func warm(ctx context.Context, args []string) ([]figures.Figure, error) {
	set, err := linkers.ReadSet(args[0])
	if err != nil {
		return nil, err
	}
	debug.SetGCPercent(-1)
	least, err := leastLink(ctx, set)
	if err != nil {
		return nil, err
	}
	return []figures.Figure{{ID: "warm/" + set.Name, Value: float64(least) / 1e6, Unit: "ms", Ours: true}}, nil
}

// leastLink is the processor time of a link of a set's objects in this process, from files in memory: the least of some but the first.
func leastLink(ctx context.Context, set *linkers.Set) (least time.Duration, err error) {
	var files [][]byte
	for _, name := range set.Objects {
		data, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		files = append(files, data)
	}
	var took []time.Duration
	begun := time.Now()
	for i := 0; i < 20 && (i < 3 || time.Since(begun) < 4*time.Second); i++ {
		bufs := make([]*objfmt.ObjectBuffer, len(files))
		for k, f := range files {
			bufs[k] = objfmt.NewBuffer(set.Objects[k], f)
		}
		before := processors()
		_, giveBack, err := object.Link(ctx, bufs)
		took = append(took, processors()-before)
		if err != nil {
			return 0, err
		}
		if err := giveBack(); err != nil {
			return 0, fmt.Errorf("%s: %w", set.Name, err)
		}
		runtime.GC()
	}
	return slices.Min(took[1:]), nil
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
