package elf_test

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
)

var cpuArch = regexp.MustCompile(`Tag: 6\s+Value: (\d+)`)

// TestProcessor: the processor that build attributes name is that which llvm-readobj shows.
func TestProcessor(t *testing.T) {
	citest.Need(t, "llvm-mc-14", "llvm-readobj")
	dir := t.TempDir()
	for _, arch := range strings.Fields("armv4 armv4t armv5t armv5te armv6 armv6k armv6kz armv6t2 armv6-m armv7-a armv7-r armv7-m armv7e-m armv8-a armv8-m.base armv8-m.main") {
		want := -1
		for _, target := range []string{"arm", "armeb"} {
			path := filepath.Join(dir, target+arch+".o")
			cmd := exec.Command("llvm-mc-14", "-triple="+target+"-linux-gnueabi", "-filetype=obj", "-o", path)
			cmd.Stdin = strings.NewReader(".cpu cortex-m4\n.eabi_attribute Tag_also_compatible_with, \"v\"\n.arch " + arch + "\n.eabi_attribute Tag_compatibility, 1, \"all\"\n.eabi_attribute Tag_conformance, \"2.09\"\n")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", arch, err, out)
			}
			if target == "arm" { // it shows little-endian ones alone
				out, err := exec.Command("llvm-readobj", "--arch-specific", path).Output()
				m := cpuArch.FindSubmatch(out)
				if err != nil || m == nil {
					t.Fatalf("%s: %v\n%s", arch, err, out)
				}
				want, _ = strconv.Atoi(string(m[1]))
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := parse(t, path, data).Processor; int(got) != want+1 {
				t.Errorf("%s, %s: %d, want %d", target, arch, got, want+1)
			}
		}
	}
}

// TestProcessorDamaged: what is no attribute says nothing, and what is before it counts.
func TestProcessorDamaged(t *testing.T) {
	part := func(vendor string, file ...byte) []byte {
		b := append([]byte(vendor), 0, 1)
		b = binary.LittleEndian.AppendUint32(b, uint32(5+len(file)))
		b = append(b, file...)
		return append(binary.LittleEndian.AppendUint32(nil, uint32(4+len(b))), b...)
	}
	join := func(parts ...[]byte) (b []byte) {
		for _, p := range parts {
			b = append(b, p...)
		}
		return b
	}
	v4t := part("aeabi", 6, 2)
	for _, c := range []struct {
		name string
		data []byte
		want uint8
	}{
		{"plain", join([]byte("A"), v4t), 3},
		{"another vendor first", join([]byte("A"), part("gnu", 6, 9), v4t), 3},
		{"name first", join([]byte("A"), part("aeabi", 5, '7', 0, 6, 2)), 3},
		{"of sections", join([]byte("A"), []byte{17, 0, 0, 0}, []byte("aeabi\x00\x02\x07\x00\x00\x00\x06\x02")), 0},
		{"another version", join([]byte("B"), v4t), 0},
		{"empty", nil, 0},
		{"version alone", []byte("A"), 0},
		{"length of 0", join([]byte("A\x00\x00\x00\x00"), v4t), 0},
		{"length of 4", join([]byte("A\x04\x00\x00\x00"), v4t), 3},
		{"past the end", join([]byte("A"), v4t[:len(v4t)-1]), 0},
		{"value past the end", join([]byte("A"), part("aeabi", 6)), 0},
		{"value too large", join([]byte("A"), part("aeabi", 6, 0xff, 0x7f)), 0},
		{"text without an end", join([]byte("A"), part("aeabi", 6, 3, 5, 'x')), 4},
	} {
		f := &objgen.ELF{Machine: 40}
		f.Add(objgen.ELFSection{Name: ".text", Type: 1, Flags: 6, Data: make([]byte, 4)})
		f.Add(objgen.ELFSection{Name: ".ARM.attributes", Type: 0x70000003, Data: c.data})
		if got := parse(t, c.name, f.Bytes()).Processor; got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
		f.Machine = 8 // of which the type is another
		if got := parse(t, c.name, f.Bytes()).Processor; got != 0 {
			t.Errorf("%s: %d for another machine", c.name, got)
		}
	}
}
