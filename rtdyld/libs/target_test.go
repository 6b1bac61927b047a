package libs

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/triple"
)

// TestTargets: where Debian has the libraries of a target, and which formats of linker scripts are its.
func TestTargets(t *testing.T) {
	for text, want := range map[string]struct{ folder, format, other string }{
		"powerpc64le-linux-gnu":    {"powerpc64le-linux-gnu", "elf64-powerpcle", "elf64-powerpc"},
		"powerpc64-linux-gnu":      {"powerpc64-linux-gnu", "elf64-powerpc", "elf64-powerpcle"},
		"powerpc-linux-gnu":        {"powerpc-linux-gnu", "elf32-powerpc", "elf32-powerpcle"},
		"powerpcle-linux-gnu":      {"", "elf32-powerpcle", "elf32-powerpc"},
		"riscv64-linux-gnu":        {"riscv64-linux-gnu", "elf64-littleriscv", "elf64-x86-64"},
		"s390x-linux-gnu":          {"s390x-linux-gnu", "elf64-s390", "elf64-powerpc"},
		"loongarch64-linux-gnu":    {"loongarch64-linux-gnu", "elf64-loongarch", "elf64-littleriscv"},
		"loongarch32-linux-gnu":    {"", "elf32-loongarch", "elf64-loongarch"},
		"mips-linux-gnu":           {"mips-linux-gnu", "elf32-tradbigmips", "elf32-tradlittlemips"},
		"mipsel-linux-gnu":         {"mipsel-linux-gnu", "elf32-tradlittlemips", "elf32-tradbigmips"},
		"mips64-linux-gnuabin32":   {"mips64-linux-gnuabin32", "elf32-ntradbigmips", "elf32-tradbigmips"},
		"mips64-linux-gnuabi64":    {"mips64-linux-gnuabi64", "elf64-tradbigmips", "elf64-tradlittlemips"},
		"mips64el-linux-gnuabin32": {"mips64el-linux-gnuabin32", "elf32-ntradlittlemips", "elf64-tradbigmips"},
		"mips64el-linux-gnuabi64":  {"mips64el-linux-gnuabi64", "elf64-tradlittlemips", "elf32-tradlittlemips"},
		"sparc-linux-gnu":          {"", "elf32-of-nobody", "elf32-i386"},
	} {
		target, err := triple.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := multiarch(target); got != want.folder {
			t.Errorf("%s: folder %q", text, got)
		}
		if !isFormat(want.format, target) || isFormat(want.other, target) {
			t.Errorf("%s: %s is its format, %s is not", text, want.format, want.other)
		}
	}
}

// TestScriptFormats: the linker scripts of Debian's cross packages have these formats.
func TestScriptFormats(t *testing.T) {
	for folder, text := range map[string]string{
		"riscv64-linux-gnu": "riscv64-linux-gnu", "s390x-linux-gnu": "s390x-linux-gnu", "powerpc64le-linux-gnu": "powerpc64le-linux-gnu",
		"mips-linux-gnu": "mips-linux-gnu", "mipsel-linux-gnu": "mipsel-linux-gnu", "mips64el-linux-gnuabi64": "mips64el-linux-gnuabi64",
	} {
		path := "/usr/" + folder + "/lib/libc.so"
		citest.Need(t, path)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(data), "OUTPUT_FORMAT(")
		format, _, ok := strings.Cut(rest, ")")
		target, err := triple.Parse(text)
		if err != nil || !ok {
			t.Fatal(path, err)
		}
		known := false
		for _, r := range targets {
			known = known || slices.Contains(r.formats, format)
		}
		if !known || !isFormat(format, target) {
			t.Errorf("%s: format %q", path, format)
		}
	}
}
