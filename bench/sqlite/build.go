package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
)

// build makes the program for a driver in dir.
func build(dir, driver string) error {
	cgo, args := "0", []string{"build", "-o", filepath.Join(dir, driver)}
	switch driver {
	case "mattn":
		cgo = "1"
	case "rtdyld", "debian", "static":
		overlay, err := ours(dir, driver)
		if err != nil {
			return err
		}
		args = append(args, "-overlay", overlay)
	}
	switch driver {
	case "debian":
		driver = "rtdyld"
	case "static":
		made, err := libc.Make(context.Background(), libc.Config{})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, libcName), made.Archive, 0o666); err != nil {
			return err
		}
		driver = "static,rtdyld_static"
	}
	_, err := output([]string{"CGO_ENABLED=" + cgo}, "go", append(args, "-tags", "driver_"+driver, ".")...)
	return err
}

// libcName is the C library of static programs, beside them.
const libcName = "libc.a"

// lib is where our driver has what it embeds.
const lib = "internal/sqlite3/lib/linux_amd64"

// ours makes what go generate would have put into our driver's folder, and a file that has go build
// take it from where it is.
func ours(dir, driver string) (overlay string, err error) {
	at, err := output(nil, "go", "list", "-f", "{{.Dir}}", "github.com/go-rtdyld/rtdyld/examples/sqlite/driver")
	if err != nil {
		return "", err
	}
	object, archive := filepath.Join(dir, "row.o"), ""
	if driver != "debian" {
		archive, err = same(dir)
	} else {
		archive, err = output(nil, "gcc", "-print-file-name=libsqlite3.a")
	}
	if err != nil {
		return "", err
	}
	if _, err = output(nil, "gcc", "-O2", "-fPIC", "-c", filepath.Join(at, "code/row.c"), "-o", object); err != nil {
		return "", err
	}
	files, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(at, lib, "row.o"): object, filepath.Join(at, lib, "libsqlite3.a"): archive,
	}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, driver+".json")
	return overlay, os.WriteFile(overlay, files, 0o666)
}

// same compiles the SQLite that mattn's driver has, with cgo's options and its own.
func same(dir string) (archive string, err error) {
	object, archive := filepath.Join(dir, "sqlite3.o"), filepath.Join(dir, "libsqlite3.a")
	if _, err := os.Stat(archive); err == nil { // for another driver
		return archive, nil
	}
	list, err := output([]string{"CGO_ENABLED=1"}, "go", "list", "-f", `{{.Dir}}{{range .CgoCFLAGS}}{{"\n"}}{{.}}{{end}}`, "github.com/mattn/go-sqlite3")
	if err != nil {
		return "", err
	}
	flags := strings.Split(list, "\n")
	args := append([]string{"-g", "-O2", "-fPIC", "-c", filepath.Join(flags[0], "sqlite3-binding.c"), "-o", object}, flags[1:]...)
	if _, err := output(nil, "gcc", args...); err != nil {
		return "", err
	}
	_, err = output(nil, "ar", "rcs", archive, object)
	return archive, err
}

// output runs a command and gives what it prints, without the last newline.
func output(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, errs.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
