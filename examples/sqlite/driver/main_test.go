//go:build linux && amd64

package driver_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

const (
	archive = "/usr/lib/x86_64-linux-gnu/libsqlite3.a"
	bound   = "internal/sqlite3" // what rtdyld bind has written
)

// TestMain builds the tests once more, as if go generate had been called, and runs those.
func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("DRIVER_GENERATED") != "" {
		os.Exit(m.Run())
	}
	if err := citest.Missing("gcc", "go", archive); err != nil {
		fmt.Println("skipped:", err)
		if citest.CI() {
			os.Exit(1)
		}
		return
	}
	code, err := generated()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// generated runs the tests with what go generate makes, in a copy of the package that it is for.
func generated() (int, error) {
	dir, err := os.MkdirTemp("", "driver")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, "driver")
	if err := errors.Join(os.CopyFS(filepath.Join(copied, "code"), os.DirFS("code")), generate(filepath.Join(copied, bound))); err != nil {
		return 0, err
	}
	here, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	replace := map[string]string{}
	for _, name := range []string{"row.o", "libsqlite3.a"} {
		path := filepath.Join(bound, "lib/linux_amd64", name)
		replace[filepath.Join(here, path)] = filepath.Join(copied, path)
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return 0, err
	}
	overlay, prog := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "driver.test")
	if err := os.WriteFile(overlay, text, 0o666); err != nil {
		return 0, err
	}
	build := []string{"test", "-c", "-overlay", overlay, "-o", prog}
	if raced {
		build = append(build, "-race")
	}
	if out, err := exec.Command("go", append(build, ".")...).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	cmd := exec.Command(prog, os.Args[1:]...)
	cmd.Env = append(os.Environ(), "DRIVER_GENERATED="+copied)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// generate runs the package's line for go generate in another folder.
func generate(dir string) error {
	text, err := os.ReadFile(bound + "/sqlite3.go")
	if err != nil {
		return err
	}
	const command = "//go:generate go run github.com/go-rtdyld/rtdyld/cmd/rtdyld "
	_, rest, ok := strings.Cut(string(text), command)
	line, _, _ := strings.Cut(rest, "\n")
	if !ok {
		return fmt.Errorf("%s/sqlite3.go has no line %q", bound, command)
	}
	var words []string
	for line != "" {
		word, more, _ := strings.Cut(line, " ")
		if line[0] == '"' {
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return err
			}
			if word, err = strconv.Unquote(quoted); err != nil {
				return err
			}
			more = strings.TrimPrefix(line[len(quoted):], " ")
		}
		words, line = append(words, word), more
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	tool := filepath.Join(dir, "rtdyld")
	defer os.Remove(tool)
	if out, err := exec.Command("go", "build", "-o", tool, "../../../cmd/rtdyld").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	cmd := exec.Command(tool, words...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// TestGenerated: what is committed is what go generate makes of Debian's sqlite3.h; of another SQLite it makes other comments.
func TestGenerated(t *testing.T) {
	fresh := filepath.Join(os.Getenv("DRIVER_GENERATED"), bound)
	header, err := os.ReadFile("/usr/include/sqlite3.h")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(header), `"3.40.1"`) && !citest.CI() {
		t.Skip("the header is not Debian 12's")
	}
	names, err := filepath.Glob(fresh + "/*.*")
	if err != nil {
		t.Fatal(err)
	}
	committed, err := filepath.Glob(bound + "/*.*")
	if err != nil || len(committed) < 6 || len(names) != len(committed) {
		t.Fatalf("%q are committed, %q made: %v", committed, names, err)
	}
	for _, path := range names {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(bound, filepath.Base(path)))
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not what go generate makes (-made +committed):\n%s", filepath.Base(path), diff)
		}
	}
	if out, err := exec.Command("gcc", "-O2", "-Wall", "-Werror", "-c", "code/row.c", "-o", os.DevNull).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
