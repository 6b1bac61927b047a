//go:build linux && amd64

package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

const transactionSource = `
typedef int (*function)(int) __attribute__((transaction_safe));
extern void *_ITM_getTMCloneSafe(void *);
extern int instrumented(int) __asm__("_ZGTt3add");
int total;
__attribute__((transaction_safe, noinline)) int add(int x) { return x + 1; }
volatile function pointer = add;
int step(int n) { function f = pointer; __transaction_atomic { total = f(total) + n; } return total; }
int found(void) { return _ITM_getTMCloneSafe(add) == (void *)instrumented; }
`

// TestTransactions: libitm finds what loaded code made by gcc -fgnu-tm has for its functions inside transactions, as long as that is loaded.
func TestTransactions(t *testing.T) {
	citest.Need(t, "gcc", "/usr/lib/x86_64-linux-gnu/libitm.so.1")
	dir := t.TempDir()
	src, obj := filepath.Join(dir, "tm.c"), filepath.Join(dir, "tm.o")
	if err := os.WriteFile(src, []byte(transactionSource), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-fgnu-tm", "-O1", "-c", "-o", obj, src).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	load := func() (step func(int32) int32, found func() int32, end func() error) {
		t.Helper()
		p, err := host.Load(t.Context(), host.File(obj), host.Library("libitm.so.1"))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Bind("step", &step); err != nil {
			t.Fatal(err)
		}
		if err := p.Bind("found", &found); err != nil {
			t.Fatal(err)
		}
		return step, found, p.Close
	}
	// What threads have of libitm outlives it, so that it cannot be opened a second time.
	const noDelete = 0x1000
	if _, err := purego.Dlopen("libitm.so.1", purego.RTLD_NOW|noDelete); err != nil {
		t.Fatal(err)
	}
	for range 3 { // the tables of what has gone are not looked at
		_, other, end := load()
		step, found, end2 := load()
		if other() != 1 || found() != 1 {
			t.Fatal("another function is found")
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if found() != 1 {
			t.Fatal("another function is found")
		}
		if got := step(40) + step(1); got != 41+43 {
			t.Errorf("steps: %d", got)
		}
		if err := end2(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTransactionTables: a library that stands for libitm is told of each table before constructors run, and that it goes behind the destructors.
func TestTransactionTables(t *testing.T) {
	citest.Need(t, "gcc")
	dir := t.TempDir()
	for name, text := range map[string]string{"itm.c": `
#include <stddef.h>
static void *known[8];
static size_t pairs[8];
void _ITM_registerTMCloneTable(void *table, size_t n) {
	for (int i = 0; i < 8; i++) if (!known[i]) { known[i] = table; pairs[i] = n; return; }
}
void _ITM_deregisterTMCloneTable(void *table) {
	for (int i = 0; i < 8; i++) if (known[i] == table) { known[i] = 0; pairs[i] = 0; }
}
long known_pairs(void) { long n = 0; for (int i = 0; i < 8; i++) n += pairs[i]; return n; }
long at_end;
`, "tables.c": `
extern long known_pairs(void), at_end;
static void a(void) {}
static void *const table[4] __attribute__((section(".tm_clone_table,\"aw\",@progbits#"), used)) = { a, a, a, a };
static long first;
__attribute__((constructor)) static void begin(void) { first = known_pairs(); }
__attribute__((destructor)) static void end(void) { at_end = known_pairs(); }
long seen(void) { return first; }
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lib, obj := filepath.Join(dir, "libitm.so"), filepath.Join(dir, "tables.o")
	for _, args := range [][]string{{"-shared", "-fPIC", "-o", lib, filepath.Join(dir, "itm.c")}, {"-fPIC", "-c", "-o", obj, filepath.Join(dir, "tables.c")}} {
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	h, err := purego.Dlopen(lib, purego.RTLD_NOW)
	if err != nil {
		t.Fatal(err)
	}
	defer purego.Dlclose(h)
	var known func() int64
	purego.RegisterLibFunc(&known, h, "known_pairs")
	atEnd, err := purego.Dlsym(h, "at_end")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Load(t.Context(), host.File(obj), host.Library(lib))
	if err != nil {
		t.Fatal(err)
	}
	var seen func() int64
	if err := p.Bind("seen", &seen); err != nil {
		t.Fatal(err)
	}
	if seen() != 2 || known() != 2 {
		t.Errorf("%d pairs in constructors, %d then, want 2", seen(), known())
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if end := **(**int64)(unsafe.Pointer(&atEnd)); end != 2 || known() != 0 {
		t.Errorf("%d pairs in destructors, want 2; %d at last, want 0", end, known())
	}
}
