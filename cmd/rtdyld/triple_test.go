package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestTripleJSON(t *testing.T) {
	args := []string{"-json", "x86_64-pc-windows-msvc-elf", "armv7a-linux-android21", "i686-w64-mingw32",
		"arm64-apple-macos13.2", "powerpc64-ibm-aix", "foo", "x86_64-pc-linux-coff", "wasm32-elf-coff", "a b"}
	want := []map[string]any{
		tripleObject("x86_64-pc-windows-msvc-elf", "x86_64-pc-windows-elf-msvc", "x86_64", "", "pc", "windows", "", "msvc", "ELF", true, 64, false),
		tripleObject("armv7a-linux-android21", "armv7a-unknown-linux-android21", "arm", "v7a", "unknown", "linux", "", "android21", "ELF", false, 32, false),
		tripleObject("i686-w64-mingw32", "i686-w64-windows-gnu", "i386", "i686", "w64", "windows", "", "gnu", "COFF", false, 32, false),
		tripleObject("arm64-apple-macos13.2", "arm64-apple-macos13.2", "aarch64", "", "apple", "macosx", "13.2", "", "MachO", false, 64, false),
		tripleObject("powerpc64-ibm-aix", "powerpc64-ibm-aix", "powerpc64", "", "ibm", "aix", "", "", "XCOFF", false, 64, true),
		tripleObject("foo", "foo-unknown-unknown", "foo", "", "unknown", "unknown", "", "", "ELF", false, 0, false),
		tripleObject("x86_64-pc-linux-coff", "x86_64-pc-linux-coff", "x86_64", "", "pc", "linux", "", "", "COFF", true, 64, false),
		tripleObject("wasm32-elf-coff", "", "wasm32", "", "unknown", "unknown", "", "", "", true, 32, false),
		tripleObject("a b", "", "", "", "", "", "", "", "", false, 0, false),
	}
	want[6]["error"] = `triple "x86_64-pc-linux-coff": format "coff" at byte 16 with operating system "linux" at byte 10: incompatible components`
	want[7]["error"] = `triple "wasm32-elf-coff": format "coff" at byte 11 with format "elf" at byte 7: two object formats`
	want[8]["error"] = `triple "a b": byte " " at byte 1: malformed triple: not a printable ASCII character`

	var stdout, stderr strings.Builder
	if status := tripleCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, args); status != 1 || stderr.Len() != 0 {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
	var got []map[string]any
	if err := json.Unmarshal([]byte(stdout.String()), &got); err != nil {
		t.Fatalf("%v in\n%s", err, stdout.String())
	}
	if len(got) != len(want) {
		t.Fatalf("%d entries, want %d", len(got), len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("%s:\n got %v\nwant %v", args[i+1], got[i], want[i])
		}
	}

	stdout.Reset()
	if status := tripleCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, args[:2]); status != 0 || !strings.HasPrefix(stdout.String(), "[") {
		t.Errorf("one entry: status %d, %s", status, stdout.String())
	}
}

func tripleObject(input, normalized, arch, sub, vendor, os, osVersion, env, format string, explicit bool, bits int, big bool) map[string]any {
	return map[string]any{"input": input, "normalized": normalized, "arch": arch, "subarch": sub, "vendor": vendor,
		"os": os, "osVersion": osVersion, "environment": env, "format": format, "explicitFormat": explicit,
		"pointerBits": float64(bits), "bigEndian": big, "error": ""}
}

func TestTripleText(t *testing.T) {
	var stdout, stderr strings.Builder
	status := tripleCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, []string{"x86_64-w64-windows-msvc-elf", "x86_64-pc-windows-macho-msvc", "-"})
	const want = `x86_64-w64-windows-msvc-elf
  normalized   x86_64-w64-windows-elf-msvc
  llvm         x86_64-w64-windows-msvc-elf
  arch         x86_64
  subarch      -
  vendor       w64 (unknown)
  os           windows
  os version   -
  environment  msvc
  format       ELF (explicit)
  pointer      64 bits, little-endian

x86_64-pc-windows-macho-msvc
  error        triple "x86_64-pc-windows-macho-msvc": format "macho" at byte 18 with environment "msvc" at byte 24: incompatible components
  normalized   x86_64-pc-windows-macho-msvc
  arch         x86_64
  subarch      -
  vendor       pc
  os           windows
  os version   -
  environment  msvc
  format       MachO (explicit)
  pointer      64 bits, little-endian

-
  normalized   unknown-unknown-unknown
  llvm         unknown-unknown-unknown
  arch         unknown
  subarch      -
  vendor       unknown
  os           unknown
  os version   -
  environment  -
  format       ELF (derived)
  pointer      -
`
	if status != 1 || stdout.String() != want || stderr.Len() != 0 {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, stderr.String(), stdout.String())
	}
	stdout.Reset()
	for _, args := range [][]string{nil, {"-json"}, {"-nosuchflag", "x86_64"}} {
		if status := tripleCommand.do(&call{ctx: t.Context(), stdout: &stdout, stderr: &stderr}, args); status != 2 || stdout.Len() != 0 {
			t.Errorf("tripleCommand.do(%q) = %d, stdout %q", args, status, stdout.String())
		}
	}
}
