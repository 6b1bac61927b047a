package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

// mixed are paths of files of all kinds by what they are, in a folder.
func mixed(t *testing.T) (dir string, kinds map[string][]string) {
	dir, kinds = t.TempDir(), map[string][]string{}
	object, err := os.ReadFile("../../testdata/demo/scene.o")
	if err != nil {
		t.Fatal(err)
	}
	put := func(kind, name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		kinds[kind] = append(kinds[kind], path)
		return path
	}
	var objects []string
	for i := range 6 {
		objects = append(objects, put("object", fmt.Sprintf("%d.o", i), object))
		put("object", fmt.Sprintf("mapped%d.o", i), append(bytes.Clone(object), make([]byte, 2<<20)...))
	}
	put("archive", "lib.a", (&objgen.Ar{Members: []objgen.ArMember{{Name: "m.o", Data: object}}}).Bytes())
	put("archive", "cut.a", []byte("!<arch>\nmember"))
	put("script", "script.so", fmt.Appendf(nil, "/* GNU ld script */ INPUT(%s %s)", objects[0], kinds["archive"][0]))
	put("script", "none.so", []byte("INPUT(/none/such.o)"))
	put("damaged", "cut.o", object[:100])
	put("damaged", "wrong.o", append(bytes.Clone(object[:40]), make([]byte, 1000)...))
	put("unknown", "text", []byte("text"))
	put("unknown", "empty", nil)
	put("unknown", "code.bc", []byte("BC\xc0\xdecode"))
	library := bytes.Clone(object)
	library[16] = 3 // ET_DYN
	put("library", "lib.so", library)
	put("source", "main.c", []byte("int main(void) { return 0; }\n"))
	kinds["closed"] = []string{filepath.Join(dir, "none.o"), dir}
	return dir, kinds
}

// found is all that inputs say of files, and the images or errors of their objects.
func found(ctx context.Context, in *inputs, paths []string) string {
	if err := in.openAll(ctx, paths); err != nil {
		return fmt.Sprintf("error %v, %d objects, %d archives", err, len(in.objects), len(in.archives))
	}
	defer in.close()
	var b strings.Builder
	fmt.Fprintln(&b, in.bytes, in.shared, in.target())
	for _, f := range in.objects {
		fmt.Fprintln(&b, f.Path, f.Buffer.Name(), len(f.Buffer.Bytes()))
	}
	for _, a := range in.archives {
		fmt.Fprintln(&b, a.Name())
	}
	imgs, err := in.parseObjects(ctx, in.j)
	fmt.Fprintln(&b, err)
	for _, img := range imgs {
		fmt.Fprintln(&b, img.Name, img.Triple, len(img.Symbols), img.Close())
	}
	return b.String()
}

// TestAhead: many files that are opened at the same time, and parsed, are found to be what they are found to be one after the
// other, or have the same error, in any order and of any kinds, and nothing is open after that.
func TestAhead(t *testing.T) {
	dir, kinds := mixed(t)
	rng := rand.New(rand.NewPCG(1, 2))
	outcomes := map[string]int{}
	for round := range 400 {
		others := [][]string{nil, {"archive"}, {"archive", "script", "library"}, {"archive", "script", "damaged", "unknown", "library", "source", "closed"}, {"damaged", "unknown"}}[round%5]
		var paths []string
		for range 6 + rng.IntN(30) {
			kind := "object"
			if len(others) > 0 && rng.IntN(8) == 0 {
				kind = others[rng.IntN(len(others))]
			}
			paths = append(paths, kinds[kind][rng.IntN(len(kinds[kind]))])
		}
		how := inputs{maps: rng.IntN(3) == 0, runs: rng.IntN(2) == 0, shares: rng.IntN(2) == 0}
		var said [2]string
		for i := range said {
			in := &inputs{maps: how.maps, runs: how.runs, shares: how.shares, j: rng.IntN(4), apart: i == 0}
			in.sources.language, in.sources.command = languages, "no-such-compiler"
			said[i] = found(t.Context(), in, paths)
			if maps, err := os.ReadFile("/proc/self/maps"); err == nil && bytes.Contains(maps, []byte(dir)) {
				t.Fatalf("files are open after:\n%s", said[i])
			}
		}
		if said[0] != said[1] {
			t.Fatalf("%v:\n%s\none after the other:\n%s", paths, said[1], said[0])
		}
		switch {
		case strings.HasPrefix(said[0], "error"):
			outcomes["not open"]++
		case strings.Contains(said[0], "<nil>"):
			outcomes["objects"]++
		default:
			outcomes["no objects"]++
		}
	}
	if len(outcomes) < 3 {
		t.Errorf("all ended alike: %v", outcomes)
	}
}

// TestAheadEnds: with its context opening ends, and nothing is open.
func TestAheadEnds(t *testing.T) {
	dir, kinds := mixed(t)
	paths := append(append(kinds["object"], kinds["archive"][0]), kinds["object"]...)
	whole := heedtest.Endless()
	in := &inputs{}
	if err := in.openAll(whole, paths); err != nil {
		t.Fatal(err)
	}
	in.close()
	for left := range whole.Seen() {
		in := &inputs{j: 1 + left%2}
		if err := in.openAll(heedtest.EndsAfter(left), paths); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: %v", left, err)
		}
		if maps, err := os.ReadFile("/proc/self/maps"); err == nil && bytes.Contains(maps, []byte(dir)) {
			t.Fatalf("ended at look %d: files are open", left)
		}
	}
}

// TestAheadFew: few files are opened one by one, as are many where steps are told apart, and the standard input is read in its turn.
func TestAheadFew(t *testing.T) {
	_, kinds := mixed(t)
	many := kinds["object"][:fewFiles]
	for _, c := range []struct {
		apart bool
		paths []string
		want  int
	}{{false, many[1:], 0}, {false, many, fewFiles}, {true, many, 0}, {false, append(many[:fewFiles:fewFiles], "-"), fewFiles}} {
		in := &inputs{apart: c.apart}
		files := in.ahead(t.Context(), c.paths)
		if len(files) != c.want || in.stdin {
			t.Errorf("%v: %d are opened, want %d", c.paths, len(files), c.want)
		}
		for _, f := range files {
			if f.Image == nil || f.Close() != nil {
				t.Errorf("%s: not parsed", f.Path)
			}
		}
	}
}
