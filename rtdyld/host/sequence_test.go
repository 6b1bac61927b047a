//go:build linux && (amd64 || arm64)

package host

import (
	"os"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// TestSequenceRuns: functions that are joined of stencils run here, with a loop, a call of the C library and data, made and released by several goroutines.
func TestSequenceRuns(t *testing.T) {
	const add, loop, absolute, ret = 0, 1, 2, 3
	c := caller(t)
	p := open(t, Config{})
	var all []*rtdyld.Template
	for _, instr := range []struct {
		name string
		cfg  rtdyld.TemplateConfig
	}{
		add:      {"ADD", rtdyld.TemplateConfig{Holes: []string{"HOLE_a"}, Continuations: []string{"CONTINUE"}}},
		loop:     {"LOOP", rtdyld.TemplateConfig{Continuations: []string{"CONTINUE", "AGAIN"}}},
		absolute: {"ABS", rtdyld.TemplateConfig{Continuations: []string{"CONTINUE"}}},
		ret:      {"RETURN", rtdyld.TemplateConfig{Holes: []string{"HOLE_a"}}},
	} {
		instr.cfg.Resolver = p.LinkerConfig().Resolver
		tmpl, err := rtdyld.NewTemplate(t.Context(), object(t, "gcc", "sequence.c", "-O2", "-fPIC", "-fno-builtin", "-D"+instr.name), instr.cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer tmpl.Close()
		all = append(all, tmpl)
	}
	for name, cfg := range templateMemory(t) {
		t.Run(name, func(t *testing.T) {
			if name == "open" && os.Getenv(citest.Emulator) != "" {
				t.Skip("QEMU before 8.1 goes on with what it has translated when code is written by another address, whatever instructions for caches follow")
			}
			ctx := t.Context()
			set, err := rtdyld.NewStencils(rtdyld.StencilsConfig{Memory: cfg.Memory, Open: cfg.Open, Publish: cfg.Publish}, all...)
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for g := range uint64(4) {
				wg.Go(func() {
					q := set.NewSequence()
					for i := range uint64(50) {
						q.Reset()
						top := q.Append(add, g)
						q.Append(add, i)
						q.Link(q.Append(loop), 1, top)
						q.Append(absolute)
						q.Append(ret, i+1)
						fn, err := q.Make(ctx)
						if err != nil {
							t.Error(err)
							return
						}
						f, err := abi.Func2[int64, int64, int64](c, fn.Addr())
						if err != nil {
							t.Error(err)
							return
						}
						g, i := int64(g), int64(i)
						for calls := range int64(3) {
							if got, want := f(-1, 10), (10*(g+i)-1+calls+1)*(i+1); g+i > 0 && got != want {
								t.Errorf("%d, not %d", got, want)
							}
						}
						if err := fn.Release(ctx); err != nil {
							t.Error(err)
						}
					}
				})
			}
			wg.Wait()
			if err := set.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
