package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// tool makes the outputs of a job.
type tool func(j *job) error

// job is one call of a row's tool.
type job struct {
	*row
	root    string   // what the folder is below
	flags   []string // the row's, with the word of each
	sources []string // names in the folder
	outs    []string // as are these
	types   []byte   // TYPE lines besides the source's
}

// jobs lists what is to be done for a row below root.
func (r *row) jobs(root string) ([]job, error) {
	sources, err := r.files(root)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(r.each)
	if len(words) == 0 {
		words = []string{"#"}
	}
	var jobs []job
	for _, w := range words {
		with := func(s string) string { return strings.ReplaceAll(s, "#", w) }
		j := job{row: r, root: root, flags: strings.Fields(with(r.flags)), sources: sources, outs: strings.Fields(with(r.out))}
		if r.types != "" {
			j.types = []byte(typePrefix + " " + strings.Replace(with(r.types), "=", " ", 1) + "\n")
		}
		if !strings.Contains(r.out, "%") {
			jobs = append(jobs, j)
			continue
		}
		for _, s := range sources {
			one := j
			one.sources = []string{s}
			one.outs = []string{strings.Replace(with(r.out), "%", strings.TrimSuffix(s, path.Ext(s)), 1)}
			jobs = append(jobs, one)
		}
	}
	return jobs, nil
}

// files lists a row's sources. A pattern that nothing matches is an error.
func (r *row) files(root string) ([]string, error) {
	var names []string
	for _, pattern := range strings.Fields(r.sources) {
		if out, ok := strings.CutPrefix(pattern, "-"); ok {
			i := slices.Index(names, out)
			if i < 0 {
				return nil, fmt.Errorf("%s: no source %s is left out", r.dir, out)
			}
			names = slices.Delete(names, i, i+1)
			continue
		}
		if !strings.Contains(pattern, "*") {
			names = append(names, pattern)
			continue
		}
		found, err := filepath.Glob(filepath.Join(root, r.dir, pattern))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("%s: no %s: %v", r.dir, pattern, err)
		}
		for _, f := range found {
			names = append(names, filepath.Base(f))
		}
	}
	return names, nil
}

func (j *job) make() error { return j.by(j) }

// path is where a file of the job's folder is.
func (j *job) path(name string) string { return filepath.Join(j.root, j.dir, name) }

// run runs a command in the job's folder and returns its standard output.
func (j *job) run(input []byte, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = filepath.Join(j.root, j.dir)
	cmd.Stdin = bytes.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, errs.Bytes())
	}
	return out.Bytes(), nil
}

// named returns the command that an environment variable names, or Debian's.
func named(variable, command string) string {
	if v := os.Getenv(variable); v != "" {
		return v
	}
	return command
}

// triplePrefix begins a line of a source with the triple that it is for.
const triplePrefix = "# TRIPLE: "

// llvmMC assembles a source and gives its relocations the types of its TYPE lines.
func llvmMC(j *job) error { return j.assemble(named("LLVM_MC", "llvm-mc-14")) }

// laterMC is llvmMC for a processor that LLVM 14 does not know.
func laterMC(j *job) error { return j.assemble(named("LLVM_MC_19", "llvm-mc-19")) }

// assemble is llvmMC by a command.
func (j *job) assemble(command string) error {
	src, err := os.ReadFile(j.path(j.sources[0]))
	if err != nil {
		return err
	}
	flags := j.flags
	for line := range strings.Lines(string(src)) {
		if own, ok := strings.CutPrefix(line, triplePrefix); ok {
			flags = slices.Concat(flags[1:], []string{"-triple=" + strings.TrimSpace(own)})
		}
	}
	text := []byte(strings.NewReplacer(j.replace...).Replace(string(src)))
	obj, err := j.run(text, command, slices.Concat(flags, []string{"-filetype=obj", "-o", "-", "-"})...)
	if err != nil {
		return err
	}
	for _, lines := range [][]byte{src, j.types} {
		types, err := newTypes(lines)
		if err == nil && len(types) > 0 {
			err = retype(obj, types)
		}
		if err != nil {
			return err
		}
	}
	return os.WriteFile(j.path(j.outs[0]), obj, 0o644)
}

// llvmLipo joins objects of several processors in a universal file.
func llvmLipo(j *job) error {
	_, err := j.run(nil, named("LLVM_LIPO", "llvm-lipo-14"), slices.Concat(j.flags, j.sources, []string{"-output", j.outs[0]})...)
	return err
}

func clang(j *job) error { return j.compile(named("CLANG", "clang-14")) }

// clang19 is for targets that Debian 12's own has not.
func clang19(j *job) error { return j.compile(named("CLANG_19", "clang-19")) }

func gcc(j *job) error { return j.compile(named("CC", "gcc")) }

// debugged compiles with debug information that does not tell in which folder.
func debugged(compiler string) tool {
	return func(j *job) error {
		dir, err := filepath.Abs(j.path("."))
		if err != nil {
			return err
		}
		d := *j
		d.flags = slices.Concat([]string{"-g", "-fno-eliminate-unused-debug-types", "-fdebug-prefix-map=" + filepath.Clean(dir) + "=.", "-c"}, j.flags)
		return d.compile(compiler)
	}
}

// compile compiles a source.
func (j *job) compile(compiler string) error {
	if err := os.MkdirAll(filepath.Dir(j.path(j.outs[0])), 0o755); err != nil {
		return err
	}
	_, err := j.run(nil, compiler, slices.Concat(j.flags, []string{"-o", j.outs[0]}, j.sources)...)
	return err
}

// program links the sources natively and writes what the program prints.
func program(j *job) error {
	tmp, err := os.MkdirTemp("", "regen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	exe := filepath.Join(tmp, "native")
	if _, err := j.run(nil, named("CC", "gcc"), slices.Concat(j.flags, []string{"-o", exe}, j.sources)...); err != nil {
		return err
	}
	out, err := j.run(nil, exe)
	if err != nil {
		return err
	}
	return os.WriteFile(j.path(j.outs[0]), out, 0o644)
}
