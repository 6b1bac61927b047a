package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestLink32: objects of 32-bit machines are linked wherever this host has its memory: at
// addresses that their machines have.
func TestLink32(t *testing.T) {
	for _, folder := range []string{"elf-i386", "elf-arm", "coff-i386", "coff-armnt", "macho-i386", "macho-arm", "macho-arm64_32"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", folder, "*.o"))
		if err != nil || len(paths) == 0 {
			t.Fatal(folder, err)
		}
		linked := 0
		for _, path := range paths {
			var out bytes.Buffer
			err := link(t.Context(), []string{path}, linkOptions{json: true, phony: true}, &out)
			if err != nil && strings.Contains(err.Error(), "above 4 GiB") {
				t.Error(err)
			}
			if err != nil {
				continue // sections that must be closer, or what is to be refused
			}
			linked++
			var m struct {
				Sections []struct{ Addr string }
			}
			if err := json.Unmarshal(out.Bytes(), &m); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			for _, s := range m.Sections {
				if addr, err := strconv.ParseUint(s.Addr, 0, 64); err != nil || addr == 0 || addr>>32 != 0 {
					t.Errorf("%s: a section at %q, %v", path, s.Addr, err)
				}
			}
		}
		if linked < len(paths)/4 {
			t.Errorf("%s: %d of %d objects are linked", folder, linked, len(paths))
		}
	}
}
