package house

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/golden"
)

// TestLicences holds docs/licences.tsv against the modules of all go.mod files of the repository, with the licences that
// their own files say: a dependency, another version or other terms are seen in review. A licence that is not
// known fails the test.
func TestLicences(t *testing.T) {
	mods := modulesOf(t)
	if len(mods) < 10 {
		t.Fatalf("%d modules", len(mods))
	}
	var b bytes.Buffer
	fmt.Fprint(&b, "module\tversion\tlicence\tfiles\n")
	for _, m := range mods {
		names, licence := licenceOf(t, m.Dir)
		if licence == "" {
			t.Errorf("%s: the licence in %v is not known", m.Path, names)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", m.Path, m.Version, licence, strings.Join(names, ", "))
	}
	golden.Check(t, filepath.Join(root(t), "docs/licences.tsv"), b.Bytes())
}

// dependency is a module as go mod download tells of it.
type dependency struct{ Path, Version, Dir, Error string }

// modulesOf lists the modules that the repository's go.mod files name, with folders that have them.
func modulesOf(t *testing.T) (mods []dependency) {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir(root(t), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || path == filepath.Join(root(t), "bench")) {
			return filepath.SkipDir // what comparisons are with is nobody's dependency
		}
		if err != nil || d.Name() != "go.mod" {
			return err
		}
		var file struct {
			Require []struct{ Path, Version string }
		}
		if err := json.Unmarshal(goCommand(t, nil, "mod", "edit", "-json", path), &file); err != nil {
			return err
		}
		for _, r := range file.Require {
			if at := r.Path + "@" + r.Version; !seen[at] && r.Path != "github.com/go-rtdyld/rtdyld" {
				seen[at] = true
				mods = append(mods, download(t, at))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(mods, func(a, b dependency) int { return strings.Compare(a.Path+"@"+a.Version, b.Path+"@"+b.Version) })
	return mods
}

// download is a module with a folder that has it. What is not here and cannot be had skips the test.
func download(t *testing.T, at string) (m dependency) {
	t.Helper()
	cmd := exec.Command("go", "mod", "download", "-json", at)
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if jerr := json.Unmarshal(out, &m); err != nil || jerr != nil || m.Dir == "" {
		if citest.CI() {
			t.Fatalf("%s: %v %v %s", at, err, jerr, m.Error)
		}
		t.Skipf("%s cannot be had: %v %s", at, err, m.Error)
	}
	return m
}

// licenceFile is what files with terms are called.
var licenceFile = regexp.MustCompile(`^(?i)(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// licenceOf lists the files with terms in a module's folder, and says which licences they are.
func licenceOf(t *testing.T, dir string) (names []string, licence string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		if !licenceFile.MatchString(e.Name()) || e.IsDir() {
			continue
		}
		names = append(names, e.Name())
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, licencesIn(string(b))...)
	}
	slices.Sort(found)
	return names, strings.Join(slices.Compact(found), " AND ")
}

// terms are sentences that licences have, by the licence's SPDX name, in lower case with single spaces.
var terms = []struct{ name, has string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"BSD-3-Clause", "redistribution and use in source and binary forms, with or without modification"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"GPL", "gnu general public license"},
	{"LGPL", "gnu lesser general public license"},
	{"AGPL", "gnu affero general public license"},
}

// licencesIn finds the licences that a text has.
func licencesIn(text string) (found []string) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, l := range terms {
		if !strings.Contains(text, l.has) {
			continue
		}
		name := l.name
		if name == "BSD-3-Clause" && !strings.Contains(text, "endorse or promote products") {
			name = "BSD-2-Clause"
		}
		found = append(found, name)
	}
	return found
}

// TestLicencesIn: terms are told apart, whatever the lines are.
func TestLicencesIn(t *testing.T) {
	const bsd = "Redistribution and use in source and\nbinary forms, with or without\n modification, are permitted. "
	for text, want := range map[string]string{
		bsd: "BSD-2-Clause",
		bsd + "Neither the name may be used to endorse or promote products.":               "BSD-3-Clause",
		"   Apache License\n   Version 2.0, January 2004\n\n---\n\n" + bsd:                 "Apache-2.0 BSD-2-Clause",
		"Permission is hereby granted, free of charge,\nto any person obtaining a copy of": "MIT",
		"GNU GENERAL PUBLIC LICENSE\nVersion 3":                                            "GPL",
		"All rights reserved.":                                                             "",
	} {
		if got := strings.Join(licencesIn(text), " "); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
