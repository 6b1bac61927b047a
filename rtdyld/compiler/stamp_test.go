package compiler_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

const stampSource = `
extern int other(int);
static int counter;
int table[3] = {1, 2, 3};
int add(int x) { counter += x; return other(x) + table[x & 1] + counter; }
const char *text(void) { return "some text"; }
`

// signatures have every field, and none.
var signatures = []compiler.Signature{
	{},
	{
		Source: sha256.Sum256([]byte("x")), Name: "a \"b\"\n\x00\xff.c", Path: "/home/\xff/a.c", Time: time.Unix(1700000000, 123456789),
		Compiler: "clang", Version: "14.0.6\nx", Flags: []string{"-O2", "", "-DX=\"y z\""}, Env: []string{"LC_ALL=C"}, Triple: "x86_64-unknown-linux-gnu",
	},
	{Flags: []string{"flag"}, Env: []string{"flag", "env"}},
}

func TestSignatureText(t *testing.T) {
	for _, s := range signatures {
		text, err := s.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got compiler.Signature
		if err := got.UnmarshalText(text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want := s
		want.Time = s.Time.UTC()
		if diff := cmp.Diff(want, got); diff != "" || got.Key() != s.Key() {
			t.Errorf("(-want +got)\n%s", diff)
		}
		// Any change of any byte is noticed.
		for i := range text {
			bad := bytes.Clone(text)
			bad[i] ^= 1
			if err := got.UnmarshalText(bad); !errors.Is(err, compiler.ErrSignature) {
				t.Fatalf("byte %d of\n%s\nchanged: error %v", i, text, err)
			}
		}
		for n := range text {
			if err := got.UnmarshalText(text[:n]); !errors.Is(err, compiler.ErrSignature) {
				t.Fatalf("%d of %d bytes: error %v", n, len(text), err)
			}
		}
	}
}

// TestKey: every field counts, and where one ends, but for those that only tell.
func TestKey(t *testing.T) {
	base := signatures[1]
	seen := map[compiler.Key]string{base.Key(): "base"}
	for name, change := range map[string]func(*compiler.Signature){
		"source":   func(s *compiler.Signature) { s.Source[3]++ },
		"name":     func(s *compiler.Signature) { s.Name += "x" },
		"time":     func(s *compiler.Signature) { s.Source = [32]byte{} },
		"later":    func(s *compiler.Signature) { s.Source, s.Time = [32]byte{}, s.Time.Add(1) },
		"no time":  func(s *compiler.Signature) { s.Source, s.Time = [32]byte{}, time.Time{} },
		"compiler": func(s *compiler.Signature) { s.Compiler, s.Version = s.Compiler+s.Version[:1], s.Version[1:] },
		"version":  func(s *compiler.Signature) { s.Version = "" },
		"flags":    func(s *compiler.Signature) { s.Flags = []string{"-O2", "-DX=\"y z\"", ""} },
		"join":     func(s *compiler.Signature) { s.Flags = []string{"-O2-DX=\"y z\"", ""} },
		"move":     func(s *compiler.Signature) { s.Flags, s.Env = s.Flags[:2], []string{s.Flags[2], s.Env[0]} },
		"env":      func(s *compiler.Signature) { s.Env = nil },
		"triple":   func(s *compiler.Signature) { s.Triple += "-elf" },
	} {
		s := base
		change(&s)
		if other, dup := seen[s.Key()]; dup {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[s.Key()] = name
	}
	local := base
	local.Source = [32]byte{}
	here := local.Key()
	local.Time = base.Time.In(time.FixedZone("x", 3600))
	if local.Key() != here {
		t.Error("the key depends on the zone of the time")
	}
	told := base
	told.Path, told.Time = "/elsewhere/a.c", base.Time.Add(time.Hour)
	if told.Key() != base.Key() {
		t.Error("a file that was moved, or written anew without a change, has another key")
	}
}

// stampTargets are compilers that make objects of every container, width and byte order.
var stampTargets = []struct {
	name    string
	command []string
}{
	{"elf64le", []string{"clang", "--target=x86_64-unknown-linux-gnu"}},
	{"elf64le-gcc", []string{"gcc", "-g"}},
	{"elf64le-sections", []string{"clang", "--target=aarch64-unknown-linux-gnu", "-ffunction-sections", "-fdata-sections", "-g"}},
	{"elf32le", []string{"clang", "--target=i386-unknown-linux-gnu"}},
	{"elf32arm", []string{"clang", "--target=armv7-unknown-linux-gnueabihf"}},
	{"elf64be", []string{"clang", "--target=powerpc64-unknown-linux-gnu"}},
	{"elf32be", []string{"clang", "--target=powerpc-unknown-linux-gnu"}},
	{"elf64be-s390x", []string{"clang", "--target=s390x-unknown-linux-gnu", "-g"}},
	{"elf64le-mips", []string{"clang", "--target=mips64el-unknown-linux-gnuabi64", "-g"}}, // three types in a record
	{"elf64le-riscv", []string{"clang", "--target=riscv64-unknown-linux-gnu", "-mrelax", "-g"}},
	{"coff-amd64", []string{"clang", "--target=x86_64-pc-windows-msvc", "-g"}},
	{"coff-386", []string{"clang", "--target=i686-pc-windows-gnu"}},
	{"coff-arm64", []string{"clang", "--target=aarch64-pc-windows-msvc"}},
	{"coff-mingw", []string{"x86_64-w64-mingw32-gcc", "-g"}},
	{"coff-bigobj", []string{"x86_64-w64-mingw32-gcc", "-Wa,-mbig-obj"}},
	{"macho-amd64", []string{"clang", "--target=x86_64-apple-macosx11", "-g"}},
	{"macho-arm64", []string{"clang", "--target=arm64-apple-macosx11"}},
	{"macho-armv7", []string{"clang", "--target=armv7-apple-ios9"}},
	{"macho-386", []string{"clang", "--target=i386-apple-macosx10.13"}},
}

// TestStamp stamps objects of real compilers, twice. LLVM's tools see the same code,
// relocations and symbols as before, and we the signature.
func TestStamp(t *testing.T) {
	for i, c := range stampTargets {
		t.Run(c.name, func(t *testing.T) {
			if citest.Sample() && i%3 != 0 {
				t.Skip("one of three in short form")
			}
			t.Parallel()
			citest.Need(t, c.command[0], "llvm-objdump", "llvm-readobj")
			file := filepath.Join(t.TempDir(), "a.o")
			cmd := exec.Command(c.command[0], append(c.command[1:], "-O1", "-c", "-x", "c", "-o", file, "-")...)
			cmd.Stdin = strings.NewReader(stampSource)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			plain, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			before := describe(t, file)
			if strings.Contains(before, "rtdsig") || !strings.Contains(before, "add") {
				t.Fatalf("the tools print\n%s", before)
			}
			if _, ok := read(t, plain); ok {
				t.Error("a signature before there is one")
			}
			obj := plain
			for _, i := range []int{1, 0, 2} {
				s := signatures[i]
				kept := bytes.Clone(obj)
				stamped, err := compiler.Stamp(obj, s)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(obj, kept) {
					t.Fatal("the object was changed in place")
				}
				got, ok := read(t, stamped)
				if !ok || got.Key() != s.Key() {
					t.Fatalf("stamped with %v, read %v, %v", s, got, ok)
				}
				obj = stamped
				if again, err := compiler.Stamp(kept, s); err != nil || !bytes.Equal(again, stamped) {
					t.Errorf("stamped again it is another object: %v", err)
				}
			}
			if err := os.WriteFile(file, obj, 0o666); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, describe(t, file)); diff != "" {
				t.Fatalf("(-before +after)\n%s", diff)
			}
			if out := tool(t, "llvm-readobj", "--sections", file); strings.Count(out, "rtdyld.sig")+strings.Count(out, "rtdsig") != 1 {
				t.Errorf("not one section:\n%s", out)
			}
		})
	}
}

// read parses the object and returns its signature.
func read(t *testing.T, obj []byte) (compiler.Signature, bool) {
	t.Helper()
	img, err := objfile.Parse("a.o", obj)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	for i := range img.Sections {
		if n := img.SectionName(objfmt.SectionID(i)); strings.Contains(n, "sig") {
			t.Errorf("section %s is loaded", n)
		}
	}
	s, ok, err := compiler.Stamped(img)
	if err != nil {
		t.Fatal(err)
	}
	return s, ok
}

// describe is what LLVM's tools tell of a file but for where things are in it and the
// section that is added.
func describe(t *testing.T, file string) string {
	t.Helper()
	return tool(t, "llvm-objdump", "-d", "-r", "-t", "--no-show-raw-insn", file)
}

func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// TestStampRefuses: what is no object cannot be stamped.
func TestStampRefuses(t *testing.T) {
	for name, b := range map[string][]byte{
		"nothing": nil, "text": []byte("int main;"), "archive": []byte("!<arch>\n0123456789012345678901234567890123456789"),
		"fat":    append([]byte{0xca, 0xfe, 0xba, 0xbe}, make([]byte, 40)...),
		"import": append([]byte{0, 0, 0xff, 0xff}, make([]byte, 60)...),
	} {
		if _, err := compiler.Stamp(b, compiler.Signature{}); !errors.Is(err, objfmt.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, b := range map[string]string{"elf": "\x7fELF\x02\x01\x01", "coff": "\x64\x86\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"} {
		if _, err := compiler.Stamp([]byte(b), compiler.Signature{}); !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := compiler.Stamp([]byte("\x7fELF"), compiler.Signature{Time: time.Unix(1<<60, 0)}); !errors.Is(err, compiler.ErrSignature) {
		t.Errorf("a year that has no text: %v", err)
	}
}

// FuzzStamp: whatever is stamped parses as before and tells its signature.
func FuzzStamp(f *testing.F) {
	for _, dir := range []string{"elf-link", "elf-i386", "elf-arm", "coff-amd64", "macho-amd64", "macho-arm64"} {
		files, _ := filepath.Glob(filepath.Join("..", "..", "testdata", dir, "*.o"))
		for _, file := range files[:min(len(files), 2)] {
			if b, err := os.ReadFile(file); err == nil {
				f.Add(b)
			}
		}
	}
	f.Fuzz(func(t *testing.T, obj []byte) {
		compiler.ReadStamp(obj)
		stamped, err := compiler.Stamp(obj, signatures[1])
		if err != nil {
			return
		}
		if s, ok, err := compiler.ReadStamp(stamped); err == nil && ok && s.Key() != signatures[1].Key() {
			t.Fatalf("%v", s)
		}
		if len(stamped) > 3*len(obj)+10000 {
			t.Fatalf("%d bytes became %d", len(obj), len(stamped))
		}
		img, err := objfile.Parse("a.o", obj)
		if err != nil {
			return
		}
		img.Close()
		after, err := objfile.Parse("a.o", stamped)
		if err != nil {
			t.Skip() // a file that is whole by chance of its offsets
		}
		defer after.Close()
		if s, ok, err := compiler.Stamped(after); err == nil && ok && s.Key() != signatures[1].Key() {
			t.Fatalf("%v", s)
		}
	})
}

// FuzzSignature: text that is taken for a signature is its text.
func FuzzSignature(f *testing.F) {
	for _, s := range signatures {
		text, _ := s.MarshalText()
		f.Add(text, "n", "f")
	}
	f.Fuzz(func(t *testing.T, text []byte, name, flag string) {
		var s compiler.Signature
		if err := s.UnmarshalText(text); err != nil && !errors.Is(err, compiler.ErrSignature) {
			t.Fatal(err)
		} else if err == nil {
			again, err := s.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			var u compiler.Signature
			if err := u.UnmarshalText(again); err != nil || u.Key() != s.Key() {
				t.Fatalf("%v\n%s\n%s", err, text, again)
			}
		}
		own := compiler.Signature{Name: name, Flags: []string{flag, name}}
		text, err := own.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.UnmarshalText(text); err != nil || s.Key() != own.Key() || s.Name != name || s.Flags[0] != flag {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}
