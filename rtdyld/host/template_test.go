//go:build linux && (amd64 || arm64)

package host

import (
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// templateMemory is memory for instances that run here: such that each batch is protected, and such that is written all the time.
func templateMemory(t testing.TB) map[string]rtdyld.TemplateConfig {
	plain, err := mem.New(mem.Config{})
	if err != nil {
		t.Skip(err)
	}
	joined, err := mem.New(mem.Config{ConstantsWithCode: true})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]rtdyld.TemplateConfig{"plain": {Memory: plain}, "constants with code": {Memory: joined}}
	if mapper, err := mem.NewDualMapped(mem.MapperConfig{KeepWritable: true}); err == nil {
		dual, err := mem.NewManager(mapper, mem.Config{})
		if err != nil {
			t.Fatal(err)
		}
		all["open"] = rtdyld.TemplateConfig{Memory: dual, Open: true, Publish: mem.Publish}
	}
	return all
}

// TestTemplateRuns: instances of one object run here, each with values of its own, made and released by several goroutines.
func TestTemplateRuns(t *testing.T) {
	c := caller(t)
	img := object(t, "gcc", "template.c", "-O2", "-fPIC", "-fno-builtin")
	p := open(t, Config{})
	for name, cfg := range templateMemory(t) {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			cfg.Holes, cfg.Resolver = []string{"HOLE_a", "HOLE_b"}, p.LinkerConfig().Resolver
			tmpl, err := rtdyld.NewTemplate(ctx, img, cfg)
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for g := range uint64(4) {
				wg.Go(func() {
					for i := range uint64(50) {
						values := []uint64{g, i, g + 1, i + 1, g + 2, i + 2}
						var out [3]rtdyld.Instance
						if err := tmpl.InstantiateAll(ctx, values, out[:]); err != nil {
							t.Error(err)
							return
						}
						for k, in := range out {
							at, _ := in.Symbol("stencil")
							f, err := abi.Func1[int64, int64](c, at)
							if err != nil {
								t.Error(err)
								return
							}
							a, b := int64(values[2*k]), int64(values[2*k+1])
							if got := f(10); got != 10*a+b {
								t.Errorf("10 * %d + %d = %d", a, b, got)
							}
							if got := f(-11); got != 11*a-b { // the function calls abs, and counts its calls
								t.Errorf("11 * %d - %d = %d", a, b, got)
							}
						}
						if err := rtdyld.ReleaseAll(ctx, out[:]); err != nil {
							t.Error(err)
						}
					}
				})
			}
			wg.Wait()
			if err := tmpl.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
