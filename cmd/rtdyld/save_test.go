package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestImageLoads: ld.so loads an image of SQLite, at the address that it is linked for and, of a copy, at another one, where it runs; readelf and
// eu-elflint find nothing wrong with it.
func TestImageLoads(t *testing.T) {
	const lib = "/usr/lib/x86_64-linux-gnu/libsqlite3.a"
	citest.Host(t, "linux", "amd64")
	citest.Need(t, lib, "gcc", "readelf")
	dir := t.TempDir()
	image := filepath.Join(dir, "sqlite.so")
	if err := link(t.Context(), []string{lib}, linkOptions{image: image, whole: true}, io.Discard); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("readelf", "-aW", image).CombinedOutput(); err != nil || strings.Contains(string(out), "arning") || strings.Contains(string(out), "rror:") {
		t.Errorf("readelf: %v\n%.2000s", err, out)
	}
	if _, err := exec.LookPath("eu-elflint"); err == nil {
		out, _ := exec.Command("eu-elflint", "--gnu-ld", image).CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if !strings.Contains(line, "owner name 'rtdyld'") && !strings.Contains(line, "'.relr.dyn' has wrong type") { // what it does not know
				t.Errorf("eu-elflint: %s", line)
			}
		}
	}
	data, err := os.ReadFile(image)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "copy.so")
	if err := os.WriteFile(other, data, 0o644); err != nil {
		t.Fatal(err)
	}
	source, program := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	if err := os.WriteFile(source, []byte(loadSQLite), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-o", program, source, "-Wl,--no-as-needed", "-ldl", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program, image, other).CombinedOutput()
	if want := "14\n1.414\n14\n1.414\nat two places\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}

const loadSQLite = `
#include <dlfcn.h>
#include <stdio.h>
static int show(void *p, int n, char **v, char **names) { return puts(v[0]) < 0; }
int main(int argc, char **argv) {
	void *at[2];
	for (int i = 0; i < 2; i++) {
		void *h = dlopen(argv[1 + i], RTLD_NOW), *db;
		if (!h)
			return puts(dlerror());
		int (*open)(const char *, void **) = dlsym(h, "sqlite3_open");
		int (*exec)(void *, const char *, void *, void *, char **) = dlsym(h, "sqlite3_exec");
		at[i] = open;
		if (open(":memory:", &db) || exec(db, "create table t(a,b); insert into t values(1,2),(3,4);"
				"select sum(a*b) from t; select printf('%.3f', sqrt(2.0));", show, 0, 0))
			return 1;
	}
	puts(at[0] != at[1] ? "at two places" : "at one place");
	return 0;
}
`
