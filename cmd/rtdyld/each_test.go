package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestEachOrder: lines come in the order of the inputs, whichever is done first, and
// every number of workers gives the same.
func TestEachOrder(t *testing.T) {
	dir := t.TempDir()
	good := demoObject(t)
	huge := filepath.Join(dir, "huge.o")
	f := &objgen.ELF{Is64: true, Machine: 62}
	f.Add(objgen.ELFSection{Name: ".bss", Type: 8, Flags: 3, Size: 1 << 50, Align: 8})
	if err := os.WriteFile(huge, f.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var paths []string
	var want strings.Builder
	for i := range 400 {
		switch i % 8 {
		case 3:
			p := filepath.Join(dir, fmt.Sprintf("absent%d.o", i))
			paths = append(paths, p)
			fmt.Fprintf(&want, "%s: %v\n", p, fs.ErrNotExist)
		case 5:
			paths = append(paths, huge)
			fmt.Fprintf(&want, "%s: ", huge)
			fmt.Fprintf(&want, "allocate memory for %[1]s: %[1]s: %[2]d bytes of memory are needed, the limit is %[3]d\n", huge, uint64(1<<50), uint64(largestEach))
		default:
			paths = append(paths, good)
		}
	}
	fmt.Fprintf(&want, "%8d cannot be read\n%8d too large\nok 300 refused 100 of 400\n", 50, 50)
	for _, j := range []int{0, 1, 2, 7} {
		var out bytes.Buffer
		refused, err := linkEach(t.Context(), paths, linkOptions{j: j}, &out, nil)
		got := strings.ReplaceAll(out.String(), "no such file or directory", fs.ErrNotExist.Error())
		got = strings.ReplaceAll(got, "The system cannot find the file specified.", fs.ErrNotExist.Error())
		if err != nil || refused != 100 || got != want.String() {
			t.Errorf("%d workers: %d refused, %v\n%s\nwant\n%s", j, refused, err, got, want.String())
		}
	}
}

// eachArchives are those that the short form has of those in whole.
func eachArchives() (list []string) {
	list = []string{linuxLib + "libc.a", linuxLib + "liblua5.4.a", linuxLib + "libsqlite3.a", linuxLib + "libcrypto.a", "/usr/s390x-linux-gnu/lib/libc.a", crossLib + "s390x-linux-gnu/12/libstdc++.a",
		"/usr/mips-linux-gnu/lib/libm.a", "/usr/mips64el-linux-gnuabi64/lib/libc.a", bareLib + "libgcc.a",
		"/usr/powerpc64-linux-gnu/lib/libm.a", crossLib + "powerpc64-linux-gnu/12/libstdc++.a", "/usr/sparc64-linux-gnu/lib/libm.a", crossLib + "sparc64-linux-gnu/12/libstdc++.a",
		"/usr/powerpc-linux-gnu/lib/libm.a", crossLib + "powerpc-linux-gnu/12/libgcc.a"}
	if citest.Sample() {
		return list
	}
	for _, target := range []string{"riscv64-linux-gnu", "powerpc64le-linux-gnu", "powerpc64-linux-gnu", "powerpc-linux-gnu", "s390x-linux-gnu", "mips-linux-gnu", "mipsel-linux-gnu", "mips64el-linux-gnuabi64", "sparc64-linux-gnu"} {
		own, gcc := "/usr/"+target+"/lib/", crossLib+target+"/12/"
		list = append(list, own+"libc.a", own+"libm.a", gcc+"libstdc++.a", gcc+"libgcc.a")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestEachReal: every member of Debian's archives links by itself.
func TestEachReal(t *testing.T) {
	for _, path := range eachArchives() {
		t.Run(strings.Trim(strings.ReplaceAll(path, "/", "-"), "-"), func(t *testing.T) {
			citest.Need(t, path)
			var out bytes.Buffer
			refused, err := linkEach(t.Context(), []string{path}, linkOptions{}, &out, nil)
			if err != nil || refused != 0 {
				t.Errorf("%v\n%s", err, out.String())
			}
			var ok, bad, of int
			last := out.String()[strings.LastIndex(strings.TrimSuffix(out.String(), "\n"), "\n")+1:]
			if _, err := fmt.Sscanf(last, "ok %d refused %d of %d\n", &ok, &bad, &of); err != nil || ok < 30 || ok != of {
				t.Errorf("%v\n%s", err, out.String())
			}
		})
	}
}

// TestEachFault: a file that shrinks while it is mapped is refused like any other.
func TestEachFault(t *testing.T) {
	citest.Host(t, "linux", runtime.GOARCH)
	path := filepath.Join(t.TempDir(), "a.o")
	data, err := os.ReadFile(demoObject(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	buf, err := objfmt.OpenBuffer(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	w := newEachWorker(t.Context(), linkOptions{})
	a := &attempt{name: path, buf: buf}
	w.try(a)
	if a.refusal != errFault.Error() || a.kind != "cannot be read" {
		t.Errorf("%q, %q", a.refusal, a.kind)
	}
	// The worker goes on.
	b := &attempt{name: "b.o", buf: objfmt.NewBuffer("b.o", data)}
	if w.try(b); b.refusal != "" {
		t.Error(b.refusal)
	}
}

// TestEachReused: an object that is refused half way leaves nothing to the next, nor
// does one that has written over all its memory.
func TestEachReused(t *testing.T) {
	data, err := os.ReadFile(demoObject(t))
	if err != nil {
		t.Fatal(err)
	}
	bad := withReloc(14) // R_X86_64_8: no address fits
	w := newEachWorker(t.Context(), linkOptions{})
	var first []byte
	for i := range 4 {
		a := &attempt{name: "a.o", buf: objfmt.NewBuffer("a.o", data)}
		if w.try(a); a.refusal != "" {
			t.Fatal(a.refusal)
		}
		now := bytes.Clone(w.memory.keep[:w.memory.used])
		if i == 0 {
			first = now
		} else if !bytes.Equal(first, now) {
			t.Error("another image than the first time")
		}
		for k := range w.memory.keep[:w.memory.used] {
			w.memory.keep[k] = 0xcc
		}
		b := &attempt{name: "b.o", buf: objfmt.NewBuffer("b.o", bad)}
		if w.try(b); !strings.Contains(b.refusal, "does not fit") {
			t.Errorf("%q", b.refusal)
		}
	}
}

func TestRecovered(t *testing.T) {
	try := func(v any) (err error) {
		defer recovered(&err)
		if v != nil {
			panic(v)
		}
		return nil
	}
	if err := try(nil); err != nil {
		t.Error(err)
	}
	var p *panicError
	if err := try("oh"); !errors.As(err, &p) || err.Error() != "panic: oh" || kindOf(err) != "panic" {
		t.Error(err)
	}
}

func TestOneLine(t *testing.T) {
	if got := oneLine("a\nb\tc\x1b[1m\r\n"); got != `a; b\tc\x1b[1m\r; ` {
		t.Errorf("%q", got)
	}
}

// TestProgress: numbers are shown and taken away, on a terminal alone.
func TestProgress(t *testing.T) {
	var none *progress
	none.show(16, 1)
	none.clear()
	var out bytes.Buffer
	if progressOn(&out) != nil {
		t.Error("a buffer is no terminal")
	}
	p := &progress{w: &out}
	p.clear()
	p.show(15, 0)
	if out.Len() != 0 {
		t.Errorf("%q", out.String())
	}
	p.show(32, 2)
	p.show(48, 2) // too soon
	p.clear()
	p.clear()
	p.last = time.Now().Add(-time.Second)
	p.show(64, 2)
	if want := "\r30 linked, 2 refused\r\x1b[K\r62 linked, 2 refused"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && (progressOn(f) != nil) != (st.Mode()&os.ModeCharDevice != 0) {
		t.Error("a device shows progress, a file does not")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if progressOn(file) != nil {
		t.Error("a file is no terminal")
	}
}

// TestStaticTLS: blocks are aligned and apart, below the thread pointer or behind the
// words at it.
func TestStaticTLS(t *testing.T) {
	reqs := []rtdyld.TLSRequest{{Size: 5, Align: 1}, {Size: 8, Align: 64}, {Size: 1, Align: 16}}
	for arch, want := range map[triple.Arch][]int64{
		triple.X86_64: {-5, -64, -80}, triple.X86: {-5, -64, -80}, triple.SystemZ: {-5, -64, -80}, triple.SPARCV9: {-5, -64, -80},
		triple.AArch64: {16, 64, 80}, triple.ARM: {8, 64, 80}, triple.Thumb: {8, 64, 80}, triple.RISCV64: {0, 64, 80}, triple.RISCV32: {0, 64, 80}, triple.LoongArch64: {0, 64, 80}, triple.LoongArch32: {0, 64, 80},
		triple.PPC64: {-0x7000, 64 - 0x7000, 80 - 0x7000}, triple.PPC64LE: {-0x7000, 64 - 0x7000, 80 - 0x7000}, triple.PPC: {-0x7000, 64 - 0x7000, 80 - 0x7000},
		triple.MIPS: {-0x7000, 64 - 0x7000, 80 - 0x7000}, triple.MIPS64EL: {-0x7000, 64 - 0x7000, 80 - 0x7000},
	} {
		p := newStaticTLS(arch)
		for range 2 {
			for i, req := range reqs {
				b, err := p.Define(t.Context(), req)
				if err != nil || b.TPOffset() != want[i] || b.Module() != 1 {
					t.Errorf("%v: block %d at %d, want %d", arch, i, b.TPOffset(), want[i])
				}
			}
			p.reset(arch)
		}
	}
}
