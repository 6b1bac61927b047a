package rtdyld_test

import (
	"errors"
	"flag"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/mutant"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

var (
	mutants    = flag.Int("mutants", 0, "so many mutants in TestMutants; 0: some")
	mutantSeed = flag.Uint64("mutant-seed", 1, "of the mutants")
	oneMutant  = flag.String("mutant", "", "test this mutant, FILE:SEED:NUMBER, alone and say what it is")
	mutantPart = flag.String("mutant-part", "", "FILE PART PARTS: what TestMutants starts itself with")
)

// What a mutant may take. Nearly all take a thousandth: the bounds are for what grows without one.
const (
	mutantSeconds = 10       // of processors' time
	mutantBytes   = 64 << 20 // allocated in all; there is memory for 1 MiB of sections
)

// TestMutants links damaged files of all formats, see package mutant. Whatever a file says: nothing panics,
// nothing is written beside the memory that the manager gave, nothing is left in the end, it takes
// little time and memory; errors say no name as it is, and linking it again gives the same bytes and
// the same errors.
//
// With -mutants it makes so many, in a process for each processor, so that time and memory are those of one mutant.
func TestMutants(t *testing.T) {
	files := mutantFiles(t)
	part, parts, n := 0, 1, *mutants
	var at *os.File
	switch {
	case *oneMutant != "":
		testOneMutant(t, files)
		return
	case *mutantPart != "":
		var name string
		if _, err := fmt.Sscan(*mutantPart, &name, &part, &parts); err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		at = f
		defer watchMutants(t, f)()
	case n > 0:
		mutantProcesses(t, runtime.NumCPU())
		return
	default:
		n = 10000
		if testing.Short() || raceEnabled {
			n = len(files)
		}
	}
	var all mutantCounts
	for i := part; i < n; i += parts {
		r := mutantRun{file: files[i%len(files)], files: files, at: i % len(files), seed: *mutantSeed, number: uint64(i / len(files))}
		if at != nil {
			at.WriteAt(fmt.Appendf(nil, "%-100s", r.name()), 0)
		}
		if !r.test(t, &all) {
			if all.failed++; all.failed == 10 {
				break
			}
		}
	}
	// Mutants are to get to where the linker decides, and the linker to decide both.
	if all.parsed < all.mutants/5 || all.linked < all.mutants/20 || all.refused < all.mutants/20 {
		t.Errorf("%+v", all)
	}
	t.Logf("%d files: %+v", len(files), all)
}

// mutantProcesses has processes do a part each.
func mutantProcesses(t *testing.T, parts int) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range parts {
		at := filepath.Join(t.TempDir(), strconv.Itoa(i))
		cmd := exec.Command(exe, "-test.run=^TestMutants$", "-test.v", fmt.Sprintf("-mutants=%d", *mutants), fmt.Sprintf("-mutant-seed=%d", *mutantSeed), fmt.Sprintf("-mutant-part=%s %d %d", at, i, parts))
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		wg.Go(func() {
			out, err := cmd.CombinedOutput()
			if err != nil {
				last, _ := os.ReadFile(at)
				t.Errorf("part %d: %v, the last mutant was %s\n%s", i, err, strings.TrimSpace(string(last)), out)
				return
			}
			t.Logf("%s", out)
		})
	}
	wg.Wait()
}

// watchMutants ends the process if one mutant, which f names, takes a minute of a processor, until it is
// told to stop.
func watchMutants(t *testing.T, f *os.File) (stop func()) {
	done := make(chan bool)
	go func() {
		var last string
		var since used
		for {
			select {
			case <-done:
				return
			case <-time.After(time.Second):
			}
			b, _ := os.ReadFile(f.Name())
			if now := usage(); string(b) != last {
				last, since = string(b), now
			} else if now.seconds-since.seconds > 60 {
				panic("a mutant does not end: " + last)
			}
		}
	}()
	return func() { close(done) }
}

// testOneMutant tests the mutant that the command line names, and says what it is.
func testOneMutant(t *testing.T, files []*mutant.File) {
	part := strings.Split(*oneMutant, ":")
	if len(part) != 3 {
		t.Fatalf("-mutant %q is no FILE:SEED:NUMBER", *oneMutant)
	}
	seed, err := strconv.ParseUint(part[1], 10, 64)
	number, err2 := strconv.ParseUint(part[2], 10, 64)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		if f.Name == part[0] {
			r := mutantRun{file: f, files: files, at: i, seed: seed, number: number, tell: true}
			t.Logf("%s:\n%s\nlinked as %#x", r.name(), strings.Join(f.Describe(seed, number), "\n"), r.how())
			r.test(t, &mutantCounts{})
			for _, e := range r.errs {
				t.Logf("error: %v", e)
			}
			return
		}
	}
	t.Fatalf("there is no file %s", part[0])
}

// mutantCounts are how many mutants came how far.
type mutantCounts struct {
	mutants, parsed, linked, refused, failed int
	mostSeconds                              float64
	mostBytes                                uint64
}

// mutantRun is the test of one mutant.
type mutantRun struct {
	file         *mutant.File
	files        []*mutant.File
	at           int // of the file in files
	seed, number uint64

	sum  maphash.Hash
	told []string // what went into sum, if it is to be told
	tell bool
	errs []error
}

// add notes something that the linker tells.
func (r *mutantRun) add(what ...any) {
	fmt.Fprintln(&r.sum, what...)
	if r.tell {
		r.told = append(r.told, fmt.Sprintln(what...))
	}
}

// contents notes bytes.
func (r *mutantRun) contents(b []byte) {
	r.sum.Write(b)
	if r.tell {
		r.told = append(r.told, fmt.Sprintf("% x\n", b))
	}
}

// sameSum is the seed of hashes of results.
var sameSum = maphash.MakeSeed()

func (r *mutantRun) name() string { return fmt.Sprintf("%s:%d:%d", r.file.Name, r.seed, r.number) }

// how is the way to link the mutant.
func (r *mutantRun) how() way {
	rnd := r.file.Random(r.seed, r.number)
	how := way(rnd.UintN(1<<16)) &^ (failMemory | failProtect | failTLS | failResolver | failUnwinder)
	how &= way(rnd.UintN(1 << 16)) // a quarter of what there is
	if rnd.IntN(8) == 0 {
		how |= []way{failMemory, failProtect, failTLS, failResolver, failUnwinder}[rnd.IntN(5)]
	}
	return how
}

// mutantTB is the test as seen by the test of a mutant, whose errors say which.
type mutantTB struct {
	testing.TB
	r      *mutantRun
	failed bool
}

func (t *mutantTB) Helper() {}
func (t *mutantTB) Errorf(format string, args ...any) {
	if !t.failed { // the first tells most
		t.failed = true
		t.TB.Errorf("%s, linked as %#x: %s\nalone: go test ./rtdyld -run '^TestMutants$' -v -mutant %s", t.r.name(), t.r.how(), fmt.Sprintf(format, args...), t.r.name())
	}
}
func (t *mutantTB) Error(args ...any) { t.Errorf("%s", fmt.Sprint(args...)) }
func (t *mutantTB) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	panic(t)
}
func (t *mutantTB) Fatal(args ...any) { t.Fatalf("%s", fmt.Sprint(args...)) }

// test links the mutant twice and reports whether all is as it must be.
func (r *mutantRun) test(outer *testing.T, counts *mutantCounts) (good bool) {
	t := &mutantTB{TB: outer, r: r}
	defer func() {
		if e := recover(); e != nil && e != t {
			t.Errorf("panic: %v\n%s", e, debug.Stack())
		}
		good = !t.failed
	}()
	data := r.file.Mutant(r.seed, r.number)
	before := usage()
	first := r.once(t, data, r.how(), counts)
	used := usage().since(before)
	if used.seconds > mutantSeconds || used.bytes > mutantBytes {
		t.Errorf("it takes %.1f s of a processor and %d bytes", used.seconds, used.bytes)
	}
	counts.mostSeconds, counts.mostBytes = max(counts.mostSeconds, used.seconds), max(counts.mostBytes, used.bytes)
	errs := r.errs
	told := r.told
	second := r.once(t, data, r.how()^workers, &mutantCounts{})
	if a, b := texts(errs), texts(r.errs); a != b {
		t.Errorf("errors are\n%s\nand the second time\n%s", a, b)
	} else if first != second {
		t.Errorf("the second time bytes or addresses are others")
		for i := range told {
			if i >= len(r.told) || told[i] != r.told[i] {
				t.TB.Logf("%s\nand the second time\n%s", told[i], r.told[min(i, len(r.told)-1)])
				break
			}
		}
	}
	if s, bad := terminal(texts(errs)); bad {
		t.Errorf("an error has a name as it is: %q", s)
	}
	return
}

func texts(errs []error) string {
	var b strings.Builder
	for _, err := range errs {
		b.WriteString(err.Error() + "\n")
	}
	return b.String()
}

// terminal finds what must not get to a terminal, or what begins a line of its own.
func terminal(text string) (what string, bad bool) {
	if strings.Contains(text, mutant.Injected) || !utf8.ValidString(text) {
		return text, true
	}
	for _, c := range text {
		if c != '\n' && !strconv.IsPrint(c) {
			return text, true
		}
	}
	return "", false
}

// once parses a mutant and links it, and returns a hash of all that comes of it.
func (r *mutantRun) once(t *mutantTB, data []byte, how way, counts *mutantCounts) uint64 {
	r.sum.SetSeed(sameSum)
	r.sum.Reset()
	r.errs, r.told = nil, nil
	counts.mutants++
	imgs := r.images(t, data)
	defer func() {
		for _, img := range imgs {
			if err := img.Close(); err != nil {
				t.Error(err)
			}
		}
	}()
	if len(imgs) == 0 {
		counts.refused++
		return r.sum.Sum64()
	}
	counts.parsed++
	if rnd := r.file.Random(r.seed, r.number+1<<32); rnd.IntN(3) == 0 {
		if img := r.neighbour(rnd); img != nil {
			imgs = append(imgs, img)
		}
	}
	batches := [][]*objfmt.ObjectImage{imgs}
	if how&twoBatches != 0 && len(imgs) > 1 {
		batches = [][]*objfmt.ObjectImage{imgs[:1], imgs[1:]}
	}
	errs := wholeSeen(t, how, batches, func(l *rtdyld.Linker, objs []*rtdyld.Object, err error) { r.see(t, l, objs, err) })
	if len(errs) == 0 {
		counts.linked++
	} else {
		counts.refused++
	}
	r.errs = append(r.errs, errs...)
	return r.sum.Sum64()
}

// images parses the mutant: an object, a slice of a universal file or the members of an archive that are needed.
func (r *mutantRun) images(t *mutantTB, data []byte) []*objfmt.ObjectImage {
	img, err := objfile.Parse("mutant.o", data)
	if err == nil {
		return []*objfmt.ObjectImage{img}
	}
	r.errs = append(r.errs, err)
	if !errors.Is(err, objfmt.ErrArchive) {
		return nil
	}
	a, err := ar.Parse("mutant.a", data)
	if err != nil {
		r.errs = append(r.errs, err)
		return nil
	}
	var names []string
	for s, err := range a.Symbols() {
		if err != nil {
			r.errs = append(r.errs, err)
			break
		}
		if len(names) < 8 {
			names = append(names, strings.Clone(s.Name))
		}
	}
	imgs, err := rtdyld.Collect(t.Context(), nil, []*ar.Archive{a}, nil, names...)
	if err != nil {
		r.errs = append(r.errs, err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	return imgs
}

// neighbour is an object for the mutant's target, most likely: another file, or the mutant's own as it was.
func (r *mutantRun) neighbour(rnd *rand.Rand) *objfmt.ObjectImage {
	f := r.files[(r.at+rnd.IntN(3))%len(r.files)]
	img, err := objfile.Parse("neighbour.o", f.Data)
	if err != nil {
		return nil // an archive
	}
	return img
}

// see adds what the linker tells of a batch in memory to the hash.
func (r *mutantRun) see(t *mutantTB, l *rtdyld.Linker, objs []*rtdyld.Object, err error) {
	for _, o := range objs {
		r.add(o.Name(), o.State(), o.Counts(), o.Made(), l.ImageBase())
		for _, s := range o.Sections() {
			r.add(s.ID, s.Name, s.Addr, s.Align, s.Kind, s.TPOffset, s.Number)
			if err == nil { // else who was first to fail decides what is relocated
				r.contents(s.Mem)
			}
		}
		for i, s := range o.Symbols() {
			r.add(s)
			if i%17 == 0 {
				e, err := o.Explain(s.Name)
				if err != nil {
					r.errs = append(r.errs, err)
					continue
				}
				text := e.String()
				r.add(text)
				if s, bad := terminal(text); bad {
					t.Errorf("an explanation has a name as it is: %q", s)
				}
			}
		}
		debug, err := o.DebugSections(nil)
		if err != nil {
			r.errs = append(r.errs, err)
		}
		for _, d := range debug {
			r.add(d.Name)
			r.contents(d.Data)
		}
	}
}

// mutantFiles is what mutants are made of: the objects of testdata, archives of them in all flavours, universal files,
// and what compilers make of two sources for many targets, if they are installed.
var mutantFiles = func() func(t *testing.T) []*mutant.File {
	var files []*mutant.File
	return func(t *testing.T) []*mutant.File {
		if files != nil {
			return files
		}
		paths, err := filepath.Glob("../testdata/*/*.o")
		if err != nil || len(paths) < 300 {
			t.Fatalf("%d objects in testdata, %v", len(paths), err)
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, mutant.New(filepath.ToSlash(path[len("../testdata/"):]), b))
		}
		files = append(files, mutantArchives(t, files)...)
		if *mutants > 0 || *oneMutant != "" {
			files = append(files, compiledMutants(t)...)
		}
		return files
	}
}()

// mutantArchives are archives of three objects each.
func mutantArchives(t *testing.T, objs []*mutant.File) (files []*mutant.File) {
	folders := map[objgen.ArFlavour]string{objgen.ArDarwin: "macho-amd64/", objgen.ArDarwin64: "macho-arm64/", objgen.ArCOFF: "coff-amd64/"}
	for flavour := range objgen.NumArFlavours {
		folder := folders[flavour]
		if folder == "" {
			folder = "elf-amd64/"
		}
		a := &objgen.Ar{Flavour: flavour}
		for _, f := range objs {
			if !strings.HasPrefix(f.Name, folder) || len(a.Members) == 3 {
				continue
			}
			img, err := objfile.Parse(f.Name, f.Data)
			if err != nil {
				continue
			}
			m := objgen.ArMember{Name: "a-long-name-of-" + filepath.Base(f.Name), Data: f.Data}
			for i := range img.Symbols {
				if s := &img.Symbols[i]; i >= int(img.FirstGlobal) && s.Section < objfmt.SecSpecial {
					m.Symbols = append(m.Symbols, strings.Clone(img.SymbolName(objfmt.SymbolID(i))))
				}
			}
			img.Close()
			if len(m.Symbols) > 0 {
				a.Members = append(a.Members, m)
			}
		}
		if len(a.Members) != 3 {
			t.Fatalf("%d members in %s", len(a.Members), folder)
		}
		for range 4 { // as often as four objects
			files = append(files, mutant.New(fmt.Sprintf("%v-%d.a", flavour, len(files)), a.Bytes()))
		}
	}
	return files
}

// compiledMutants compiles testdata of this package for many targets.
func compiledMutants(t *testing.T) (files []*mutant.File) {
	if err := citest.Missing("clang"); err != nil {
		if citest.CI() {
			t.Fatal(err)
		}
		t.Log(err)
		return nil
	}
	dir := t.TempDir()
	var wg sync.WaitGroup
	turn := make(chan bool, runtime.NumCPU())
	for i, target := range strings.Split(compileMutants, "\n") {
		args := append(strings.Fields(target), "-c", "-o", filepath.Join(dir, fmt.Sprintf("%02d.o", i)), "testdata/mutant/mutant.cc")
		wg.Go(func() {
			turn <- true
			defer func() { <-turn }()
			if out, err := exec.Command("clang++", args...).CombinedOutput(); err != nil {
				t.Errorf("clang++ %s: %v\n%s", args, err, out)
			}
		})
	}
	wg.Wait()
	for i := range strings.Split(compileMutants, "\n") {
		b, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%02d.o", i)))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, mutant.New(fmt.Sprintf("compiled-%02d.o", i), b))
	}
	return files
}

// compileMutants are the targets and options, a line each.
const compileMutants = `--target=x86_64-linux-gnu -O2 -g -gz -fPIC
--target=x86_64-linux-gnu -O0 -g -mcmodel=large -ffunction-sections -fdata-sections
--target=aarch64-linux-gnu -O2 -g -gz
--target=aarch64-linux-gnu -O1 -fPIC -ffunction-sections
--target=arm-linux-gnueabihf -O2 -g
--target=arm-linux-gnueabihf -mthumb -march=armv7-a -O1 -fPIC -ffunction-sections
--target=i386-linux-gnu -O2 -g -fPIC
--target=riscv64-linux-gnu -O2 -g
--target=riscv32-linux-gnu -O2 -g
--target=s390x-linux-gnu -O2 -g -fPIC
--target=sparc64-linux-gnu -O2 -g -fPIC
--target=powerpc64le-linux-gnu -O2 -g -fPIC
--target=powerpc64-linux-musl -mabi=elfv2 -O2 -g -fPIC
--target=mips-linux-gnu -O2 -g -fPIC
--target=mips64el-linux-gnuabi64 -O2 -g -fPIC -ffunction-sections
--target=mips64-linux-gnuabin32 -O1 -fPIC
--target=x86_64-windows-gnu -O2 -g -ffunction-sections
--target=x86_64-windows-msvc -O1 -g
--target=i686-windows-gnu -O2 -g
--target=aarch64-windows-gnu -O2 -g
--target=armv7-windows-gnu -O2
--target=x86_64-apple-macosx10.15 -O2 -g
--target=arm64-apple-macosx11 -O2 -g`

// used is what a process has used.
type used struct {
	seconds float64
	bytes   uint64
}

func (u used) since(before used) used {
	return used{u.seconds - before.seconds, u.bytes - before.bytes}
}
