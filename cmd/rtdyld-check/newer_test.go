package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// newerFiles are sources, whose objects are called by the first word of their names; the second is their triple.
var newerFiles = map[string]string{
	"main x86_64-linux-gnu":    ".globl main\nmain:\tretq\n",
	"foo x86_64-linux-gnu":     ".globl foo\nfoo:\tretq\n",
	"bar x86_64-linux-gnu":     ".globl bar\nbar:\tretq\n",
	"apple x86_64-apple-macos": ".globl _main\n_main:\tretq\n",
	"arm arm64-apple-macos":    ".globl _main\n_main:\tnop\n\tret\n",
	"one arm64-apple-macos":    ".data\n.globl _x\n_x:\t.long 1\n",
	"two x86_64-apple-macos":   ".data\n.globl _x\n_x:\t.long 2\n",
	"user arm64-apple-macos":   "# jitlink-check: *{4}_x = 1\n.globl _main\n_main:\tret\n.data\n.globl _p\n_p:\t.quad _x\n",
	"weak arm64-apple-macos": "# jitlink-check: *{8}_p = 0\n# jitlink-check: _foo = 0\n.globl _main\n_main:\tret\n" +
		"\t.data\n.globl _p\n_p:\t.quad _foo\n\t.quad _OBJC_CLASS_$_Bar\n",
	"lib arm64-apple-macos": ".globl _foo, _OBJC_CLASS_$_Bar\n_foo:\tret\n_OBJC_CLASS_$_Bar:\n",
	"imports x86_64-windows-msvc": `# jitlink-check: *{8}__imp_fun = fun
# jitlink-check: decode_operand(main, 3) = __imp_fun - next_pc(main)
	.globl	main
main:	callq	*__imp_fun(%rip)
`,
	"table mips64-linux-gnuabi64": `# jitlink-check: *{8}value = value - _gp
	.globl	main
main:	jr	$ra
	.data
	.globl	value
value:	.gpdword value
`,
	"slot aarch64-linux-gnu": `# jitlink-check: section_addr(slot.o, $__GOT) = got_addr(slot.o, ext)
	.globl	main
main:	adrp	x0, :got:ext
	ldr	x0, [x0, :got_lo12:ext]
	.size	main, 8
`,
}

// newerTexts are texts that stand for a library.
var newerTexts = map[string]string{
	"old.tbd":  "--- !tapi-tbd\ntbd-version: 4\ntargets: [ arm64e-macos ]\nexports:\n  - targets: [ arm64e-macos ]\n    symbols: [ '_other',\n      _foo ]\n    objc-classes: [ Bar ]\n...\n",
	"new.tbd":  `{"main_library": {"exported_symbols": [{"text": {"objc_class": ["Bar"], "global": ["_foo"]}}]}, "tapi_tbd_version": 5}`,
	"none.tbd": "--- !tapi-tbd\nexports:\n  - targets: [ arm64-macos ]\n    symbols: [ _else ]\n...\n",
}

// newerObjects assembles them in a new folder, which it enters.
func newerObjects(t *testing.T) {
	t.Helper()
	citest.Need(t, "llvm-mc-14", "llvm-ar-14", "llvm-lipo-14")
	t.Chdir(t.TempDir())
	run := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
	}
	for name, text := range newerTexts {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range newerFiles {
		name, target, _ := strings.Cut(name, " ")
		if err := os.WriteFile(name+".s", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		run("llvm-mc-14", "-triple="+target, "-filetype=obj", name+".s", "-o", name+".o")
	}
	run("llvm-ar-14", "crs", "libboth.a", "foo.o", "bar.o")
	run("llvm-ar-14", "crs", "one.a", "one.o")
	run("llvm-ar-14", "crs", "two.a", "two.o")
	run("llvm-lipo-14", "-create", "-output", "all.o", "apple.o", "arm.o")
	run("llvm-lipo-14", "-create", "-output", "libx.a", "two.a", "one.a")
	if err := os.Rename("old.tbd", "libold.tbd"); err != nil {
		t.Fatal(err)
	}
	if citest.Missing("ld64.lld-19") == nil {
		run("ld64.lld-19", "-arch", "arm64", "-platform_version", "macos", "11", "11", "-dylib", "-o", "libmade.dylib", "lib.o")
	}
}

// TestJITLinkNewer: options and rules of llvm-jitlink 20 and later, of which those that are installed know some. "!" before a text: it is not there.
func TestJITLinkNewer(t *testing.T) {
	newerObjects(t)
	for _, c := range []struct {
		args   string
		status int
		said   []string
	}{
		{"-show-entry-es -show-linked-files main.o -L. -lboth", 0, []string{"Linking main.o\n", "!foo"}},
		{"-all_load -show-entry-es -show-linked-files main.o -L. -lboth", 0, []string{"Linking main.o\n", "foo.o", `"foo": 0x`, `"bar": 0x`}},
		{"-all_load foo.o libboth.a", 1, []string{"Duplicate definition of symbol 'foo'"}},
		{"-triple=arm64-apple-macos -entry=_main -show-entry-es all.o", 0, []string{"_main"}},
		{"-triple=x86_64-apple-macos -entry=_main -show-graph all.o", 0, []string{"size = 0x00000001"}},
		{"-triple=arm64-apple-macos -entry=_main -show-graph all.o", 0, []string{"size = 0x00000008"}},
		{"-triple=i386-apple-macos -entry=_main all.o", 1, []string{"no slice for i386"}},
		{"-triple=aarch64-linux-gnu main.o", 1, []string{"main.o: ", "aarch64"}},
		{"-triple=x86_64-linux-gnu main.o", 0, nil},
		{"-entry=_main -check=user.s user.o -L. -lx", 0, nil},
		{"-entry=_main -check=user.s user.o libx.a", 0, nil},
		{"-entry=_main apple.o all.o", 1, []string{"Duplicate definition of symbol '_main'"}},
		{"-entry=_main weak.o", 1, []string{"Symbols not found: [ _OBJC_CLASS_$_Bar, _foo ]"}},
		{"-entry=_main -check=weak.s weak.o -weak_library libold.tbd", 0, nil},
		{"-entry=_main -check=weak.s weak.o -weak_library=new.tbd", 0, nil},
		{"-entry=_main -check=weak.s weak.o -L. -weak-lold", 0, nil},
		{"-entry=_main -check=weak.s weak.o -weak_library=none.tbd", 1, []string{"Symbols not found: [ _OBJC_CLASS_$_Bar, _foo ]"}},
		{"-entry=_main weak.o -weak_library nofile.tbd", 1, []string{"nofile.tbd"}},
		{"-entry=_main weak.o -weak-lnone", 1, []string{"no library none for -weak-l"}},
		{"-entry=_main -check=weak.s weak.o lib.o -weak_library libold.tbd", 1, []string{"Expression '*{8}_p = 0' is false"}},
		{"-abs fun=0x7ff700000000 -check=imports.s imports.o", 0, nil},
		{"-check=table.s table.o", 0, nil},
		{"-abs ext=0x1234 -check=slot.s slot.o", 0, nil},
		{"-show-addrs -slab-allocate=64Kb -slab-address=0x10000000 -abs ext=0x1234 slot.o", 0, []string{
			"\"main\" target addr = 0x0000000010001000, content: ", " (8 bytes)", "\"slot.o/<got>/got/ext\" target addr = 0x0000000010000000, content: 34 12 00 00 00 00 00 00 (8 bytes)"}},
		{"-use-shared-memory -use-memmgr=generic main.o", 0, nil},
		{"-lazy foo.o main.o", 1, []string{"an archive gives what is needed"}},
		{"-oop-launch main.o", 1, []string{"code runs in this process alone"}},
		{"-oop-connect=host:1 main.o", 1, []string{"code runs in this process alone"}},
	} {
		got := jitLink(append([]string{"-noexec"}, strings.Fields(c.args)...)...)
		if got.status != c.status {
			t.Errorf("%s: status %d\n%s", c.args, got.status, got.errOut)
		}
		for _, s := range c.said {
			if s, not := strings.CutPrefix(s, "!"); strings.Contains(got.out+got.errOut, s) == not {
				t.Errorf("%s: %q\n%s%s", c.args, s, got.out, got.errOut)
			}
		}
	}
	citest.Need(t, "ld64.lld-19")
	if got := jitLink(strings.Fields("-noexec -entry=_main -check=weak.s weak.o -weak_library libmade.dylib")...); got.status != 0 {
		t.Errorf("status %d\n%s", got.status, got.errOut)
	}
}
