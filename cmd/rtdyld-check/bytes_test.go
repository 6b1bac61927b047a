package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// llvmTriples are the targets of testdata's folders that llvm-rtdyld has a linker
// for. Those of a case's RUN lines are its own.
var llvmTriples = map[string]string{
	"coff-amd64": "x86_64-pc-windows-msvc", "coff-arm64": "aarch64-pc-windows-msvc", "coff-armnt": "thumbv7-pc-windows-msvc", "coff-i386": "i686-pc-windows-msvc",
	"elf-arm": "armv7-linux-gnueabihf", "elf-arm64": "aarch64-linux-gnu", "elf-i386": "i386-linux-gnu", "elf-mips": "mips-linux-gnu", "elf-ppc": "powerpc-linux-gnu", "elf-ppc64": "powerpc64-linux-gnu", "elf-ppc64le": "powerpc64le-linux-gnu", "elf-ppc64v1": "powerpc64-linux-gnu", "elf-s390x": "s390x-linux-gnu",
	"macho-amd64": "x86_64-apple-macosx10.15", "macho-arm": "armv7-apple-ios", "macho-arm64": "arm64-apple-macosx11.0", "macho-arm64_32": "arm64_32-apple-watchos6.0", "macho-i386": "i386-apple-macosx10.6",
}

// runTriples are those of the compiled programs in testdata/run.
var runTriples = map[string]string{
	"coff-arm64": "aarch64-pc-windows-msvc", "elf-amd64": "x86_64-linux-gnu", "elf-arm": "armv7-linux-gnueabihf", "elf-arm64": "aarch64-linux-gnu", "elf-i386": "i386-linux-gnu",
	"macho-amd64": "x86_64-apple-macosx10.15", "macho-arm": "armv7-apple-ios", "macho-arm64": "arm64-apple-macosx11.0", "macho-thumb": "armv7-apple-ios",
}

// llvmWrong are the objects of which llvm-rtdyld 14 makes other bytes, with its fault;
// the cases that it cannot do say so themselves.
var llvmWrong = map[string]string{
	"coff-amd64/refused":  "IMAGE_REL_AMD64_ADDR32 is not implemented, and the field stays as it is",
	"coff-amd64/rows":     "IMAGE_REL_AMD64_ADDR32 is not implemented, and IMAGE_REL_AMD64_SECREL loses its addend",
	"coff-amd64/sections": "sections are placed at multiples of a page, not of their alignment",
	"coff-i386/rows":      "addends of external names are lost",
	"elf-ppc64v1/stubs":   "T of an object without a GOT is behind its first section",

	"run/coff-arm64/far-O1-pic":    "the addend of IMAGE_REL_ARM64_PAGEOFFSET_12L is taken for a number of bytes",
	"run/macho-thumb/exec-O1-pic":  "the addresses of Thumb functions lack bit 0 where the file lacks it",
	"run/macho-thumb/other-O1-pic": "the addresses of Thumb functions lack bit 0 where the file lacks it",
}

// caseSets are the RUN lines of the cases of those folders that LLVM's tool can do,
// with their addresses, and the folders' objects that are no case's.
func caseSets(t testing.TB) []inputSet {
	t.Helper()
	var sets []inputSet
	used := map[string]bool{}
	for _, c := range findCases(t) {
		folder, _, _ := strings.Cut(c.name, "/")
		for _, r := range c.runs {
			for _, o := range r.objects {
				used[o] = true
			}
			if llvmTriples[folder] == "" || c.noLLVM || c.layout == "default" || r.err != "" {
				continue
			}
			s := inputSet{name: c.name, paths: r.objects}
			for _, w := range r.words {
				switch {
				case strings.HasPrefix(w, "-triple="):
					s.triple = w
				case w[0] == '-' && w != "-verify" && !strings.HasPrefix(w, "-check="):
					s.place = append(s.place, w)
				}
			}
			sets = append(sets, s)
		}
	}
	for folder, target := range llvmTriples {
		for _, s := range folderSets(t, folder, target) {
			if !used[s.paths[0]] {
				sets = append(sets, s)
			}
		}
	}
	return sets
}

// folderSets are the objects of a folder, each by itself.
func folderSets(t testing.TB, folder, target string) (sets []inputSet) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(testdata, folder, "*.o"))
	if err != nil || len(paths) == 0 {
		t.Fatal(folder, paths, err)
	}
	for _, p := range paths {
		s := newSet(t, folder+"/"+strings.TrimSuffix(filepath.Base(p), ".o"), p)
		s.triple = "-triple=" + target
		sets = append(sets, s)
	}
	return sets
}

// TestBytesOfLLVMCases is TestBytesOfLLVM for the other targets, at the addresses of
// their cases, and for what clang makes of a program.
func TestBytesOfLLVMCases(t *testing.T) {
	citest.Need(t, llvmTool)
	var n tally
	sets := caseSets(t)
	for folder, target := range runTriples {
		sets = append(sets, folderSets(t, "run/"+folder, target)...)
	}
	slices.SortStableFunc(sets, func(a, b inputSet) int { return strings.Compare(a.name, b.name) })
	some, least := sampled(sets), 140
	if citest.Sample() {
		least = least * len(some) / len(sets) * 4 / 5
	}
	for _, s := range some {
		t.Run(s.name, func(t *testing.T) { compareBytes(t, s, &n) })
	}
	n.log(t)
	if n.equal < least {
		t.Errorf("%d sets are equal", n.equal)
	}
}

// requestsElsewhere are the objects for which llvm-rtdyld 14 asks for other memory.
var requestsElsewhere = map[string]string{
	"coff-amd64/import":   "the pointer to an import in .data ends a byte behind what it asks for, and is written",
	"coff-amd64/symbols":  "the alignment that directives say of commons is not known",
	"coff-arm64/cxx_msvc": "stubs are reserved behind the template of thread-locals, which nobody runs",
	"elf-i386/rows":       "it has no GOT entries",
	"elf-ppc64v1/stubs":   "an object without GOT entries has no GOT",
}

// TestRequestsOfLLVM: those objects ask for the same memory, in the same order.
func TestRequestsOfLLVM(t *testing.T) {
	citest.Need(t, llvmTool)
	same, seen := 0, map[string]bool{}
	sets := caseSets(t)
	for _, folder := range []string{"macho-amd64", "macho-arm64", "macho-arm64_32"} { // whose GOT entries it asks for, and leaves as they are
		sets = append(sets, newSet(t, folder+"/indirect", filepath.Join(testdata, folder, "indirect.o")))
	}
	for _, s := range sets {
		if len(s.paths) != 1 || seen[s.paths[0]] {
			continue
		}
		seen[s.paths[0]] = true
		way := []string{"-printline", "-print-alloc-requests", s.paths[0]}
		got := ours(way...)
		if requestLines(got.out) == "" {
			continue // refused
		}
		want := theirs(t, way...)
		equal := requestLines(got.out) == requestLines(want.out)
		switch why := requestsElsewhere[s.name]; {
		case want.status < 0: // it aborts
		case equal && why != "":
			t.Errorf("%s: llvm-rtdyld is said to ask for other memory (%s), and does not", s.name, why)
		case equal:
			same++
		case why == "":
			t.Errorf("%s:\n%s\nwant\n%s", s.name, got.out, want.out)
		}
	}
	t.Logf("%d objects ask for the same", same)
	if same < 60 {
		t.Errorf("%d objects ask for the same", same)
	}
}
