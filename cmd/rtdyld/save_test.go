package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	program := compileC(t, "gcc", dir, "main", loadSQLite, "-Wl,--no-as-needed", "-ldl", "-lm")
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

// TestImageThreads: threads have thread-locals of an image of their own, and share what a library has; constructors and destructors run in order; an
// indirect function is chosen when it is called first.
func TestImageThreads(t *testing.T) {
	for _, c := range []struct {
		name, gcc string
		emulator  []string
	}{
		{"amd64", "gcc", nil},
		{"arm64", "aarch64-linux-gnu-gcc", []string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.emulator == nil {
				citest.Host(t, "linux", c.name)
			} else {
				citest.Need(t, c.emulator[0], c.emulator[2])
			}
			citest.Need(t, c.gcc)
			dir := t.TempDir()
			compile := func(name, source string, args ...string) string {
				return compileC(t, c.gcc, dir, name, source, args...)
			}
			a, b := compile("a.o", threadsA, "-c", "-fPIC"), compile("b.o", threadsB, "-c", "-fPIC")
			image := filepath.Join(dir, "image.so")
			if err := link(t.Context(), []string{a, b}, linkOptions{image: image}, io.Discard); err != nil {
				t.Fatal(err)
			}
			run := append(slices.Clone(c.emulator), compile("main", threadsMain, "-rdynamic", "-ldl", "-lpthread"), image)
			out, err := exec.Command(run[0], run[1:]...).CombinedOutput()
			if want := "begin 5\n1821 1\n1923 1\n2022 1\nend 8\n"; err != nil || string(out) != want {
				t.Errorf("%v\n%s\nwant\n%s", err, out, want)
			}
		})
	}
}

const (
	threadsA = `
#include <errno.h>
#include <stdio.h>
extern __thread int theirs;
extern __thread int second[2];
__thread int first = 5;
static __attribute__((constructor)) void begin(void) { printf("begin %d\n", first++); }
static __attribute__((destructor)) void end(void) { printf("end %d\n", first); fflush(stdout); }
static int add(int a, int b) { return a + b; }
static void *choose(void) { return add; }
int sum(int, int) __attribute__((ifunc("choose")));
int next(int step) { errno = 0; theirs += 100; return sum((first += step) * 100, second[1] += step) + theirs; }
`
	threadsB = `
__thread int second[2] = {1, 20};
extern __thread int theirs __attribute__((tls_model("initial-exec")));
int *place(void) { return &theirs; }
`
	threadsMain = `
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
__thread int theirs = 1000;
static int (*next)(int);
static int *(*place)(void);
static void *run(void *step) { printf("%d %d\n", next((long)step), place() == &theirs); return 0; }
int main(int argc, char **argv) {
	void *h = dlopen(argv[1], RTLD_NOW);
	if (!h)
		return puts(dlerror());
	next = dlsym(h, "next"), place = dlsym(h, "place");
	pthread_t t;
	run((void *)1);
	if (pthread_create(&t, 0, run, (void *)3) || pthread_join(t, 0))
		return 1;
	run((void *)1);
	fflush(stdout);
	return dlclose(h);
}
`
)

// compileC compiles a source with a gcc.
func compileC(t *testing.T, gcc, dir, name, source string, args ...string) string {
	t.Helper()
	in, out := filepath.Join(dir, name+".c"), filepath.Join(dir, name)
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command(gcc, append([]string{"-O1", "-o", out, in}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// TestImageLibraries: an image of Lua, whose code refers to stdout directly, has a copy of it, loads the libraries that its imports are from and names
// their versions: a program that has none of them runs it.
func TestImageLibraries(t *testing.T) {
	const lib, libc, libm = "/usr/lib/x86_64-linux-gnu/liblua5.4.a", "/usr/lib/x86_64-linux-gnu/libc.so", "/usr/lib/x86_64-linux-gnu/libm.so"
	citest.Host(t, "linux", "amd64")
	citest.Need(t, lib, libc, libm, "gcc", "readelf")
	dir := t.TempDir()
	image := filepath.Join(dir, "lua.so")
	if err := link(t.Context(), []string{lib}, linkOptions{image: image, whole: true, find: finding{names: stringList{"m", "c"}}}, io.Discard); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("readelf", "-dVrW", image).CombinedOutput()
	for _, want := range []string{"[libm.so.6]", "[libc.so.6]", "GLIBC_ABI_DT_RELR", "pow@GLIBC_2.29 + 0", "R_X86_64_COPY          0000000000000000 stdout@GLIBC_2.2.5 + 0"} {
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("readelf (%v) does not say %q", err, want)
		}
	}
	program := compileC(t, "gcc", dir, "main", `
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
	void *h = dlopen(argv[1], RTLD_NOW);
	if (!h)
		return puts(dlerror());
	void *(*new)(void) = dlsym(h, "luaL_newstate");
	void (*open)(void *) = dlsym(h, "luaL_openlibs");
	int (*load)(void *, const char *) = dlsym(h, "luaL_loadstring");
	int (*call)(void *, int, int, int, long, void *) = dlsym(h, "lua_pcallk");
	void *l = new();
	open(l);
	return load(l, "io.write(2^10, ' ', string.rep('a', 3), ' ', table.concat({1, 2}, '+'), '\\n') print(pcall(error, 'x'))") || call(l, 0, 0, 0, 0, 0);
}
`, "-ldl")
	out, err = exec.Command(program, image).CombinedOutput()
	if want := "1024 aaa 1+2\nfalse\tx\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, out, want)
	}
}
