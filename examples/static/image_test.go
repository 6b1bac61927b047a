//go:build linux

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// image makes the files of the image that Dockerfile describes, of a folder with what it copies: a base that is empty, files, and what is
// started; an instruction that this does not know is an error, as it is that the README has another image.
func image(t *testing.T, from string) (entry []string, root string) {
	t.Helper()
	text, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "\n```dockerfile\n"+string(text)+"```\n") {
		t.Error("the README has another Dockerfile")
	}
	root = t.TempDir()
	base := ""
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch word {
		case "FROM":
			base = rest
		case "COPY":
			source, dest, _ := strings.Cut(rest, " ")
			data, err := os.ReadFile(filepath.Join(from, source))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, dest), data, 0o777); err != nil {
				t.Fatal(err)
			}
		case "ENTRYPOINT":
			if err := json.Unmarshal([]byte(rest), &entry); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("an instruction %q", word)
		}
	}
	if base != "scratch" || len(entry) == 0 {
		t.Fatalf("base %q, entry point %q", base, entry)
	}
	return entry, root
}
