// Command regen builds the committed objects of tests again from their sources.
//
//	go run ./internal/objgen/regen [-check] [FOLDER]...
//
// It is run in the project's top folder. A row of the table in table.go says what makes
// which files of which sources; FOLDER is where the files of some rows are, such as
// testdata/elf-arm, and all rows count if there is none. With -check nothing is changed:
// the objects are made in a copy of the folders, and those that come out otherwise are
// named, as is what no row makes; the status is then 1. The tools write the same bytes
// wherever they run. Environment variables name others than Debian 12's: LLVM_MC for
// llvm-mc-14, LLVM_MC_19 for llvm-mc-19, LLVM_LIPO for llvm-lipo-14, CLANG for clang-14, CLANG_19 for clang-19, CC for gcc.
//
// Law: for tests alone; a file that is made is made by one row.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	check := flag.Bool("check", false, "compare instead of changing files")
	flag.Parse()
	rows, err := rowsOf(flag.Args())
	if err == nil && *check {
		err = compare(".", rows)
	} else if err == nil {
		err = makeAll(".", rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "regen:", err)
		os.Exit(1)
	}
}

// rowsOf returns the rows of the folders named, of all if none is.
func rowsOf(folders []string) ([]row, error) {
	if len(folders) == 0 {
		return table, nil
	}
	var rows []row
	for _, f := range folders {
		f = path.Clean(filepath.ToSlash(f))
		n := len(rows)
		for _, r := range table {
			if r.dir == f {
				rows = append(rows, r)
			}
		}
		if len(rows) == n {
			return nil, fmt.Errorf("no row makes anything in %s", f)
		}
	}
	return rows, nil
}

// makeAll makes what the rows say below root, row by row: what one makes may be the
// source of a later one.
func makeAll(root string, rows []row) error {
	free := make(chan struct{}, runtime.NumCPU())
	for _, r := range rows {
		jobs, err := r.jobs(root)
		if err != nil {
			return err
		}
		errs := make([]error, len(jobs))
		var wait sync.WaitGroup
		for i, j := range jobs {
			free <- struct{}{}
			wait.Go(func() {
				if err := j.make(); err != nil {
					errs[i] = fmt.Errorf("%s: %s: %w", r.dir, strings.Join(j.outs, " "), err)
				}
				<-free
			})
		}
		wait.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// compare makes what the rows say in a copy of their folders below root and returns an
// error that names each file that differs, or is a made file that no row makes.
func compare(root string, rows []row) error {
	tmp, err := os.MkdirTemp("", "regen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	var errs []error
	made := map[string]bool{}
	var folders []string
	for _, r := range rows {
		if !slices.Contains(folders, r.dir) {
			folders = append(folders, r.dir)
			if err := os.CopyFS(filepath.Join(tmp, r.dir), os.DirFS(filepath.Join(root, r.dir))); err != nil {
				return err
			}
		}
		jobs, err := r.jobs(root)
		if err != nil {
			return err
		}
		for _, j := range jobs {
			for _, out := range j.outs {
				name := path.Join(r.dir, out)
				made[name] = true
				// Nothing of the copy may pass for what is made.
				if err := os.Remove(filepath.Join(tmp, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
	}
	for _, dir := range folders {
		orphans, err := unmade(root, dir, made)
		if err != nil {
			return err
		}
		for _, name := range orphans {
			errs = append(errs, fmt.Errorf("%s: no row makes it", name))
		}
	}
	if err := makeAll(tmp, rows); err != nil {
		return err
	}
	for name := range made {
		was, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		is, err := os.ReadFile(filepath.Join(tmp, name))
		if err != nil {
			return err
		}
		if !bytes.Equal(was, is) {
			errs = append(errs, fmt.Errorf("%s: its source gives %s", name, difference(was, is)))
		}
	}
	slices.SortFunc(errs, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return errors.Join(errs...)
}

// difference tells where two files are not the same.
func difference(was, is []byte) string {
	n := min(len(was), len(is))
	i := 0
	for i < n && was[i] == is[i] {
		i++
	}
	return fmt.Sprintf("%d bytes instead of %d, others from offset %#x", len(is), len(was), i)
}

// unmade lists the objects below a folder that are not in made, which has paths below root.
func unmade(root, dir string, made map[string]bool) ([]string, error) {
	var names []string
	err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if rel = filepath.ToSlash(rel); err == nil && isObject(rel) && !made[rel] {
			names = append(names, rel)
		}
		return err
	})
	return names, err
}

// isObject reports whether a file is one that only a tool writes.
func isObject(name string) bool {
	return slices.Contains([]string{".o", ".obj", ".a", ".bin"}, path.Ext(name))
}
