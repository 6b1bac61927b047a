//go:build world_static

package main

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

func init() {
	load = func(libc []byte, object string, whole bool) (func(string, any) error, error) {
		p, err := static.Load(context.Background(), static.With(static.Config{Whole: whole}), static.Libc("libc.a", libc), static.File(object))
		if err != nil {
			return nil, err
		}
		return p.Bind, nil
	}
}
