//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
	"github.com/go-rtdyld/rtdyld/bench/internal/linkers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// isolated loads a set of objects into children that are started for that, and tells how long it takes until a function of theirs
// can be called. args are the executor, the folder of the set, a library that it needs, and the function.
func isolated(ctx context.Context, args []string) ([]figures.Figure, error) {
	set, err := linkers.ReadSet(args[1])
	if err != nil {
		return nil, err
	}
	var took latencies
	for range 20 {
		begun := time.Now()
		e, err := remote.Start(ctx, remote.Command{Path: args[0], Args: []string{"-lib", args[2]}})
		if err != nil {
			return nil, err
		}
		err = loadFiles(ctx, e, set.Objects, args[3])
		took = append(took, time.Since(begun))
		if err = errors.Join(err, e.Close()); err != nil {
			return nil, err
		}
	}
	return took.figures("isolated/"+filepath.Base(set.Dir), true), nil
}

// loadFiles loads objects into an executor, where they stay, and looks a function up.
func loadFiles(ctx context.Context, e *remote.Executor, files []string, function string) error {
	imgs := make([]*objfmt.ObjectImage, len(files))
	for i, file := range files {
		img, err := objfile.Open(file)
		if err != nil {
			return err
		}
		defer img.Close()
		imgs[i] = img
	}
	cfg, err := e.LinkerConfig()
	if err != nil {
		return err
	}
	l, err := rtdyld.New(cfg)
	if err != nil {
		return err
	}
	objs, err := l.Load(ctx, imgs...)
	if err == nil {
		err = l.Finalize(ctx, objs...)
	}
	if err != nil {
		return err
	}
	if _, err := l.Lookup(function); err != nil {
		return fmt.Errorf("%s: %w", function, err)
	}
	return nil
}
