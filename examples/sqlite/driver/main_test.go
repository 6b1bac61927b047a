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
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

const archive = "/usr/lib/x86_64-linux-gnu/libsqlite3.a"

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

// generated runs the tests with what go generate makes, which is put into a folder of its own.
func generated() (int, error) {
	dir, err := os.MkdirTemp("", "driver")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	object, overlay, prog := filepath.Join(dir, "row.o"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "driver.test")
	if out, err := exec.Command("gcc", "-O2", "-fPIC", "-Wall", "-Werror", "-c", "code/row.c", "-o", object).CombinedOutput(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, out)
	}
	here, err := os.Getwd()
	if err != nil {
		return 0, err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(here, "lib/row.o"): object, filepath.Join(here, "lib/libsqlite3.a"): archive,
	}})
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(overlay, replace, 0o666); err != nil {
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
	cmd.Env = append(os.Environ(), "DRIVER_GENERATED=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}
