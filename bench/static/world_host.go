//go:build world_host

package main

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func init() {
	load = func(_ []byte, object string, _ bool) (func(string, any) error, error) {
		p, err := host.Load(context.Background(), host.File(object))
		if err != nil {
			return nil, err
		}
		return p.Bind, nil
	}
}
