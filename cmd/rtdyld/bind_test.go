package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

const debian = "/usr/lib/x86_64-linux-gnu/"

// bindTo runs the command and returns what it says.
func bindTo(t *testing.T, dir string, args ...string) bound {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := bindCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, append([]string{"-json", "-o", dir}, args...))
	if status != 0 {
		t.Fatalf("rtdyld bind %q: status %d\n%s", args, status, stderr.String())
	}
	var b bound
	if err := json.Unmarshal(stdout.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// moduleFor makes a module that has this one, for generated packages.
func moduleFor(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := writeModule(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// writeModule writes a go.mod with all that this module needs, so that nothing is looked for elsewhere.
func writeModule(dir string) error {
	repo, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(repo, "go.sum"))
	if err != nil {
		return err
	}
	mod = bytes.Replace(mod, []byte("module github.com/go-rtdyld/rtdyld"), []byte("module example.com/bound"), 1)
	mod = fmt.Appendf(mod, "\nrequire github.com/go-rtdyld/rtdyld v0.0.0\nreplace github.com/go-rtdyld/rtdyld => %s\n", repo)
	return errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), mod, 0o666), os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o666))
}

// bindScript readies the session about bind.
func bindScript(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPATH").Output()
	if err != nil {
		return nil // it is left out
	}
	for i, dir := range strings.Fields(string(out)) {
		env.Setenv([]string{"GOCACHE", "GOMODCACHE", "GOPATH"}[i], dir)
	}
	env.Setenv("GOFLAGS", citest.GoFlags("-mod=mod -buildvcs=false"))
	env.Setenv("CGO_ENABLED", "0")
	header, err := filepath.Abs("../../rtdyld/bind/testdata")
	env.Setenv("BIND", header)
	return errors.Join(err, writeModule(env.WorkDir))
}

// goIn runs the go command in a folder.
func goIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+citest.GoFlags("-mod=mod -buildvcs=false"), "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestBindWork: five of Debian's libraries do what they are for in a program of packages that bind has written.
func TestBindWork(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", debian+"libsqlite3.a", debian+"libz.a", debian+"liblua5.4.a", debian+"libzstd.a", debian+"libcrypto.a")
	dir := moduleFor(t)
	bind := func(name string, args ...string) { bindTo(t, filepath.Join(dir, name), append(args, "-cc", "gcc")...) }
	bind("sqlite", "-header", "sqlite3.h", "-lib", "libsqlite3.a", "-l", "m", "-trim", "sqlite3_", "-string", "*", "-string", "!sqlite3_open_v2.zVfs",
		"-string", "!sqlite3_mprintf.return", "-error", "sqlite3_open*=nonzero", "-error", "sqlite3_exec=nonzero", "-errortext", "sqlite3_errstr")
	bind("zlib", "-header", "zlib.h", "-lib", "libz.a", "-inline", "deflateInit*", "-bytes", "crc32.buf+len")
	bindTo(t, filepath.Join(dir, "lua"), "-header", "lua.h", "-header", "lauxlib.h", "-header", "lualib.h", "-lib", "liblua5.4.a", "-l", "m", "-trim", "lua_",
		"-inline", "lua_*", "-string", "*", "-cc", "gcc", "--", "-I/usr/include/lua5.4")
	bind("zstd", "-header", "zstd.h", "-lib", "libzstd.a", "-trim", "ZSTD_", "-bytes", "*.dst+dstCapacity", "-bytes", "*.src+srcSize", "-bytes", "ZSTD_decompress.src+compressedSize")
	bind("crypto", "-header", "openssl/evp.h", "-header", "openssl/sha.h", "-lib", "libcrypto.a", "-choose", "EVP_*", "-choose", "SHA*", "-error", "EVP_Digest*=zero",
		"-bytes", "SHA256.d+n", "-bytes", "EVP_DigestUpdate.d+cnt", "-string", "EVP_get_digestbyname.name")
	prog, err := os.ReadFile("testdata/bind/work.go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), bytes.Replace(prog, []byte("//go:build ignore\n"), nil, 1), 0o666); err != nil {
		t.Fatal(err)
	}
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	want := strings.Join([]string{
		"name=Hopper year=1952 name=Backus year=1957 sqlite3_exec: SQL logic error (1)", "-7 words 2.50",
		"zlib 0 1 0 0 true true true", "lua 0 0 42 ababab", "zstd 0 true 19000 true", "sha256 " + abc, "32 " + abc, ""}, "\n")
	if got := goIn(t, dir, "run", "."); got != want {
		t.Errorf("the program prints\n%s\nnot\n%s", got, want)
	}
}

// TestBindCalls: the package that bench/calls measures is what bind writes.
func TestBindCalls(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "gcc", "ar")
	dir := t.TempDir()
	source, err := filepath.Abs("../../bench/calls/bound")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"gcc", "-O2", "-c", source + "/testdata/calls.c"}, {"ar", "rcs", "libcalls.a", "calls.o"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	out := filepath.Join(dir, "bound")
	bindTo(t, out, "-header", source+"/testdata/calls.h", "-lib", filepath.Join(dir, "libcalls.a"), "-trim", "calls_", "-string", "*", "-nocallback", "calls_eight", "-cc", "gcc")
	for _, name := range []string{"functions", "types"} {
		got, err := os.ReadFile(filepath.Join(out, name+"_linux_amd64.go"))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(source + "/" + name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("bench/calls/bound/%s.go is not what bind writes:\n%s", name, got)
		}
	}
}

// boundLibraries are packages of Debian's with archives.
var boundLibraries = []struct {
	name, lib, headers string
	flags              []string
}{
	{name: "sqlite", lib: "libsqlite3.a", headers: "sqlite3.h"},
	{name: "zlib", lib: "libz.a", headers: "zlib.h"},
	{name: "zstd", lib: "libzstd.a", headers: "zstd.h zdict.h"},
	{name: "lzma", lib: "liblzma.a", headers: "lzma.h"},
	{name: "bz2", lib: "libbz2.a", headers: "<stdio.h> bzlib.h"},
	{name: "lua", lib: "liblua5.4.a", headers: "lua.h lauxlib.h lualib.h", flags: []string{"-I/usr/include/lua5.4"}},
	{name: "crypto", lib: "libcrypto.a", headers: "openssl/evp.h openssl/sha.h openssl/err.h openssl/bn.h openssl/x509.h"},
	{name: "ssl", lib: "libssl.a", headers: "openssl/ssl.h"},
	{name: "curl", lib: "libcurl.a", headers: "curl/curl.h"},
	{name: "xml2", lib: "libxml2.a", headers: "libxml/parser.h libxml/tree.h libxml/xpath.h", flags: []string{"-I/usr/include/libxml2"}},
	{name: "png", lib: "libpng16.a", headers: "png.h"},
	{name: "jpeg", lib: "libjpeg.a", headers: "<stdio.h> jpeglib.h"},
	{name: "webp", lib: "libwebp.a", headers: "webp/encode.h webp/decode.h"},
	{name: "freetype", lib: "libfreetype.a", headers: "ft2build.h freetype/freetype.h", flags: []string{"-I/usr/include/freetype2"}},
	{name: "expat", lib: "libexpat.a", headers: "expat.h"},
	{name: "lz4", lib: "liblz4.a", headers: "lz4.h lz4hc.h lz4frame.h"},
	{name: "brotlidec", lib: "libbrotlidec.a", headers: "brotli/decode.h"},
	{name: "brotlienc", lib: "libbrotlienc.a", headers: "brotli/encode.h"},
	{name: "jansson", lib: "libjansson.a", headers: "jansson.h"},
	{name: "yaml", lib: "libyaml.a", headers: "yaml.h"},
	{name: "gmp", lib: "libgmp.a", headers: "gmp.h"},
	{name: "mpfr", lib: "libmpfr.a", headers: "mpfr.h"},
	{name: "sodium", lib: "libsodium.a", headers: "sodium.h"},
	{name: "pcre2", lib: "libpcre2-8.a", headers: "pcre2.h", flags: []string{"-DPCRE2_CODE_UNIT_WIDTH=8"}},
	{name: "tiff", lib: "libtiff.a", headers: "tiffio.h"},
	{name: "uv", lib: "libuv_a.a", headers: "uv.h"},
	{name: "event", lib: "libevent.a", headers: "event2/event.h event2/buffer.h"},
	{name: "ogg", lib: "libogg.a", headers: "ogg/ogg.h"},
	{name: "vorbis", lib: "libvorbis.a", headers: "vorbis/codec.h"},
	{name: "opus", lib: "libopus.a", headers: "opus/opus.h"},
	{name: "yajl", lib: "libyajl_s.a", headers: "yajl/yajl_parse.h yajl/yajl_gen.h yajl/yajl_tree.h"},
	{name: "cares", lib: "libcares.a", headers: "ares.h"},
	{name: "nghttp2", lib: "libnghttp2.a", headers: "nghttp2/nghttp2.h"},
	{name: "ffi", lib: "libffi.a", headers: "ffi.h"},
	{name: "microhttpd", lib: "libmicrohttpd.a", headers: "microhttpd.h"},
	{name: "glib", lib: "libglib-2.0.a", headers: "glib.h", flags: []string{"-I/usr/include/glib-2.0", "-I" + debian + "glib-2.0/include"}},
}

// TestBindLibraries: what bind writes for Debian's libraries compiles, leaves at most two functions of a hundred out, and C++ says the
// same of each signature, of sizes and of offsets, and C of each constant.
func TestBindLibraries(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	citest.Need(t, "go", "gcc", "g++", "clang")
	libs := boundLibraries
	if citest.Sample() {
		libs = libs[:2] // CI has their packages
	}
	for _, l := range boundLibraries[:2] {
		citest.Need(t, debian+l.lib)
	}
	dir := moduleFor(t)
	for i, l := range libs {
		if err := citest.Missing(debian + l.lib); err != nil {
			t.Log(err)
			continue
		}
		args := []string{"-lib", l.lib, "-cc", ccOf(i)}
		for _, h := range strings.Fields(l.headers) {
			args = append(args, "-header", h)
		}
		b := bindTo(t, filepath.Join(dir, l.name), append(append(args, "--"), l.flags...)...)
		if len(b.Functions) < 5 || 50*len(b.Unbound) > len(b.Functions)+len(b.Unbound) {
			t.Errorf("%s: %d functions are bound, and %d are not: %v", l.name, len(b.Functions), len(b.Unbound), b.Unbound)
		}
		writeDump(t, filepath.Join(dir, l.name), l.name)
	}
	writeMain(t, dir)
	said := parseDump(goIn(t, dir, "run", "."))
	for i, l := range libs {
		if d := said[l.name]; d != nil {
			d.check(t, filepath.Join(dir, l.name), strings.Fields(l.headers), l.flags, ccOf(i))
		}
	}
}

// ccOf is the compiler for a library: there are two.
func ccOf(i int) string { return []string{"gcc", "clang"}[i%2] }

var (
	funcLine  = regexp.MustCompile(`(?m)^var (c\w+) = library\.Func\[.*Name: "(\w+)"\}$`)
	procLine  = regexp.MustCompile(`(?m)^var (c\w+) = library\.Proc\{.*Name: "(\w+)", Type: .*\}$`)
	typeLine  = regexp.MustCompile(`(?m)^// (\w+) is C's ((?:struct |union )?\w+)\.\n(?://.*\n)*type (\w+) struct \{$`)
	constLine = regexp.MustCompile(`(?m)^\t(\w+)(?: +\w+)? += (-?\d+)(?: |$)`)
)

// writeDump adds to a package what tells of its functions and types as Go has them.
func writeDump(t *testing.T, dir, name string) {
	t.Helper()
	read := func(pattern string) string {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(paths) != 1 {
			t.Fatalf("%s: %v %v", pattern, paths, err)
		}
		text, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport \"reflect\"\n\n// Dump tells all.\nfunc Dump(fn, typ func(name string, t reflect.Type)) {\n", name)
	for _, m := range funcLine.FindAllStringSubmatch(read("functions_*.go"), -1) {
		fmt.Fprintf(&b, "fn(%q, reflect.TypeOf(%s.Get).Out(0))\n", m[2], m[1])
	}
	for _, m := range procLine.FindAllStringSubmatch(read("functions_*.go"), -1) {
		fmt.Fprintf(&b, "fn(%q, reflect.TypeOf(%s.Type))\n", m[2], m[1])
	}
	for _, m := range typeLine.FindAllStringSubmatch(read("types_*.go"), -1) {
		fmt.Fprintf(&b, "typ(%q, reflect.TypeFor[%s]())\n", m[2], m[3])
	}
	b.WriteString("}\n")
	if err := os.WriteFile(filepath.Join(dir, "dump.go"), []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// writeMain makes a program of all packages that prints it.
func writeMain(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile("testdata/bind/dump.go")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := filepath.Glob(filepath.Join(dir, "*", "dump.go"))
	if err != nil {
		t.Fatal(err)
	}
	var imports, calls strings.Builder
	for _, p := range packages {
		name := filepath.Base(filepath.Dir(p))
		fmt.Fprintf(&imports, "%q\n", "example.com/bound/"+name)
		fmt.Fprintf(&calls, "show(%q, %s.Dump)\n", name, name)
	}
	s := strings.NewReplacer("//go:build ignore\n", "", "// IMPORTS", imports.String(), "// CALLS", calls.String()).Replace(string(text))
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(s), 0o666); err != nil {
		t.Fatal(err)
	}
}

// dumped is what a package has, as Go sees it.
type dumped struct {
	funcs map[string]string   // C++ codes
	sizes map[string]string   // of types by their C names
	at    map[string][]string // "field offset"
}

func parseDump(text string) map[string]*dumped {
	all := map[string]*dumped{}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		d := all[f[0]]
		if d == nil {
			d = &dumped{map[string]string{}, map[string]string{}, map[string][]string{}}
			all[f[0]] = d
		}
		switch f[1] {
		case "func":
			d.funcs[f[2]] = f[3]
		case "size":
			d.sizes[f[2]] = f[3]
		case "field":
			d.at[f[2]] = append(d.at[f[2]], f[3]+" "+f[4])
		}
	}
	return all
}

// check asks g++, and the compiler that the package was made with, whether C has it like that.
func (d *dumped) check(t *testing.T, dir string, headers, flags []string, cc string) {
	t.Helper()
	name := filepath.Base(dir)
	head := ""
	for _, h := range headers {
		head += "#include <" + strings.Trim(h, "<>") + ">\n"
	}
	words, macros := wordsOf(t, head, flags)
	start, err := os.ReadFile("testdata/bind/check.h")
	if err != nil {
		t.Fatal(err)
	}
	b := bytes.NewBufferString(head + string(start))
	var c bytes.Buffer
	funcs, fields := 0, 0
	for _, f := range slices.Sorted(maps.Keys(d.funcs)) {
		if !strings.HasPrefix(f, "rtdyld_shim_") {
			fmt.Fprintf(b, "SAME(%s, %s);\n", f, d.funcs[f])
			funcs++
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(d.sizes)) {
		fmt.Fprintf(&c, "_Static_assert(sizeof(%s) == %s, \"%s\");\n", typ, d.sizes[typ], typ)
		for _, at := range d.at[typ] {
			field, offset, _ := strings.Cut(at, " ")
			// One word that may be the field is; of several nobody knows which.
			if w := words[strings.ToLower(strings.ReplaceAll(field, "_", ""))]; len(w) == 1 && !macros[w[0]] && !slices.Contains(cxxWords, w[0]) {
				fmt.Fprintf(b, "AT(%s, %s, %s);\n", typ, w[0], offset)
				fields++
			}
		}
	}
	cxx := append([]string{"-std=gnu++20", "-fpermissive", "-fmax-errors=5"}, flags...)
	syntax(t, name, "g++", "c++", withoutOverloads(t, b.Bytes(), cxx), cxx)
	constants := d.constants(t, dir, words)
	syntax(t, name, cc, "c", slices.Concat([]byte(head), c.Bytes(), constants), flags)
	t.Logf("%s: %d functions, %d types, %d fields, %d constants", name, funcs, len(d.sizes), fields, bytes.Count(constants, []byte("\n")))
	if funcs == 0 || fields < len(d.sizes)/2 || len(constants) == 0 {
		t.Errorf("%s: nothing was checked", name)
	}
}

// constants are assertions in C.
func (d *dumped) constants(t *testing.T, dir string, words map[string][]string) []byte {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "constants_*.go"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, m := range constLine.FindAllStringSubmatch(string(text), -1) {
		value := m[2]
		if len(value) > 18 {
			value += "ULL"
		}
		if slices.Contains(words[strings.ToLower(strings.ReplaceAll(m[1], "_", ""))], m[1]) {
			fmt.Fprintf(&b, "_Static_assert(__builtin_choose_expr(__builtin_classify_type(%s) == 5, 1, (%s) == %s), \"%s\");\n", m[1], m[1], value, m[1])
		}
	}
	return b.Bytes()
}

// wordsOf are the identifiers of headers, by what they are without underscores and capitals, and which of them are macros.
func wordsOf(t *testing.T, head string, flags []string) (words map[string][]string, macros map[string]bool) {
	t.Helper()
	cmd := exec.Command("gcc", append(slices.Clone(flags), "-E", "-dD", "-P", "-x", "c", "-")...)
	cmd.Stdin = strings.NewReader(head)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	words, macros = map[string][]string{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#define (\w+)`).FindAllStringSubmatch(string(out), -1) {
		macros[m[1]] = true
	}
	seen := map[string]bool{}
	for _, w := range regexp.MustCompile(`[A-Za-z_]\w*`).FindAllString(string(out), -1) {
		if key := strings.ToLower(strings.ReplaceAll(w, "_", "")); !seen[w] {
			seen[w] = true
			words[key] = append(words[key], w)
		}
	}
	return words, macros
}

// cxxWords name no fields in C++.
var cxxWords = strings.Fields("__func__ new delete class this template private public protected operator namespace using virtual explicit export friend mutable typename throw try catch bool true false and or not xor int char long short float double void signed unsigned struct union enum typedef sizeof if else for while do return static extern const volatile inline auto register default switch case break continue goto")

// withoutOverloads takes out of a source for g++ what headers add for C++ alone to functions of C: extern "C++" blocks that
// define another function of a name that is to be checked (uv_tty_set_mode of libuv). With such a one there is no telling which is
// meant.
func withoutOverloads(t *testing.T, text []byte, flags []string) []byte {
	t.Helper()
	out, err := compileText("g++", "c++", text, append(slices.Clone(flags), "-fsyntax-only"))
	if err == nil || !bytes.Contains(out, []byte("overloaded function")) {
		return text
	}
	lines := strings.Split(string(text), "\n")
	whole, err := compileText("g++", "c++", text, append(slices.Clone(flags), "-E", "-P"))
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, whole)
	}
	left := string(whole)
	for _, m := range regexp.MustCompile(`<stdin>:(\d+):1: note: in expansion of macro`).FindAllStringSubmatch(string(out), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n > len(lines) {
			t.Fatalf("%q: %v", m[0], err)
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(lines[n-1], "SAME("), ",")
		for _, block := range regexp.MustCompile(`extern "C\+\+" \{\n[^{}]*\b`+regexp.QuoteMeta(name)+`\([^{}]*\{[^{}]*\}\s*\}`).FindAllString(left, -1) {
			t.Logf("%s has another function in C++: %s", name, strings.Join(strings.Fields(block), " "))
			left = strings.Replace(left, block, "", 1)
		}
	}
	return []byte(left)
}

// syntax has a compiler look at a source.
func syntax(t *testing.T, name, tool, language string, text []byte, flags []string) {
	t.Helper()
	if out, err := compileText(tool, language, text, append(slices.Clone(flags), "-fsyntax-only")); err != nil {
		t.Errorf("%s: %s: %v\n%.3000s", name, tool, err, out)
	}
}

// compileText runs a compiler on a source, and returns all that it says.
func compileText(tool, language string, text []byte, flags []string) ([]byte, error) {
	cmd := exec.Command(tool, append(slices.Clone(flags), "-w", "-x", language, "-")...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(text)
	return cmd.CombinedOutput()
}

// TestBindUnused: what fits nothing is a warning, which says what there is; parameters without names have those of Go.
func TestBindUnused(t *testing.T) {
	citest.Need(t, "gcc")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"f.h": "int fill(char *, unsigned long);\nconst char *text(int n);\n",
		"f.c": "#include \"f.h\"\nint fill(char *p, unsigned long n) { return *p = n; }\nconst char *text(int n) { return 0; }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"-cc", "gcc", "-header", dir + "/f.h", "-lib", dir + "/f.c", "-o", filepath.Join(dir, "f")}
	for _, tt := range []struct{ args, want string }{
		{"-bytes fill.p0+p1 -string text.return -error fill=negative -nocallback f* -rename text=Words -choose *", ""},
		{"-bytes fill.p+n", "-bytes fill.p+n fits nothing that is bound for TARGET: parameters of fill are (p0 *byte, p1 uint)"},
		{"-string *.return -string !text.m", "-string !text.m fits nothing that is bound for TARGET: parameters of text are (n int32)"},
		{"-error text=negative", "-error text=negative fits nothing that is bound for TARGET: text returns *byte in Go"},
		{"-nocallback g*", "-nocallback g* fits nothing that is bound for TARGET"},
		{"-inline FILL", "-inline FILL fits nothing that is bound for TARGET"},
		{"-rename txt=Words", "-rename txt fits nothing that is bound for TARGET"},
		{"-choose fill -choose txt", "-choose txt fits nothing that is bound for TARGET"},
	} {
		var stdout, stderr bytes.Buffer
		if status := bindCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, append(strings.Fields(tt.args), args...)); status != 0 {
			t.Fatalf("%s: status %d\n%s", tt.args, status, stderr.String())
		}
		want := ""
		if tt.want != "" {
			want = "rtdyld: warning: " + strings.Replace(tt.want, "TARGET", runtime.GOOS+"/"+runtime.GOARCH, 1) + "\n"
		}
		if got := stderr.String(); got != want {
			t.Errorf("%s: %q, want %q", tt.args, got, want)
		}
	}
}
