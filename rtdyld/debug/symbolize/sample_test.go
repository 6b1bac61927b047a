package symbolize_test

import (
	"encoding/binary"
	"os"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// TestWriteSamples makes testdata/*.dwarf again, where RTDYLD_UPDATE is set: debug sections
// of scene.c and scene.cc as they read at 0x10000000. Each section is its name, a NUL, its length
// in four bytes and its contents.
func TestWriteSamples(t *testing.T) {
	if os.Getenv("RTDYLD_UPDATE") == "" {
		t.Skip("RTDYLD_UPDATE is not set")
	}
	for _, x := range []struct {
		name, source string
		command      []string
	}{
		{"gcc5.dwarf", "scene.cc", []string{"g++", "-g", "-O2"}},
		{"clang5.dwarf", "scene.c", []string{"clang", "-g", "-O2", "-ffunction-sections"}},
		{"clang4.dwarf", "scene.c", []string{"clang", "-gdwarf-4", "-O2"}},
		{"gcc2.dwarf", "scene.c", []string{"gcc", "-gdwarf-2", "-O2"}},
	} {
		_, objs := link(t, symbolize.New(), open(t, compile(t, x.source, append(x.command, "-fdebug-prefix-map="+wd(t)+"=/src")...)))
		secs, err := objs[0].DebugSections(nil)
		if err != nil {
			t.Fatal(err)
		}
		var out []byte
		for _, s := range secs {
			out = append(append(out, s.Name...), 0)
			out = binary.LittleEndian.AppendUint32(out, uint32(len(s.Data)))
			out = append(out, s.Data...)
		}
		if err := os.WriteFile("testdata/"+x.name, out, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func wd(t *testing.T) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
