package elf_test

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	own "github.com/go-rtdyld/rtdyld/objfmt/elf"
)

var (
	fullRun = flag.Bool("full", false, "compare many more real objects")
	seed    = flag.Uint64("seed", 1, "which real objects are sampled")
)

// corpusVar names a folder of folders of objects of other machines, from the
// libraries of cross compilers say.
const corpusVar = "RTDYLD_CORPUS"

// corpusSets returns the folders of the corpus that hold ELF objects.
func corpusSets(t *testing.T) []string {
	t.Helper()
	dir := os.Getenv(corpusVar)
	if dir == "" {
		t.Skipf("%s is not set", corpusVar)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var sets []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), "coff") && !strings.HasPrefix(e.Name(), "macho") {
			sets = append(sets, filepath.Join(dir, e.Name()))
		}
	}
	if len(sets) == 0 {
		t.Fatalf("%s has no sets", dir)
	}
	return sets
}

// pick samples at most n of all.
func pick[T any](what string, all []T, n int) []T {
	h := fnv.New64a()
	h.Write([]byte(what))
	rng := rand.New(rand.NewPCG(*seed, h.Sum64()))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

// sampleSize is how many objects of a set are compared.
func sampleSize() int {
	if *fullRun {
		return 400
	}
	return 25
}

// corpusObjects samples the ELF relocatable objects of a set.
func corpusObjects(t *testing.T, set string, n int) (objects []object) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(set, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pick(filepath.Base(set), paths, len(paths)) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) > 18 && string(data[:4]) == own.Magic && (data[16] == 1 || data[17] == 1) {
			objects = append(objects, object{path, data})
		}
		if len(objects) == n {
			break
		}
	}
	if len(objects) == 0 {
		t.Errorf("%s has no ELF objects", set)
	}
	return objects
}

// TestCorpus: objects of every machine there is read as the standard library reads them.
func TestCorpus(t *testing.T) {
	for _, set := range corpusSets(t) {
		t.Run(filepath.Base(set), func(t *testing.T) {
			for _, o := range corpusObjects(t, set, sampleSize()) {
				compareStd(t, o.name, o.data)
			}
		})
	}
}

// TestArchives: so do the members of the archives that this system has.
func TestArchives(t *testing.T) {
	citest.Need(t, debian+"libc.a")
	paths, err := filepath.Glob(debian + "*.a")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pick("archives", paths, 4*sampleSize()) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), "!<arch>\n") {
			continue // a linker script
		}
		for _, o := range pick(path, members(t, path, data), sampleSize()) {
			compareStd(t, o.name, o.data)
		}
	}
}

// TestCommitted: and the project's own objects, which every machine has.
func TestCommitted(t *testing.T) {
	for _, path := range fuzz.ELF.Committed(t, testdata) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareStd(t, path, data)
	}
}
