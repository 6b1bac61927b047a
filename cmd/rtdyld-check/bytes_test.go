package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// llvmTriples are the targets of testdata's folders that llvm-rtdyld has a linker
// for. Those of a case's RUN lines are its own.
var llvmTriples = map[string]string{
	"coff-amd64": "x86_64-pc-windows-msvc", "coff-arm64": "aarch64-pc-windows-msvc", "coff-i386": "i686-pc-windows-msvc",
	"elf-arm": "armv7-linux-gnueabihf", "elf-arm64": "aarch64-linux-gnu", "elf-i386": "i386-linux-gnu",
	"macho-amd64": "x86_64-apple-macosx10.15", "macho-arm64": "arm64-apple-macosx11.0", "macho-arm64_32": "arm64_32-apple-watchos6.0", "macho-i386": "i386-apple-macosx10.6",
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
		paths, err := filepath.Glob(filepath.Join(testdata, folder, "*.o"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			if !used[p] {
				s := newSet(t, folder+"/"+strings.TrimSuffix(filepath.Base(p), ".o"), p)
				s.triple = "-triple=" + target
				sets = append(sets, s)
			}
		}
	}
	return sets
}

// TestBytesOfLLVMCases is TestBytesOfLLVM for the other targets, at the addresses of
// their cases.
func TestBytesOfLLVMCases(t *testing.T) {
	citest.Need(t, llvmTool)
	var n tally
	for _, s := range caseSets(t) {
		t.Run(s.name, func(t *testing.T) { compareBytes(t, s, &n) })
	}
	n.log(t)
}
