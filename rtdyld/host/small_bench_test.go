//go:build linux && amd64

package host

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// BenchmarkSmallObject is the life of an object of one function: its bytes are parsed and linked, in a linker of their own or in one that
// there is, the function is called once, and all is gone. The figures to look at are those in microseconds.
func BenchmarkSmallObject(b *testing.B) {
	data := slices.Clone(object(b, "gcc", "add.c", "-O2").Buffer.Bytes())
	p := open(b, Config{})
	memory := func(c mem.MapperConfig) rtdyld.Config {
		mapper, err := mem.NewDualMapped(c)
		if err != nil {
			b.Fatal(err)
		}
		m, err := mem.NewManager(mapper, mem.Config{})
		if err != nil {
			b.Fatal(err)
		}
		return rtdyld.Config{Memory: m}
	}
	plain, err := mem.New(mem.Config{})
	if err != nil {
		b.Fatal(err)
	}
	joined, err := mem.New(mem.Config{ConstantsWithCode: true})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		cfg  rtdyld.Config
	}{
		{"plain", rtdyld.Config{Memory: plain}},
		{"constants-with-code", rtdyld.Config{Memory: joined}},
		{"dual-mapped", memory(mem.MapperConfig{})},
		{"dual-mapped-writable", memory(mem.MapperConfig{KeepWritable: true})},
		{"host", p.LinkerConfig()},
	} {
		for _, fresh := range []bool{true, false} {
			name := c.name + "/shared"
			if fresh {
				name = c.name + "/fresh"
			}
			b.Run(name, func(b *testing.B) { smallObjects(b, data, c.cfg, fresh, p.Caller()) })
		}
	}
}

func smallObjects(b *testing.B, data []byte, cfg rtdyld.Config, fresh bool, caller abi.Caller) {
	var took []time.Duration
	var l *rtdyld.Linker
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		img, err := objfile.Parse("add.o", data)
		if err == nil && (l == nil || fresh) {
			l, err = rtdyld.New(cfg)
		}
		if err == nil {
			err = smallObject(l, img, caller, fresh)
		}
		if err != nil {
			b.Fatal(err)
		}
		img.Close()
		took = append(took, time.Since(start))
	}
	if !fresh {
		if err := l.CloseContext(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	slices.Sort(took)
	for name, at := range map[string]int{"min-us": 0, "median-us": len(took) / 2, "p99-us": len(took) * 99 / 100} {
		b.ReportMetric(float64(took[at].Nanoseconds())/1e3, name)
	}
}

// smallObject is the part of that behind parsing.
func smallObject(l *rtdyld.Linker, img *objfmt.ObjectImage, caller abi.Caller, fresh bool) error {
	ctx := context.Background()
	objs, err := l.Load(ctx, img)
	if err != nil {
		return err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return err
	}
	s, err := l.Lookup("add")
	if err != nil {
		return err
	}
	f, err := abi.Func2[int32, int32, int32](caller, s.Addr)
	if err != nil {
		return err
	}
	if v := f(1, 2); v != 3 {
		return fmt.Errorf("1 + 2 is %d", v)
	}
	if fresh {
		return l.CloseContext(ctx)
	}
	return l.Unload(ctx, objs...)
}
