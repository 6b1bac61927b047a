package house

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// read returns a file of the project.
func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
}

// TestReadme: the picture in the README is the one that the program draws, its
// example the one that is compiled, and its commands are two.
func TestReadme(t *testing.T) {
	readme := read(t, "README.md")
	blocks := fenced(readme)
	has := func(what, text string) {
		t.Helper()
		for _, b := range blocks {
			if strings.TrimSpace(b) == strings.TrimSpace(text) {
				return
			}
		}
		t.Errorf("the README has no fenced block that is %s:\n%s", what, text)
	}
	has("the demo's output", read(t, "testdata/demo/scene.txt"))
	has("the command that runs the demo", "go run ./cmd/rtdyld run -lib libm.so.6 testdata/demo/scene.o")
	has("the command that tests", "go test ./...")
	has("the example's code", exampleBody(t, read(t, "examples/readme/example_test.go")))

	commands := 0
	for _, b := range blocks {
		for line := range strings.Lines(b) {
			if strings.HasPrefix(line, "go run ") || strings.HasPrefix(line, "go test ") {
				commands++
			}
		}
	}
	if commands != 2 {
		t.Errorf("%d lines of fenced blocks begin with go run or go test, want one of each", commands)
	}
}

// fenced returns the insides of fenced blocks.
func fenced(text string) (blocks []string) {
	for i, part := range strings.Split("\n"+text, "\n```") {
		if i%2 == 1 {
			_, body, _ := strings.Cut(part, "\n")
			blocks = append(blocks, body)
		}
	}
	return blocks
}

// exampleBody is what the README shows of the example: what is in its function,
// without the output.
func exampleBody(t *testing.T, src string) string {
	t.Helper()
	_, body, ok := strings.Cut(src, "\nfunc Example() {\n")
	body, _, ok2 := strings.Cut(body, "\n\t// Output:")
	if !ok || !ok2 {
		t.Fatal("the example has no function with an output")
	}
	return strings.TrimSpace(regexp.MustCompile(`(?m)^\t`).ReplaceAllString(body, ""))
}

// TestLinks: what documents link to in the project is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)`)
	for _, doc := range append(slices.Clone(pages), "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/performance.md", "bench/README.md") {
		text := read(t, doc)
		for _, b := range fenced(text) {
			text = strings.Replace(text, b, "", 1)
		}
		text = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path := filepath.Join(root(t), filepath.Dir(doc), filepath.FromSlash(m[1]))
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s: %v", doc, m[1], err)
			}
		}
	}
}
