//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static_test

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// notLoaded are archives of the table that lack no name and cannot be loaded.
var notLoaded = map[string]string{
	"libpython3.11.a": "does not fit", // compiled for fixed addresses, which are low ones, and refers to stdin, which is not there
}

// TestWholeArchives loads all members of archives of which docs/static-archives.tsv says that they lack nothing, with the others that they need,
// and runs their constructors and destructors.
func TestWholeArchives(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("archives are Debian's for amd64")
	}
	citest.Need(t, "g++", "go", "/usr/lib/x86_64-linux-musl/libc.a")
	table, err := os.ReadFile("../../docs/static-archives.tsv")
	if err != nil {
		t.Fatal(err)
	}
	with, lacks, names := map[string][]string{}, map[string]bool{}, []string{}
	for line := range strings.Lines(string(table)) {
		f := strings.Split(line, "\t")
		with[f[0]] = strings.Fields(strings.TrimPrefix(f[4], "-"))
		lacks[f[0]] = f[3] == "lacks"
		if f[3] == "links" {
			names = append(names, f[0])
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { // one of those that it needs lacks something
		return slices.ContainsFunc(closure(name, with), func(n string) bool { return lacks[n] })
	})
	step := 1
	if citest.Sample() {
		step = 8
	}
	run, lib := runner(t), archive(t, libc.Config{Cxx: true})
	for i := range citest.OneOf(len(names), step, *seed) {
		t.Run(names[i], func(t *testing.T) {
			files := []string{"-whole", lib}
			for _, name := range closure(names[i], with) {
				if err := citest.Missing(debianLibraries + name); err != nil {
					t.Skip(err)
				}
				files = append(files, debianLibraries+name)
			}
			out, err := exec.CommandContext(t.Context(), run, files...).CombinedOutput()
			if why := notLoaded[names[i]]; why != "" && err != nil && strings.Contains(string(out), why) {
				return
			}
			if err != nil || len(out) > 0 {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// closure is an archive and all that it needs, and that these need.
func closure(name string, with map[string][]string) []string {
	out := []string{name}
	for i := 0; i < len(out); i++ {
		for _, other := range with[out[i]] {
			if !slices.Contains(out, other) {
				out = append(out, other)
			}
		}
	}
	return out
}
