//go:build linux && amd64

package realtest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// crossPrograms are C programs of testdata made with archives of Debian's for other machines
// (liblua5.4-dev:s390x and its like, which lie beside each other), and what they are started with.
var crossPrograms = []struct {
	source, archive, header, arg string
	lines                        int // that they print
}{
	{"lua.c", "liblua5.4.a", "/usr/include/lua5.4/lua.h", "testdata/script.lua", 10},
	{"sqlite.c", "libsqlite3.a", "/usr/include/sqlite3.h", "2000", 15},
	{"zlib.c", "libz.a", "/usr/include/zlib.h", "300000", 3},
	{"sha.c", "libcrypto.a", "/usr/include/openssl/sha.h", "100000", 6},
}

// crossArchives gives the programs for a machine, compiled with flags, to do: the object, the archive
// and the arguments. The short form has one of them.
func crossArchives(t *testing.T, triple string, seed uint64, flags []string, do func(t *testing.T, obj, archive string, args []string, lines int)) {
	step := 1
	if citest.Sample() {
		step = len(crossPrograms)
	}
	for i := range citest.OneOf(len(crossPrograms), step, seed) {
		p := crossPrograms[i]
		name, _, _ := strings.Cut(p.source, ".")
		t.Run(name+strings.Join(flags, ""), func(t *testing.T) {
			archive := "/usr/lib/" + triple + "/" + p.archive
			if err := citest.Missing(archive, p.header); err != nil {
				t.Skip(err) // the packages of another machine are not always to be had
			}
			// The machine's own headers come first; of libraries all machines have the same.
			flags := append([]string{"-w", "-idirafter", "/usr/include", "-idirafter", "/usr/include/x86_64-linux-gnu"}, flags...)
			do(t, makeObject(t, triple+"-gcc", p.source, flags...), archive, []string{p.arg, "-"}, p.lines)
		})
	}
}

// TestMappedArchives: programs of testdata made with archives, that is with what others have
// compiled for the machine, laid out by rtdyld link, mapped and entered.
func TestMappedArchives(t *testing.T) {
	t.Parallel()
	for i, c := range mappedSystems {
		t.Run(c.name, func(t *testing.T) {
			gcc := c.triple + "-gcc"
			citest.Need(t, gcc, c.qemu, "/usr/"+c.triple+"/lib/libc.a")
			rtdyld, err := tool()
			if err != nil {
				t.Fatal(err)
			}
			crossArchives(t, c.triple, uint64(i), []string{"-O2", "-fPIC"}, func(t *testing.T, obj, archive string, args []string, lines int) {
				dir := t.TempDir()
				in := func(name string) string { return filepath.Join(dir, name) }
				output(t, gcc, append([]string{"-static", "-no-pie", "-o", in("native"), obj, archive}, mapperLibraries...)...)
				want := finish(t, exec.Command(c.qemu, append([]string{in("native")}, args...)...))
				// What is left when the object has what it needs of the archive.
				output(t, gcc, "-r", "-nostdlib", "-o", in("all.o"), obj, archive)
				m := mapper(t, gcc, in("mapper"), in("all.o"))
				m.link(t, rtdyld, in("out"), layout(t, in("layout.json"), obj), obj, archive)
				got := finish(t, exec.Command(c.qemu, append([]string{in("mapper"), list(t, in("list"), in("out"))}, args...)...))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("not what the machine's linker makes of it (-linker +ours):\n%s", diff)
				}
				if strings.Count(want.Out, "\n") < lines {
					t.Errorf("native: %+v", want)
				}
			})
		})
	}
}
