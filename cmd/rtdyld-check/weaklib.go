package main

import (
	"context"
	"debug/macho"
	"encoding/json"
	"io"
	"os"
	"strings"
)

// setWeak is -weak_library, of a file, and -weak-l.
func setWeak(path bool) func(*options, string) string {
	return func(o *options, v string) string {
		o.jit.dylib()
		o.jit.weak = append(o.jit.weak, jitLibrary{name: v, path: path})
		return ""
	}
}

// findWeak reads the names of the libraries of -weak_library and -weak-l.
func (t *tool) findWeak(ctx context.Context) error {
	for _, l := range t.jit.weak {
		if err := ctx.Err(); err != nil {
			return err
		}
		file := l.name
		for _, d := range t.jit.dylibs {
			if !l.path {
				if found := d.findEnding(l.name, ".tbd", ".dylib"); found != "" {
					file, l.path = found, true
				}
			}
		}
		if !l.path {
			return errorf("no library %s for -weak-l", l.name)
		}
		names, err := libraryNames(file)
		if err != nil {
			return errorf("%s: %v", file, err)
		}
		if t.jit.nowhere == nil {
			t.jit.nowhere = map[string]bool{}
		}
		for _, n := range names {
			t.jit.nowhere[n] = true
		}
	}
	return nil
}

// libraryNames are what a library of Mach-O defines, for any of its targets, or a text that stands for one (.tbd).
func libraryNames(file string) ([]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	switch text := string(data); {
	case strings.HasPrefix(text, "{"):
		var all any
		if err := json.Unmarshal(data, &all); err != nil {
			return nil, err
		}
		return jsonNames(nil, "", all), nil
	case strings.HasPrefix(text, "--- "), strings.HasPrefix(text, "---\n"):
		return textNames(text), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return machoNames(f)
}

// nameLists are keys of lists of names in texts of version 1 to 4 and, with an underscore, 5, with what begins the names in symbol tables.
var nameLists = map[string][]string{
	"symbols": {""}, "weak-symbols": {""}, "weak-def-symbols": {""}, "thread-local-symbols": {""}, "objc-eh-types": {"_OBJC_EHTYPE_$_"},
	"objc-classes": {"_OBJC_CLASS_$_", "_OBJC_METACLASS_$_"}, "objc-ivars": {"_OBJC_IVAR_$_"},
	"global": {""}, "weak": {""}, "thread_local": {""}, "objc_eh_type": {"_OBJC_EHTYPE_$_"},
	"objc_class": {"_OBJC_CLASS_$_", "_OBJC_METACLASS_$_"}, "objc_ivar": {"_OBJC_IVAR_$_"},
}

// jsonNames adds the names of all lists in a text of version 5.
func jsonNames(names []string, key string, v any) []string {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			names = jsonNames(names, k, x)
		}
	case []any:
		for _, x := range v {
			if s, ok := x.(string); ok {
				for _, prefix := range nameLists[key] {
					names = append(names, prefix+s)
				}
				continue
			}
			names = jsonNames(names, key, x)
		}
	}
	return names
}

// textNames are the names of all lists in a text of version 1 to 4, which stand in brackets behind a key.
func textNames(text string) (names []string) {
	for rest := text; ; {
		before, list, ok := strings.Cut(rest, "[")
		if !ok {
			return names
		}
		list, rest, _ = strings.Cut(list, "]")
		line := before[strings.LastIndexByte(before, '\n')+1:]
		prefixes := nameLists[strings.Trim(line, " -\t:")]
		for name := range strings.SplitSeq(list, ",") {
			if name = strings.Trim(strings.TrimSpace(name), `'"`); name != "" {
				for _, prefix := range prefixes {
					names = append(names, prefix+name)
				}
			}
		}
	}
}

// machoNames are the names that a library of Mach-O, or one of those in a universal file, defines for others.
func machoNames(r io.ReaderAt) (names []string, err error) {
	fat, err := macho.NewFatFile(r)
	if err != nil {
		f, err := macho.NewFile(r)
		if err != nil {
			return nil, err
		}
		return fileNames(f), nil
	}
	for _, a := range fat.Arches {
		names = append(names, fileNames(a.File)...)
	}
	return names, nil
}

// fileNames are the names that one library defines for others.
func fileNames(f *macho.File) (names []string) {
	const external, kind, debug, undefined = 1, 0x0e, 0xe0, 0 // N_EXT, N_TYPE, N_STAB, N_UNDF
	if f.Symtab == nil {
		return nil
	}
	for _, s := range f.Symtab.Syms {
		if s.Type&external != 0 && s.Type&debug == 0 && s.Type&kind != undefined {
			names = append(names, s.Name)
		}
	}
	return names
}
