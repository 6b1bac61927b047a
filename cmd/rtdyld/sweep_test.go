package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// sweepWay is a way to compile a source of testdata/sweep.
type sweepWay struct{ command, options, source string }

// What all compilers are told, besides what is for their processor.
var (
	sweepLevels = []string{"-O0", "-O1", "-O2", "-O3", "-Os"}
	sweepPlaces = []string{"", "-fPIC", "-fpic", "-fPIE", "-fno-pic", "-fno-plt", "-fPIC -fno-plt"}
	sweepTLS    = []string{"", "-ftls-model=global-dynamic", "-ftls-model=local-dynamic", "-ftls-model=initial-exec", "-ftls-model=local-exec"}
	sweepMore   = []string{"-ffunction-sections -fdata-sections", "-g", "-g -gz", "-gdwarf-5 -g3", "-gdwarf-4", "-g -gsplit-dwarf", "-fprofile-generate", "-fprofile-arcs -ftest-coverage", "-pg",
		"-fstack-protector-all", "-fsplit-stack", "-fpatchable-function-entry=4,2", "-fcf-protection", "-mbranch-protection=standard", "-fsanitize=address", "-fsanitize=undefined", "-fsanitize=thread", "-fcommon",
		"-fno-asynchronous-unwind-tables", "-fexceptions", "-ftrapv", "-fsection-anchors", "-finstrument-functions", "-fshort-enums", "-fno-jump-tables", "-fstack-clash-protection", "-mrelax", "-mno-relax",
		"-fvisibility=hidden", "-fstack-check", "-fno-dwarf2-cfi-asm", "-fzero-call-used-regs=used", "-Wa,--crel,--allow-experimental-crel",
		"-fsanitize=hwaddress", "-fsanitize=kcfi", "-fxray-instrument -fxray-instruction-threshold=1", "-fbasic-block-sections=all", "-fprofile-instr-generate -fcoverage-mapping", "-fembed-bitcode=all", "-gcodeview -g",
		"-Wa,--elf-stt-common=yes -fcommon", "-g -gz=zstd", "-fexperimental-relative-c++-abi-vtables", "-fpseudo-probe-for-profiling", "-fsanitize-coverage=trace-pc-guard,pc-table"}
)

// sweepTargets are compilers, with what is for their processor: each text is a way of its own.
var sweepTargets = []struct {
	command string
	options []string
}{
	{"riscv64-linux-gnu-gcc", []string{"", "-mcmodel=medlow", "-mcmodel=medany", "-march=rv64imac -mabi=lp64", "-mno-plt"}},
	{"powerpc64le-linux-gnu-gcc", []string{"", "-mcmodel=small", "-mcmodel=medium", "-mcmodel=large", "-mcpu=power10", "-mcpu=power10 -mno-pcrel", "-mtls-size=16", "-mtls-size=64", "-mtls-size=64 -mcpu=power10",
		"-mlongcall", "-mcpu=power10 -mlongcall", "-mminimal-toc", "-msave-toc-indirect", "-mcmodel=large -mcpu=power10", "-mno-pltseq -fno-plt", "-mno-pltseq -mlongcall"}},
	{"powerpc64-linux-gnu-gcc", []string{"", "-mcmodel=small", "-mcmodel=large", "-mtls-size=16", "-mtls-size=64", "-mlongcall", "-mcall-aixdesc", "-mminimal-toc", "-mabi=elfv2", "-mcpu=power10 -mabi=elfv2", "-mno-sum-in-toc"}},
	{"powerpc-linux-gnu-gcc", []string{"", "-msecure-plt", "-mbss-plt", "-mlongcall", "-mtls-size=16", "-mtls-size=64", "-msdata=eabi", "-msdata=sysv", "-msdata=data", "-mrelocatable", "-mno-pltseq"}},
	{"s390x-linux-gnu-gcc", []string{"", "-march=z196", "-march=z15", "-m31", "-msmall-exec", "-mindirect-branch=thunk", "-mhotpatch=1,2"}},
	{"mips-linux-gnu-gcc", []string{"", "-mno-abicalls", "-mxgot", "-mno-shared", "-mplt", "-mlong-calls -mno-abicalls", "-mips16", "-mmicromips", "-mno-explicit-relocs", "-G8 -mno-abicalls", "-mno-relax-pic-calls"}},
	{"mipsel-linux-gnu-gcc", []string{"", "-mxgot"}},
	{"mips64el-linux-gnuabi64-gcc", []string{"", "-mabi=n32", "-mno-abicalls", "-mxgot", "-msym32", "-msym32 -mno-abicalls", "-mno-shared", "-mplt", "-mlong-calls -mno-abicalls", "-mno-explicit-relocs", "-mabi=n32 -mno-abicalls", "-mabi=n32 -mxgot"}},
	{"sparc64-linux-gnu-gcc", []string{"", "-mcmodel=medlow", "-mcmodel=medmid", "-mcmodel=medany", "-mcmodel=embmedany", "-m32"}},
	{"arm-linux-gnueabihf-gcc", []string{"-marm", "-mthumb", "-mlong-calls", "-marm -mtls-dialect=gnu2", "-mthumb -mtls-dialect=gnu2", "-mword-relocations"}},
	{"aarch64-linux-gnu-gcc", []string{"", "-mcmodel=tiny", "-mcmodel=large", "-mtls-dialect=trad", "-mtls-size=12", "-mtls-size=24", "-mtls-size=48", "-mabi=ilp32", "-mpc-relative-literal-loads"}},
	{"x86_64-linux-gnu-gcc", []string{"", "-mcmodel=kernel", "-mcmodel=medium", "-mcmodel=large", "-mtls-dialect=gnu2", "-m32", "-mx32", "-m32 -mtls-dialect=gnu2", "-mno-direct-extern-access", "-mfentry"}},
	{"x86_64-w64-mingw32-gcc", []string{"", "-mcmodel=large"}},
	{"clang --target=riscv64-linux-gnu", []string{"", "-mcmodel=medany", "-mtls-dialect=desc"}},
	{"clang --target=riscv32-linux-gnu", []string{"", "-mcmodel=medany", "-mtls-dialect=desc"}},
	{"clang --target=loongarch64-linux-gnu", []string{"", "-mcmodel=medium", "-mcmodel=extreme", "-mtls-dialect=desc", "-mtls-dialect=desc -mcmodel=extreme", "-msoft-float"}},
	{"clang --target=loongarch32-linux-gnu", []string{"", "-mtls-dialect=desc"}},
	{"clang --target=powerpc64le-linux-gnu", []string{"", "-mcmodel=small", "-mcmodel=large", "-mcpu=pwr10", "-mcmodel=large -mcpu=pwr10"}},
	{"clang --target=powerpc64-linux-gnu", []string{"", "-mcmodel=small", "-mcmodel=large", "-mabi=elfv2", "-mabi=elfv2 -mcpu=pwr10"}},
	{"clang --target=powerpc-linux-gnu", []string{"", "-msecure-plt"}},
	{"clang --target=powerpcle-linux-gnu", []string{"-msecure-plt"}},
	{"clang --target=s390x-linux-gnu", []string{"", "-march=z13"}},
	{"clang --target=mips-linux-gnu", []string{"", "-mips32r6", "-mno-abicalls", "-mxgot", "-mlong-calls -mno-abicalls", "-mmicromips", "-mips32r6 -mxgot"}},
	{"clang --target=mips64-linux-gnu", []string{"", "-mxgot", "-mips64r6", "-mno-abicalls", "-mabi=n32"}},
	{"clang --target=mips64el-linux-gnu", []string{"", "-mips64r6", "-mabi=n32", "-mabi=n32 -mips64r6"}},
	{"clang --target=sparcv9-linux-gnu", []string{"", "-mcmodel=small", "-mcmodel=medium", "-mcmodel=large"}},
	{"clang --target=bpfel", []string{"", "-mcpu=v1", "-mcpu=v3"}},
	{"clang --target=bpfeb", []string{"", "-mcpu=v2"}},
	{"clang --target=armv7-linux-gnueabihf", []string{"-mthumb", "-marm", "-mlong-calls", "-frwpi"}},
	{"clang --target=aarch64-linux-gnu", []string{"", "-mcmodel=tiny", "-mcmodel=large", "-mtls-size=12", "-mtls-size=48"}},
	{"clang --target=x86_64-linux-gnu", []string{"", "-mcmodel=medium", "-mcmodel=large", "-mcmodel=kernel", "-mx32", "-m32", "-mtls-dialect=gnu2", "-mretpoline"}},
	{"clang --target=x86_64-windows-msvc", []string{"", "-mcmodel=large", "-mguard=cf", "-Wa,-mbig-obj", "-femulated-tls"}},
	{"clang --target=x86_64-w64-windows-gnu", []string{"", "-mcmodel=medium", "-mcmodel=large"}},
	{"clang --target=i686-windows-msvc", []string{"", "-Wa,-mbig-obj"}},
	{"clang --target=aarch64-windows-msvc", []string{"", "-mbranch-protection=pac-ret"}},
	{"clang --target=thumbv7-windows-msvc", []string{"-fno-exceptions", "-fno-exceptions -femulated-tls"}},
	{"clang --target=x86_64-apple-macos11", []string{"", "-mcmodel=large", "-fapple-kext -mkernel"}},
	{"clang --target=arm64-apple-macos11", []string{"", "-mcmodel=large", "-femulated-tls"}},
	{"clang --target=i386-apple-macos10.14", []string{"", "-mdynamic-no-pic"}},
	{"clang --target=armv7-apple-ios9", []string{"-mthumb", "-marm"}},
	{"clang --target=arm64_32-apple-watchos8", []string{""}},
}

// sweepRefused are objects that are refused, by the whole error: what it says of which command lines, and why that is as it should be.
var sweepRefused = []struct{ command, text, reason string }{
	{`-mabi=ilp32`, `^AArch64 with 32-bit pointers \(ILP32\): not supported$`, "another ABI"},
	{`-mmicromips`, `^microMIPS code \(EF_MIPS_MICROMIPS\): not supported$`, "other instructions"},
	{`-mips16`, `^MIPS16 code \(EF_MIPS_ARCH_ASE_M16\): not supported$`, "other instructions"},
	{`s390x.* -m31`, `^machine 22 of ELF, 32 bits: not supported$`, "another processor"},
	{`sparc64.* -m32`, `^target sparc-unknown-unknown-elf: not supported$`, "another processor"},
	{`powerpc-.* -msdata=(eabi|sysv|data)`, `R_PPC_(EMB_SDA21|EMB_SDA2REL|SDAREL16) to .*: not supported$`, "small data at a register of the program's"},
	{`-mtls-size=1[26]`, `R_(PPC|PPC64|AARCH64)_(TPREL16|DTPREL16|TLSLE_ADD_TPREL_LO12|TLSLD_ADD_DTPREL_LO12) to .* does not fit`, "thread-locals of more than that"},
	{`-msmall-exec`, `R_390_PC16DBL to .* does not fit signed 17$`, "code that is all within 64 KiB"},
	{`mips.* (-G8|-mno-abicalls)`, `R_MIPS_GPREL16 to .* does not fit`, "small data of others, which is far away"},
	{`-frwpi`, `R_ARM_(MOV[WT]_BREL(_NC)?|SBREL32|THM_MOV[WT]_BREL(_NC)?) to .*: not supported$`, "data at a register of the program's"},
}

// sweepWays are all of them, each text for a processor with every level of optimization, every kind of position independence and every model
// of thread-locals, and the compiler with everything else.
func sweepWays() (all []sweepWay) {
	for k, c := range sweepTargets {
		commands, sources := []string{c.command}, []string{"main.c"}
		if rest, ok := strings.CutPrefix(c.command, "clang "); ok {
			commands, sources = []string{"clang-14 " + rest, "clang-19 " + rest}, []string{"main.c", "main.cc"}
			if strings.Contains(rest, "=bpf") {
				sources = []string{"bpf.c"}
			}
			if strings.Contains(rest, "loongarch") {
				commands = commands[1:] // clang 14 does not know it
			}
		}
		for _, command := range commands {
			for _, source := range sources {
				add := func(options ...string) {
					all = append(all, sweepWay{command, strings.Join(options, " "), source})
				}
				for i, own := range c.options {
					for n := range max(len(sweepPlaces), len(sweepLevels)) {
						add(own, sweepPlaces[n], sweepLevels[(n+i+k)%len(sweepLevels)], sweepTLS[(n+2*i+k)%len(sweepTLS)])
					}
				}
				for i, more := range sweepMore {
					add(c.options[0], sweepPlaces[i%3], sweepLevels[(i+k)%len(sweepLevels)], more)
				}
			}
		}
	}
	return all
}

// sweepResult is what came of one.
type sweepResult struct {
	object  bool   // it could be compiled
	linked  bool   // there are rows for its target
	target  string // of the object
	refusal string // the error, empty if it was linked
	records int
	types   map[string]bool
	refused map[string]bool // types without a row that says what they do, in whatever section
}

// TestSweep compiles sources in all ways that compilers have: every relocation type has a row, and each object is linked by itself. What is
// refused is refused for the reason that is said here. In the short form, some of them.
func TestSweep(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	for _, c := range sweepTargets {
		command, _, clang := strings.Cut(c.command, " ")
		if clang {
			citest.Need(t, "clang-14", "clang-19")
			continue
		}
		citest.Need(t, command)
	}
	all := sweepWays()
	step := 1
	if citest.Sample() {
		step = len(all) / 24
	}
	ways := slices.Collect(citest.OneOf(len(all), step, *oracleSeed))
	results := make([]sweepResult, len(ways))
	next := make(chan int, len(ways))
	for i := range ways {
		next <- i
	}
	close(next)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		dir := t.TempDir()
		wait.Go(func() {
			for i := range next {
				results[i] = all[ways[i]].try(t.Context(), dir)
			}
		})
	}
	wait.Wait()
	sweepTable(t, all, ways, results, step == 1)
}

// sweepTable checks and counts results.
func sweepTable(t *testing.T, all []sweepWay, ways []int, results []sweepResult, whole bool) {
	type count struct {
		objects, records int
		linked           bool
		types            map[string]bool
	}
	counts, reasons := map[string]*count{}, make([]int, len(sweepRefused))
	compiled, total := 0, 0
	for i, r := range results {
		w := all[ways[i]]
		if !r.object {
			continue
		}
		compiled++
		c := counts[r.target]
		if c == nil {
			c = &count{types: map[string]bool{}}
			counts[r.target] = c
		}
		c.objects++
		c.linked = c.linked || r.linked
		c.records += r.records
		total += r.records
		maps.Copy(c.types, r.types)
		known := -1
		if r.refusal != "" {
			known = w.known(r.refusal)
			if known < 0 {
				t.Errorf("%s: %s", w, r.refusal)
				continue
			}
			reasons[known]++
		}
		for typ := range r.refused {
			if known < 0 || !strings.Contains(sweepRefused[known].text, "not supported") {
				t.Errorf("%s: %s has no row", w, typ)
			}
		}
	}
	for _, target := range slices.Sorted(maps.Keys(counts)) {
		c := counts[target]
		t.Logf("%-12s %5d objects %8d relocations of %3d types", target, c.objects, c.records, len(c.types))
		if whole && c.linked && c.objects < 10 {
			t.Errorf("%s: only %d objects", target, c.objects)
		}
	}
	for i, n := range reasons {
		if n > 0 {
			t.Logf("refused: %5d %s", n, sweepRefused[i].reason)
		} else if whole {
			t.Errorf("nothing is refused with %s", sweepRefused[i].text)
		}
	}
	t.Logf("%d of %d ways make objects, with %d relocations; again: go test ./cmd/rtdyld -run TestSweep -seed %d", compiled, len(ways), total, *oracleSeed)
	if compiled < len(ways)/3 || total < 40*compiled || whole && len(counts) < 21 {
		t.Errorf("%d objects for %d targets with %d relocations are few", compiled, len(counts), total)
	}
}

// String is its command line.
func (w sweepWay) String() string {
	return fmt.Sprintf("%s %s -w -ffreestanding -c %s", w.command, strings.Join(strings.Fields(w.options), " "), w.source)
}

// known is the number of the refusal in sweepRefused, less than 0 if it is none of those.
func (w sweepWay) known(text string) int {
	line := " " + w.command + " " + w.options
	return slices.IndexFunc(sweepRefused, func(x struct{ command, text, reason string }) bool {
		return regexp.MustCompile(x.command).MatchString(line) && regexp.MustCompile(x.text).MatchString(text)
	})
}

// try compiles in a folder, looks at all relocations and links what was made.
func (w sweepWay) try(ctx context.Context, dir string) (r sweepResult) {
	source, err := filepath.Abs(filepath.Join("testdata/sweep", w.source))
	if err != nil {
		return r
	}
	const name = "sweep.o"
	args := strings.Fields(w.String())
	cmd := exec.CommandContext(ctx, args[0], append(args[1:len(args)-1], source, "-o", name)...)
	cmd.Dir = dir
	if cmd.Run() != nil {
		return r // the compiler does not know an option, or not for that processor
	}
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || bytes.HasPrefix(data, []byte("BC")) {
		return r
	}
	r.object, r.types, r.refused = true, map[string]bool{}, map[string]bool{}
	img, err := objfile.Parse(name, data)
	if err != nil {
		r.refusal = err.Error()
		return r
	}
	r.target = img.Triple.Arch.String()
	if table := rtdyld.Relocations(img); table != nil {
		r.linked = true
		r.refusal = r.look(img, table)
	}
	a := &attempt{name: name, buf: objfmt.NewBuffer(name, data)}
	newEachWorker(ctx, linkOptions{}).try(a)
	if a.refusal != "" {
		r.refusal = a.refusal
	}
	return r
}

// look counts relocations in whatever section. It returns what is wrong.
func (r *sweepResult) look(img *objfmt.ObjectImage, table *reloc.Table) string {
	note := func(typ uint32) {
		r.records++
		name := table.Name(typ)
		if table.Arch.SplitType != nil {
			typ, _ = table.Arch.SplitType(typ)
		}
		if name == "" {
			name = fmt.Sprintf("type %d", typ)
		}
		r.types[name] = true
		if quad := table.Variants.Quad; uint64(typ) < uint64(len(quad)) && quad[typ] != 0 {
			return // the instruction says which row it is
		}
		if uint64(typ) >= uint64(len(table.Rows)) || table.Rows[typ].Expr == reloc.Unknown || table.Rows[typ].Expr == reloc.Dynamic {
			r.refused[name] = true
		}
	}
	for id := range img.Sections {
		for rel, err := range img.Relocs(objfmt.SectionID(id)) {
			if err != nil {
				return err.Error()
			}
			if !table.Arch.Packed {
				note(rel.Type)
				continue
			}
			for rest := rel.Type; rest != 0; rest >>= 8 {
				note(rest & 0xff)
			}
		}
	}
	return ""
}
