//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
	"github.com/go-rtdyld/rtdyld/bench/internal/page"
)

// orcVersion is the LLVM whose layer stands beside ours.
const orcVersion = "14"

// orc measures our object layer for LLVM's ORC beside LLVM's own, by the programs of capi/orc/testdata.
func (b *bench) orc() error {
	config, err := found("llvm-config-" + orcVersion)
	if err == nil {
		_, err = os.Stat("/usr/include/llvm-" + orcVersion + "/llvm/ExecutionEngine/Orc/Layer.h")
	}
	if err != nil {
		return err
	}
	dir := filepath.Join(b.tmp, "orc")
	b.say("building the libraries")
	if _, err := b.output(nil, "capi/orc/build.sh", dir, orcVersion); err != nil {
		return err
	}
	flags, err := b.output(nil, config, "--cxxflags", "--ldflags", "--libs")
	if err != nil {
		return err
	}
	for _, name := range []string{"emit", "many"} {
		b.say("building " + name)
		args := append([]string{"-O2", "-Icapi", "-Icapi/orc", "-Icapi/testdata", "capi/orc/testdata/" + name + ".cc", "-o", filepath.Join(dir, name),
			"-L" + dir, "-lrtdyld", "-Wl,-rpath," + dir}, strings.Fields(string(flags))...)
		if _, err := b.output(nil, "g++", args...); err != nil {
			return err
		}
	}
	return errors.Join(b.orcEmit(dir), b.orcMany(dir))
}

// orcObjects makes modules of a database's size, with the addresses that LLVM's JITs for x86-64 put into code: absolute ones of 64 bits. It finds
// some of LLVM's objects.
func (b *bench) orcObjects(dir string) (paths []string, err error) {
	for _, calls := range page.ORCCalls {
		path := filepath.Join(dir, fmt.Sprintf("calls%d.o", calls))
		if _, err := b.output(nil, "clang", "-O2", "-fno-pic", "-mcmodel=large", "-c", "-DCALLS="+strconv.Itoa(calls), "capi/orc/testdata/module.c", "-o", path); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	b.layOut()
	set, err := linkers.ReadSet(filepath.Join(b.sets, "llvm.all"))
	if err != nil {
		b.miss("ORC, objects of LLVM's", err)
		return paths, nil
	}
	for _, name := range page.ORCObjects {
		i := slices.IndexFunc(set.Objects, func(path string) bool { return filepath.Base(path) == name+".cpp.o" })
		if i < 0 {
			b.miss("ORC, "+name, errors.New("the set llvm.all has no such object"))
			continue
		}
		paths = append(paths, set.Objects[i])
	}
	return paths, nil
}

// orcEmit measures each object from emit until it is linked. The layers take turns in each process, and how memory lies in one is not how it lies in another.
func (b *bench) orcEmit(dir string) error {
	paths, err := b.orcObjects(dir)
	if err != nil {
		return err
	}
	least := map[string]emitted{}
	for i := range 2 * b.rounds {
		b.say(fmt.Sprintf("emit, %d of %d", i+1, 2*b.rounds))
		out, err := b.output(nil, filepath.Join(dir, "emit"), append([]string{"200"}, paths...)...)
		if err != nil {
			return err
		}
		if err := readEmit(string(out), least); err != nil {
			return err
		}
	}
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".o"), ".cpp")
		e := least[path]
		b.theirs("bytes/"+name, float64(e.bytes), "B")
		b.theirs("emit/"+name+"/llvm", e.theirs, "us")
		b.ours("emit/"+name+"/rtdyld", e.ours, "us")
	}
	return nil
}

// emitted is what the program emit tells of an object: its size, and microseconds of each layer.
type emitted struct {
	bytes        int
	theirs, ours float64
}

// readEmit takes over what is less than before.
func readEmit(out string, least map[string]emitted) error {
	for line := range strings.Lines(out) {
		words := strings.Split(strings.TrimSpace(line), "\t")
		var e emitted
		if len(words) < 4 {
			return fmt.Errorf("emit: %q", line)
		}
		if _, err := fmt.Sscan(strings.Join(words[1:4], " "), &e.bytes, &e.theirs, &e.ours); err != nil {
			return fmt.Errorf("emit: %q: %w", line, err)
		}
		if was, ok := least[words[0]]; ok {
			e.theirs, e.ours = min(e.theirs, was.theirs), min(e.ours, was.ours)
		}
		least[words[0]] = e
	}
	return nil
}

// orcMany measures modules that call each other, from the first that is added to the last that is found.
func (b *bench) orcMany(dir string) error {
	b.say("many modules")
	most := slices.Max(page.ORCModules)
	out, err := b.output([]string{"MANY_ROUNDS=" + strconv.Itoa(4*b.rounds)}, filepath.Join(dir, "many"), strconv.Itoa(most))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		var n int
		var ours, theirs float64
		if _, err := fmt.Sscanf(line, "%d modules: %f ms, LLVM's layer %f ms", &n, &ours, &theirs); err == nil {
			b.ours(fmt.Sprintf("many/%d/rtdyld", n), ours, "ms")
			b.theirs(fmt.Sprintf("many/%d/llvm", n), theirs, "ms")
		}
	}
	if _, ok := b.run.Get(fmt.Sprintf("orc/many/%d/rtdyld", most)); !ok {
		return fmt.Errorf("many: no figures in %q", out)
	}
	return nil
}
