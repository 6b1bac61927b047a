package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestUnknownCompression: an object is loaded and relocated, in either layout and with all sections, though nothing here
// decompresses its debug information, as RuntimeDyld loads it; what asks for that is told why there is none.
func TestUnknownCompression(t *testing.T) {
	citest.Need(t, "clang")
	dir := t.TempDir()
	source, obj := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.o")
	if err := os.WriteFile(source, []byte("int answer(int a) { return a + 42; }\nint (*pointer)(int) = answer;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("clang", "--target=x86_64-linux-gnu", "-g", "-gz=zlib", "-fPIC", "-c", source, "-o", obj).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(obj)
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range []uint32{1, 2, 9} { // zlib; zstd, for which the library has no decompressor; none that is known
		for _, s := range f.Sections {
			if s.Flags&elf.SHF_COMPRESSED != 0 {
				binary.LittleEndian.PutUint32(data[s.Offset:], typ)
			}
		}
		for name, cfg := range map[string]rtdyld.Config{"plain": {}, "all sections": {AllSections: true}, "as RuntimeDyld": {Layout: rtdyld.RuntimeDyld}} {
			r := newRig(t, cfg)
			objs, err := r.Load(t.Context(), parse(t, "a.o", bytes.Clone(data)))
			if err != nil {
				t.Errorf("type %d, %s: %v", typ, name, err)
				continue
			}
			r.finalize()
			if p := section(t, objs[0], ".data"); len(p.Mem) != 8 || le64(p.Mem) != r.addr("answer") {
				t.Errorf("type %d, %s: pointer", typ, name)
			}
			loaded := false
			for _, s := range objs[0].Sections() {
				loaded = loaded || s.Name == ".debug_info" && len(s.Mem) > 0
			}
			if want := typ == 1 && name != "plain"; loaded != want {
				t.Errorf("type %d, %s: .debug_info is loaded: %v", typ, name, loaded)
			}
			if _, err = objs[0].DebugSections(nil); (typ != 1) != errors.Is(err, objfmt.ErrUnsupported) || typ == 1 && err != nil {
				t.Errorf("type %d, %s: debug sections: %v", typ, name, err)
			}
		}
	}
}
