package main

import (
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/bind"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// The names of libraries that programs have open in any case.
const (
	ownLibc     = "libc.so.6"
	ownUnwinder = "libgcc_s.so.1"
	ownLoader   = "ld-linux" // and the processor
)

// fewNames are told of each library.
const fewNames = 3

// missing says which libraries define names that the functions of a package need, and nothing that is embedded or opened defines: the first call of these would fail. What no library of this system defines
// may be what programs have of their own, and is not told.
func (t *bindTarget) missing(ctx context.Context, r *bind.Result, opened []string) []error {
	target, err := triple.FromGo(r.GOOS, r.GOARCH)
	if err != nil || r.GOOS != "linux" {
		return nil
	}
	open, err := openNames(ctx, r)
	if err != nil {
		return nil // the package says it when it is used
	}
	dirs := slices.Concat(t.dirs, libs.Dirs(target))
	open = without(open, dirs, append([]string{ownLibc}, opened...))
	if len(open) == 0 {
		return nil
	}
	by := map[string][]string{} // names, by the library to open
	for name, found := range libs.Search(ctx, target, dirs, open...) {
		if !slices.ContainsFunc(found, func(l string) bool {
			return l == ownLibc || l == ownUnwinder || strings.HasPrefix(l, ownLoader)
		}) {
			by[found[0]] = append(by[found[0]], name)
		}
	}
	var all []error
	for _, lib := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[lib])
		stem, _, _ := strings.Cut(strings.TrimPrefix(lib, "lib"), ".so")
		names, more := by[lib], ""
		if n := len(names) - fewNames; n > 0 {
			names, more = names[:fewNames], fmt.Sprintf(" and %d more", n)
		}
		all = append(all, fmt.Errorf("warning: no archive defines %s%s, which %s has: add -l %s", texts.Names(names), more, lib, stem))
	}
	return all
}

// without are the names that none of some libraries defines.
func without(names, dirs, libraries []string) []string {
	for _, lib := range libraries {
		for _, dir := range dirs {
			s, err := libs.OpenShared(filepath.Join(dir, lib))
			if err != nil {
				continue
			}
			names = slices.DeleteFunc(names, s.Has)
			s.Close()
			break
		}
	}
	return names
}

// openNames are those that what functions of a package need refers to and does not define, strongly.
func openNames(ctx context.Context, r *bind.Result) ([]string, error) {
	var imgs []*objfmt.ObjectImage
	var archives []*ar.Archive
	defer func() {
		closeImages(imgs)
		for _, a := range archives {
			a.Close()
		}
	}()
	for _, f := range r.Files {
		buf := objfmt.NewBuffer(path.Base(f.Name), f.Data)
		switch path.Ext(f.Name) {
		case ".a":
			a, err := ar.FromBufferContext(ctx, buf)
			if err != nil {
				return nil, err
			}
			archives = append(archives, a)
		case ".o":
			img, err := objfile.ParseBufferContext(ctx, buf)
			if err != nil {
				return nil, err
			}
			imgs = append(imgs, img)
		}
	}
	all, err := rtdyld.Collect(ctx, imgs, archives, nil, r.Bound...)
	if err != nil {
		return nil, err
	}
	imgs = all
	defined, wanted := map[string]bool{}, map[string]bool{}
	for _, img := range all {
		for i := range img.Symbols {
			s := &img.Symbols[i]
			if s.Bind == objfmt.BindLocal {
				continue
			}
			if name := img.SymbolName(objfmt.SymbolID(i)); s.Defined() {
				defined[name] = true
			} else if s.Bind != objfmt.BindWeak && name != "" {
				wanted[name] = true
			}
		}
	}
	var open []string
	for name := range wanted {
		if !defined[name] {
			open = append(open, name)
		}
	}
	slices.Sort(open)
	return open, nil
}
