package house

import (
	"go/ast"
	"go/build"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// hosts are the systems for which rows of docs/support.tsv are held against what is
// compiled there.
var hosts = []string{
	"linux/amd64", "linux/arm64", "linux/arm", "linux/386", "linux/riscv64", "linux/ppc64le", "linux/s390x", "linux/loong64", "linux/mips64le", "linux/mips64", "linux/mipsle", "linux/ppc64",
	"windows/amd64", "windows/arm64", "darwin/amd64", "darwin/arm64", "freebsd/amd64",
}

// linuxHosts are those of them where loaded code can run, which is what a row for linux is
// about.
var linuxHosts = hosts[:7]

// elsewhere has the file that each row about "not" some systems stands for: it is compiled on
// all others and on none of them; with "!", the other way round.
var elsewhere = map[string]string{
	"call: private stack":        "rtdyld/abi/private_other.go",
	"call: host.Caller":          "rtdyld/host/call_other.go",
	"callback: host.NewCallback": "rtdyld/host/other.go",
	"command run: programs":      "rtdyld/host/other.go",
	"call: leaf":                 "rtdyld/abi/leaf_other.go",
	"executor: standard streams by gRPC where there is no executor": "!rtdyld/remote/start_linux.go",
	"executor, controller: start as a child":                        "rtdyld/remote/start_other.go",
	"traceback":                                                     "rtdyld/debug/traceback/install_other.go",
	"crash: Watch":                                                  "rtdyld/debug/crash/watch_other.go",
	"crash: EmulateTrampolines":                                     "rtdyld/debug/crash/watch_other.go",
	"gdb: JIT interface":                                            "rtdyld/debug/gdbjit/other.go",
	"perf: map file, jitdump":                                       "rtdyld/debug/perf/file_other.go",
	"compiler: libLLVM where libraries cannot be opened":            "rtdyld/compiler/llvm/dl_other.go",
	"C API":                 "!capi/linker.go",
	"example sqlite/driver": "examples/sqlite/driver/other.go",
}

// vague is what a target that names no system must not say.
var vague = regexp.MustCompile(`(?i)linux|windows|darwin|other system|any other|all but|others`)

// starters have tests that build or start programs for other systems themselves.
var starters = []string{"internal/realtest", "rtdyld/remote", "capi"}

// cgoless have tests for programs without cgo, which .ci/run runs so.
var cgoless = []string{"rtdyld/static/..."}

// hostsOf returns the systems that a target in docs/support.tsv names, and those that it
// excludes; ok is false if it names none.
func hostsOf(target string) (on, not []string, ok bool) {
	list, negative := strings.CutPrefix(target, "not ")
	for _, s := range strings.Split(list, ", ") {
		switch {
		case s == "linux" && !negative:
			on = append(on, linuxHosts...)
		case s == "linux":
			on = append(on, hosts[:12]...)
		case slices.Contains(hosts, s):
			on = append(on, s)
		default:
			return nil, nil, false
		}
	}
	if negative {
		return nil, on, true
	}
	return on, nil, true
}

// compiledOn reports whether a file is part of the project's programs on a system.
func compiledOn(t *testing.T, file, host string) bool {
	t.Helper()
	return compiledBy(t, file, host, true)
}

// compiledBy is compiledOn with cgo or without.
func compiledBy(t *testing.T, file, host string, cgo bool) bool {
	t.Helper()
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, _ = strings.Cut(host, "/")
	ctx.CgoEnabled, ctx.BuildTags = cgo, nil
	if host == "linux/s390x" { // where loaded code runs in programs built by this version or a later one
		ctx.ReleaseTags = append(ctx.ReleaseTags, "go1.27")
	}
	dir, name := filepath.Split(filepath.Join(root(t), filepath.FromSlash(file)))
	ok, err := ctx.MatchFile(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// TestHosts holds docs/support.tsv against what is compiled where: a test that proves
// something for a system is compiled there, what is said of all systems but some is so of
// exactly those, and nothing is yes and no at once.
func TestHosts(t *testing.T) {
	tests := map[string][]string{} // files by dir.TestName
	for _, f := range goFiles(t) {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && f.test && fn.Recv == nil {
				tests[f.dir+"."+fn.Name.Name] = append(tests[f.dir+"."+fn.Name.Name], f.name)
			}
		}
	}
	said := map[string]string{} // status by item and system
	negative := 0
	for _, row := range supportRows(t) {
		on, not, ok := hostsOf(row.target)
		if !ok {
			if vague.MatchString(row.target) {
				t.Errorf("line %d: %s: target %q is neither a list of systems nor of none", row.line, row.item, row.target)
			}
			continue
		}
		if strings.HasSuffix(row.item, ": everything") {
			t.Errorf("line %d: %s does not say what", row.line, row.item)
		}
		for _, h := range on {
			if s := said[row.item+h]; s != "" && s != row.status {
				t.Errorf("line %d: %s is %s and %s on %s", row.line, row.item, s, row.status, h)
			}
			said[row.item+h] = row.status
			if row.status != "yes" {
				continue
			}
			for _, proof := range strings.Split(row.proof, ", ") {
				found := false
				for test, files := range tests {
					found = found || proves(map[string]bool{test: true}, proof) && slices.ContainsFunc(files, func(f string) bool {
						return match(path.Dir(f), starters) || compiledOn(t, f, h) || match(path.Dir(f), cgoless) && compiledBy(t, f, h, false)
					})
				}
				if !found {
					t.Errorf("line %d: %s: %s is not compiled on %s", row.line, row.item, proof, h)
				}
			}
		}
		if not == nil {
			continue
		}
		negative++
		file, inverse := strings.CutPrefix(elsewhere[row.item], "!")
		if file == "" {
			t.Errorf("line %d: %s: no file stands for %s", row.line, row.item, row.target)
			continue
		}
		for _, h := range hosts {
			if compiledOn(t, file, h) != (slices.Contains(not, h) == inverse) {
				t.Errorf("line %d: %s: %s is wrong about %s by %s", row.line, row.item, row.target, h, file)
			}
		}
	}
	if negative != len(elsewhere) {
		t.Errorf("%d rows about all systems but some, %d files", negative, len(elsewhere))
	}
}
