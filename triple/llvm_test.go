package triple_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/triple"
)

// The differential tests: what llvm-mc writes for a triple has the container, machine, class and byte order
// that this package says, and what clang makes of a triple is what this package does.
//
// Where the two differ a row of disagreements must say why, and ours be right. LLVM 14 is what the rows
// were written against, and with it each row must occur. What it says of each triple is in testdata, so
// that all of them are compared at once and everywhere; some are asked of the LLVM that is there.

// Words of the generated triples: what LLVM 14 and this package both know and LLVM can write objects for.
var (
	genArchs = strings.Fields(`x86_64 x86_64 amd64 x86_64h i386 i486 i586 i686
		arm armeb armv4t armv5te armv6 armv6k armv6t2 armv7 armv7a armv7r armv7s armv7k armv7l armv8a armv8.1a
		armv8.5a armv8r armv9a armebv7 armv7eb armv6m armv7m armv7em armv8m.base armv8m.main xscale
		thumb thumbeb thumbv6m thumbv7 thumbv7m thumbv7em thumbv8m.main thumbv8.1m.main
		aarch64 aarch64 arm64 arm64e aarch64_be aarch64_32 arm64_32 riscv32 riscv64 riscv64
		powerpc ppc ppc32 powerpcspe powerpcle ppcle powerpc64 ppc64 ppu powerpc64le ppc64le
		mips mipseb mipsel mips64 mips64eb mips64el mipsisa32r6 mipsisa32r6el mipsisa64r6 mipsisa64r6el
		mipsr6 mipsr6el mips64r6 mips64r6el mipsn32 mipsn32el mipsn32r6 mipsallegrex
		s390x systemz sparc sparcel sparcv9 sparc64 hexagon avr msp430 m68k lanai ve
		bpf bpfel bpfeb bpf_be bpf_le wasm32 wasm64 amdgcn r600`)
	genVendors = strings.Fields(`unknown unknown pc pc apple ibm suse none w64 img mti sie foo - -`)
	genOSs     = strings.Fields(`linux linux linux linux4.19 windows windows windows10.0 win32 mingw32 cygwin
		darwin darwin20.1.0 macosx10.15.2 macos11 ios14 tvos watchos7.0 freebsd13 netbsd netbsdelf
		openbsd6 dragonfly solaris2.11 fuchsia haiku hurd kfreebsd aix7.2.0.0 zos rtems nacl ps4 elfiamcu
		wasi emscripten amdhsa amdpal mesa3d none unknown unknown bar`)
	genEnvs = strings.Fields(`- - - - - gnu gnu gnueabi gnueabihf gnuabi64 gnuabin32 gnux32 gnu_ilp32 gnuf64 gnusf code16
		eabi eabihf android android21 androideabi24 musl musleabi musleabihf muslx32 msvc msvc19.29.30133
		itanium cygnus coreclr simulator macabi qux`)
	genFormats = strings.Fields(`- - - - - - - - - - - - - - - elf elf elf elf elf elf elf coff coff macho macho wasm xcoff goff`)
)

// genTriple makes a triple for both: text is what this package parses, given what LLVM gets. They differ
// only in that the first may have the format before the environment, which LLVM does not understand.
func genTriple(r *rand.Rand) (text, given string) {
	pick := func(words []string) string {
		w := words[r.IntN(len(words))]
		if w == "-" {
			return ""
		}
		return w
	}
	arch, vendor, os, env, format := pick(genArchs), pick(genVendors), pick(genOSs), pick(genEnvs), pick(genFormats)
	if format == "xcoff" && !strings.HasPrefix(arch, "p") {
		format = "" // for Arm LLVM 14 does not refuse it but eats all memory
	}
	dash := func(words ...string) string {
		s := arch
		for _, w := range words {
			if w != "" {
				s += "-" + w
			}
		}
		return s
	}
	given = dash(vendor, os, env, format)
	switch r.IntN(4) {
	case 0: // glued
		if env != "" {
			given = dash(vendor, os, env+format)
		}
	case 1: // canonical
		return dash(vendor, os, format, env), given
	}
	return given, given
}

// object is what the header of a file says.
type object struct {
	format  triple.Format
	machine uint32
	bits    int // class; 0 if the header does not say
	big     bool
}

// readObject reads headers with nothing of this project: the constants are those of the ELF gABI, PE/COFF,
// Mach-O's loader.h, WebAssembly's tool conventions and AIX's xcoff.h.
func readObject(b []byte) (o object, ok bool) {
	if len(b) < 8 {
		return o, false
	}
	be, le := binary.BigEndian, binary.LittleEndian
	switch {
	case string(b[:4]) == "\x7fELF" && len(b) >= 20:
		o = object{triple.ELF, 0, 32 * int(b[4]), b[5] == 2}
		o.machine = uint32(le.Uint16(b[18:]))
		if o.big {
			o.machine = uint32(be.Uint16(b[18:]))
		}
	case le.Uint32(b) == 0xfeedface:
		o = object{triple.MachO, le.Uint32(b[4:]), 32, false}
	case le.Uint32(b) == 0xfeedfacf:
		o = object{triple.MachO, le.Uint32(b[4:]), 64, false}
	case be.Uint32(b)&^1 == 0xfeedface:
		o = object{triple.MachO, be.Uint32(b[4:]), 32 + 32*int(b[3]&1), true}
	case string(b[:4]) == "\x00asm":
		o = object{triple.Wasm, 0, 0, false}
	case be.Uint16(b) == 0x01df:
		o = object{triple.XCOFF, 0, 32, true}
	case be.Uint16(b) == 0x01f7:
		o = object{triple.XCOFF, 0, 64, true}
	default:
		o = object{triple.COFF, uint32(le.Uint16(b)), 0, false}
	}
	return o, true
}

// Machine numbers of each architecture.
var (
	elfMachines = map[triple.Arch]uint32{
		triple.X86_64: 62, triple.X86: 3, triple.ARM: 40, triple.ARMEB: 40, triple.Thumb: 40, triple.ThumbEB: 40,
		triple.AArch64: 183, triple.AArch64BE: 183, triple.AArch64_32: 183, triple.RISCV32: 243, triple.RISCV64: 243,
		triple.PPC: 20, triple.PPCLE: 20, triple.PPC64: 21, triple.PPC64LE: 21,
		triple.MIPS: 8, triple.MIPSEL: 8, triple.MIPS64: 8, triple.MIPS64EL: 8, triple.SystemZ: 22,
		triple.SPARC: 2, triple.SPARCEL: 2, triple.SPARCV9: 43, triple.Hexagon: 164, triple.AVR: 83,
		triple.MSP430: 105, triple.M68k: 4, triple.Lanai: 244, triple.VE: 251, triple.BPFEL: 247, triple.BPFEB: 247,
		triple.AMDGCN: 224, triple.R600: 224,
	}
	coffMachines = map[triple.Arch]uint32{triple.X86_64: 0x8664, triple.X86: 0x14c, triple.ARM: 0x1c4,
		triple.Thumb: 0x1c4, triple.AArch64: 0xaa64, triple.AArch64_32: 0xaa64}
	machoMachines = map[triple.Arch]uint32{triple.X86_64: 0x1000007, triple.X86: 7, triple.ARM: 12,
		triple.Thumb: 12, triple.AArch64: 0x100000c, triple.AArch64_32: 0x200000c}
)

// wantObject is the object that this package says a triple's are.
func wantObject(t triple.Triple) object {
	o := object{format: t.Format(), big: t.IsBigEndian()}
	switch o.format {
	case triple.ELF:
		o.machine = elfMachines[t.Arch]
		o.bits = max(t.PointerBits(), 32)
		if t.OS == triple.ELFIAMCU && t.Arch == triple.X86 {
			o.machine = 6 // EM_IAMCU
		}
	case triple.COFF:
		o.machine = coffMachines[t.Arch]
	case triple.MachO:
		o.machine = machoMachines[t.Arch]
		o.bits = t.PointerBits()
	case triple.XCOFF:
		o.bits = t.PointerBits()
	}
	return o
}

// outcome is what both said to one triple.
type outcome struct {
	t       triple.Triple
	given   string // to LLVM
	err     error  // ours
	want    object
	got     object
	refused bool // llvm-mc's
}

func (o outcome) agrees() bool {
	if o.err != nil || o.refused {
		return o.err != nil && o.refused
	}
	return o.want == o.got
}

// disagreements are all the ways in which the two may differ, and why ours is right. A row must occur.
var disagreements = []struct {
	why  string
	when func(o outcome) bool
}{
	{"a contradiction: this package refuses what the rules exclude, LLVM writes it without a word",
		func(o outcome) bool { return o.err != nil && !o.refused && o.got.format == o.t.Format() }},
	{"a contradiction of mingw or cygwin with the environment after it, which LLVM drops with its format",
		func(o outcome) bool {
			return o.err != nil && !o.refused && strings.Contains(o.err.Error(), "environment") && o.t.OS == triple.Windows
		}},
	{"a format that the architecture has not: LLVM 14 takes another one, or none",
		func(o outcome) bool { return strings.Contains(fmt.Sprint(o.err), "unsupported") && !o.refused }},
	{"z/OS: LLVM 14 knows GOFF but has no writer yet, later ones do",
		func(o outcome) bool { return o.err == nil && o.refused && o.t.IsGOFF() }},
	{"PowerPC Mach-O: LLVM has lost its writer, debug/macho and old toolchains have it; LLVM 21 derives it again",
		func(o outcome) bool { return o.err == nil && o.t.Arch.IsPPC() && o.t.IsMachO() }},
	{"MIPS COFF: LLVM 14 has no writer yet and says ELF, LLVM 20 has one",
		func(o outcome) bool { return o.err == nil && o.t.Arch == triple.MIPSEL && o.t.IsCOFF() }},
	{"RISC-V Mach-O: LLVM 14 has no writer yet, LLVM 21 has one",
		func(o outcome) bool { return o.err == nil && o.refused && o.t.Arch == triple.RISCV32 && o.t.IsMachO() }},
	{"windows, mingw, cygwin: LLVM's normalization drops a format behind the environment unless it is the fifth component",
		func(o outcome) bool {
			return o.err == nil && o.t.OS == triple.Windows && o.t.HasExplicitFormat() && o.got.format == triple.COFF &&
				strings.Count(o.given, "-") < 4
		}},
	{"an unknown environment before a format: LLVM moves the format before it and then does not find it",
		func(o outcome) bool {
			return o.t.Environment == triple.UnknownEnvironment && o.t.EnvironmentName() != "" && o.t.HasExplicitFormat()
		}},
	{"a format glued to an unknown environment: any word may end so, here it is a part of the word",
		func(o outcome) bool {
			return o.t.Environment == triple.UnknownEnvironment && glue.MatchString(o.t.EnvironmentName())
		}},
	{"aarch64_32 in ELF: LLVM takes the class from gnu_ilp32 alone, though the pointers of the machine have 32 bits",
		func(o outcome) bool {
			return o.err == nil && o.t.Arch == triple.AArch64_32 && o.t.IsELF() && o.want.bits != o.got.bits
		}},
	{"n32 spellings of MIPS: LLVM forgets the ABI in the architecture's word where an environment is given",
		func(o outcome) bool {
			return o.err == nil && strings.HasPrefix(o.t.ArchName(), "mipsn32") && o.want.format == o.got.format &&
				o.want.machine == o.got.machine && o.want.bits != o.got.bits
		}},
}

// objectJobs are the triples that are compared: more than 2,000 of which LLVM makes objects.
func objectJobs() []job {
	r := rand.New(rand.NewPCG(3, 14))
	jobs, seen := []job{{"riscv32-unknown-unknown-macho", "riscv32-unknown-unknown-macho"},
		{"x86_64-windows-msvc-elf", "x86_64-windows-msvc-elf"}}, map[string]bool{}
	for len(jobs) < 2900 {
		if text, given := genTriple(r); !seen[text] {
			seen[text] = true
			jobs = append(jobs, job{text, given})
		}
	}
	return jobs
}

// job is a triple for both, see genTriple.
type job struct{ text, given string }

// TestLLVMObjects compares all generated triples with what llvm-mc 14 has written for them, which
// testdata keeps; TestLLVMRecord says whether it would do so again.
func TestLLVMObjects(t *testing.T) {
	jobs, said := objectJobs(), readRecord(t, objectRecord)
	if *record {
		said = writeRecord(t, objectRecord, len(jobs), func(i int) (string, string) {
			o := ours(jobs[i])
			return o.given, askMC(llvmTool(t, "llvm-mc"), o.given)
		})
	}
	c := newComparison(t)
	for _, j := range jobs {
		o := ours(j)
		answer, ok := said[o.given]
		if !ok {
			t.Errorf("%s (%s for LLVM) is not in %s: run go test ./triple -record where LLVM 14 is", j.text, o.given, objectRecord)
			continue
		}
		o.hear(answer)
		c.add(j, o)
	}
	t.Logf("%d triples: %d agree (%d refused by both)", len(jobs), c.same, c.refused)
	for k, d := range disagreements {
		if t.Logf("%4d differ: %s", c.differ[k], d.why); c.differ[k] == 0 {
			t.Errorf("no triple differs because of %s", d.why)
		}
	}
	if want := 2000; c.same-c.refused < want {
		t.Errorf("only %d objects agree, want %d", c.same-c.refused, want)
	}
}

// TestLLVMRecord asks the llvm-mc that is there: one of version 14 must say what testdata has, any
// other may differ in the known ways alone. It takes a sample, or all where RTDYLD_FULL is set.
func TestLLVMRecord(t *testing.T) {
	mc := llvmTool(t, "llvm-mc")
	jobs, said := sampled(objectJobs(), 40), readRecord(t, objectRecord)
	old := isVersion14(mc)
	c := newComparison(t)
	var mu sync.Mutex
	parallel(len(jobs), func(i int) {
		o := ours(jobs[i])
		answer := askMC(mc, o.given)
		mu.Lock()
		defer mu.Unlock()
		if old && answer != said[o.given] {
			t.Errorf("llvm-mc says %q of %s, testdata %q", answer, o.given, said[o.given])
		}
		o.hear(answer)
		c.add(jobs[i], o)
	})
	t.Logf("%d triples: %d agree (%d refused by both)", len(jobs), c.same, c.refused)
	if t.Failed() {
		t.Logf("again: go test ./triple -run %s -seed %d", t.Name(), *seed)
	}
}

// comparison counts how outcomes agree and differ.
type comparison struct {
	t             *testing.T
	same, refused int // agree; of these are refused by both
	differ        []int
}

func newComparison(t *testing.T) *comparison {
	return &comparison{t: t, differ: make([]int, len(disagreements))}
}

func (c *comparison) add(j job, o outcome) {
	if o.agrees() {
		c.same++
		if o.refused {
			c.refused++
		}
		return
	}
	for k, d := range disagreements {
		if d.when(o) {
			c.differ[k]++
			return
		}
	}
	c.t.Errorf("%s (%s for LLVM): ours %+v, %v; llvm-mc's %+v, refused %v\nrerun: llvm-mc -triple %s -filetype=obj -o - /dev/null | xxd | head -2",
		j.text, o.given, o.want, o.err, o.got, o.refused, o.given)
}

// ours is what this package says.
func ours(j job) (o outcome) {
	o.t, o.err = triple.Parse(j.text)
	o.want = wantObject(o.t)
	o.given = j.given
	if o.err == nil && j.text != j.given {
		o.given = o.t.LLVM()
	}
	return o
}

// unset stands for the machine of Mach-O files for machines that have none, where LLVM writes another
// number each time.
const unset = ^uint32(0)

// refusal is what an answer is where there is no object.
const refusal = "refused"

// hear notes an answer of askMC.
func (o *outcome) hear(answer string) {
	if o.refused = answer == refusal; o.refused {
		return
	}
	var format string
	if _, err := fmt.Sscan(answer, &format, &o.got.machine, &o.got.bits, &o.got.big); err != nil {
		panic(answer + ": " + err.Error())
	}
	o.got.format = triple.ParseFormat(format)
}

// askMC returns what the header of llvm-mc's object for a triple says: format, machine, class, and
// whether it is big-endian.
func askMC(mc, given string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, mc, "-triple", given, "-filetype=obj", "-o", "-", "/dev/null")
	cmd.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1") // of the crashes that are its refusals
	out := &head{stop: cancel}
	cmd.Stdout = out
	if cmd.Run() == nil {
		if o, ok := readObject(out.data); ok {
			if o.format == triple.MachO && !slices.Contains(slices.Collect(maps.Values(machoMachines)), o.machine) {
				o.machine = unset
			}
			return fmt.Sprint(o.format.Word(), " ", o.machine, " ", o.bits, " ", o.big)
		}
	}
	return refusal
}

// head keeps the beginning of what is written and stops a writer that does not end: LLVM 14 writes without
// an end for some triples.
type head struct {
	data []byte
	n    int
	stop func()
}

func (h *head) Write(b []byte) (int, error) {
	if room := 64 - len(h.data); room > 0 {
		h.data = append(h.data, b[:min(room, len(b))]...)
	}
	if h.n += len(b); h.n > 1<<20 {
		h.stop()
		return 0, errors.New("too much output")
	}
	return len(b), nil
}

// clangJobs are the triples that are compared with clang's.
func clangJobs() (jobs []string) {
	r := rand.New(rand.NewPCG(15, 9))
	for len(jobs) < 400 {
		text, given := genTriple(r)
		if tr, err := triple.Parse(given); err == nil && text == given && clangNormalizes(given, tr) {
			jobs = append(jobs, given)
		}
	}
	return jobs
}

// TestClangTriples compares the normalized form with clang's -print-target-triple, and what the effective
// triple, to which clang adds versions, means, as clang 14 has printed both; see TestClangRecord.
func TestClangTriples(t *testing.T) {
	jobs, said := clangJobs(), readRecord(t, clangRecord)
	if *record {
		said = writeRecord(t, clangRecord, len(jobs), func(i int) (string, string) {
			return jobs[i], askClang(llvmTool(t, "clang"), jobs[i])
		})
	}
	compared := 0
	for _, given := range jobs {
		answer, ok := said[given]
		if !ok {
			t.Errorf("%s is not in %s: run go test ./triple -record where LLVM 14 is", given, clangRecord)
		}
		if likeClang(t, given, answer) {
			compared++
		}
	}
	t.Logf("%d of %d triples compared", compared, len(jobs))
	if compared < len(jobs)*9/10 {
		t.Errorf("clang prints nothing for %d of %d triples", len(jobs)-compared, len(jobs))
	}
}

// TestClangRecord asks the clang that is there, as TestLLVMRecord does.
func TestClangRecord(t *testing.T) {
	clang := llvmTool(t, "clang")
	jobs, said := sampled(clangJobs(), 20), readRecord(t, clangRecord)
	old := isVersion14(clang)
	var mu sync.Mutex
	parallel(len(jobs), func(i int) {
		answer := askClang(clang, jobs[i])
		mu.Lock()
		defer mu.Unlock()
		if old && answer != said[jobs[i]] {
			t.Errorf("clang says %q of %s, testdata %q", answer, jobs[i], said[jobs[i]])
		}
		likeClang(t, jobs[i], answer)
	})
	if t.Failed() {
		t.Logf("again: go test ./triple -run %s -seed %d", t.Name(), *seed)
	}
}

// askClang returns the normalized and the effective triple, "refused" where its driver has no toolchain
// for the target and dies.
func askClang(clang, given string) string {
	normalized := clangPrint(clang, given, "-print-target-triple")
	effective := clangPrint(clang, given, "-print-effective-triple")
	if normalized == "" || effective == "" {
		return refusal
	}
	return normalized + " " + effective
}

// likeClang holds this package against an answer of askClang. It is false if there is none.
func likeClang(t *testing.T, given, answer string) bool {
	normalized, effective, ok := strings.Cut(answer, " ")
	if !ok {
		return false
	}
	tr := mustParse(given)
	if padTriple(normalized) != tr.LLVM() {
		t.Errorf("%s: ours %s, clang's %s", given, tr.LLVM(), normalized)
	}
	e, err := triple.Parse(effective)
	arm := tr.Arch.IsARM() || tr.Arch.IsThumb() // where clang chooses the float ABI by -mfloat-abi
	if err != nil || e.OS != tr.OS || !arm && e.Environment != tr.Environment || e.Format() != tr.Format() ||
		e.PointerBits() != tr.PointerBits() || e.IsBigEndian() != tr.IsBigEndian() {
		t.Errorf("%s: ours %s, clang's effective %s: %v", given, tr, effective, err)
	}
	return true
}

// clangNormalizes leaves out the triples in which this package knows better than LLVM 14, or prints a word
// that says the same.
func clangNormalizes(given string, t triple.Triple) bool {
	switch {
	case strings.HasPrefix(given, "mipsn32"): // the ABI is added, see disagreements
		return false
	case t.OS == triple.UnknownOS && t.IsGNU(): // clang's driver takes it for an old spelling of Hurd
		return false
	case strings.Contains(given, "none"): // LLVM 14 takes it for the vendor, LLVM 20 as here
		return false
	case t.OS == triple.Windows && t.OSVersionText() != "": // LLVM drops the version of Windows
		return false
	case t.OS == triple.Windows && t.Environment == triple.UnknownEnvironment: // and unknown environments
		return false
	case t.OS == triple.Windows && t.IsCOFF() && t.HasExplicitFormat(): // and an explicit coff
		return false
	case t.OS == triple.Windows && t.VendorName() == "unknown" && t.HasExplicitFormat(): // see disagreements
		return false
	case t.Environment == triple.UnknownEnvironment && t.EnvironmentName() != "" && t.HasExplicitFormat(): // as well
		return false
	case glue.MatchString(given): // a format glued to the environment is printed as its own component
		return false
	}
	return true
}

var glue = regexp.MustCompile(`[^-](elf|coff|macho|wasm|goff)$`)

func clangPrint(clang, given, flag string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, clang, "--target="+given, flag).Output()
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(out, []byte("\n"))
	return string(line)
}

// padTriple gives a triple with fewer than three components the missing ones, as this package prints them.
func padTriple(s string) string {
	for strings.Count(s, "-") < 2 {
		s += "-unknown"
	}
	return s
}

// parallel calls do for 0 to n-1 on all processors.
func parallel(n int, do func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// llvmTool finds a tool of LLVM, with or without a version in its name, or skips the test.
func llvmTool(t *testing.T, name string) string {
	names := []string{name}
	for v := 14; v <= 22; v++ {
		names = append(names, fmt.Sprint(name, "-", v))
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path
		}
	}
	citest.Need(t, name)
	return ""
}

// The records of what LLVM 14 says, a line a triple: the triple, a tab and the answer.
const (
	objectRecord = "testdata/llvm-mc-14.txt"
	clangRecord  = "testdata/clang-14.txt"
)

var (
	record = flag.Bool("record", false, "ask LLVM 14 anew and write its answers to testdata")
	seed   = flag.Uint64("seed", 1, "of the samples that TestLLVMRecord and TestClangRecord take")
)

func readRecord(t *testing.T, file string) map[string]string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil && !*record {
		t.Fatal(err)
	}
	said := map[string]string{}
	for line := range strings.Lines(string(b)) {
		given, answer, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		said[given] = answer
	}
	return said
}

// writeRecord asks for n answers and keeps them.
func writeRecord(t *testing.T, file string, n int, ask func(i int) (given, answer string)) map[string]string {
	t.Helper()
	for _, tool := range []string{"llvm-mc", "clang"} {
		if !isVersion14(llvmTool(t, tool)) {
			t.Fatalf("%s is not of LLVM 14", tool)
		}
	}
	said := map[string]string{}
	var mu sync.Mutex
	parallel(n, func(i int) {
		given, answer := ask(i)
		mu.Lock()
		defer mu.Unlock()
		said[given] = answer
	})
	var b strings.Builder
	for _, given := range slices.Sorted(maps.Keys(said)) {
		fmt.Fprintf(&b, "%s\t%s\n", given, said[given])
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return said
}

// isVersion14 reports whether a tool is LLVM 14's.
func isVersion14(tool string) bool {
	out, _ := exec.Command(tool, "--version").Output()
	return bytes.Contains(out, []byte("version 14."))
}

// sampled takes n of jobs, a quarter of that in short form; all where RTDYLD_FULL is set.
func sampled[J any](jobs []J, n int) []J {
	if os.Getenv("RTDYLD_FULL") != "" {
		return jobs
	}
	if testing.Short() {
		n /= 4
	}
	r := rand.New(rand.NewPCG(*seed, 0))
	r.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
	return jobs[:n]
}
