//go:build linux && amd64

package cache_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log"
	"os"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/cache"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// What is the same at each start is compiled and linked at the first, and mapped at the next. The modules of an engine find its names by the engine's Resolver.
func ExampleImages() {
	dir, err := os.MkdirTemp("", "images")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for range 2 {
		if err := program(dir); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// compiled
	// brightness is there
	// brightness is there
}

func program(dir string) error {
	ctx := context.Background()
	cfg, err := host.LinkerConfig("libm.so.6")
	if err != nil {
		return err
	}
	images, err := cache.OpenImages(dir, cache.ImagesConfig{Linker: cfg})
	if err != nil {
		return err
	}
	linker, err := rtdyld.New(cfg)
	if err != nil {
		return err
	}
	defer linker.Close()
	object, err := os.ReadFile("../../../testdata/demo/scene.o")
	if err != nil {
		return err
	}
	key := images.Key([]compiler.Key{sha256.Sum256(object)})
	fixed, err := images.Load(ctx, linker, key, func(context.Context) ([]*objfmt.ObjectImage, error) {
		fmt.Println("compiled")
		img, err := objfile.ParseBuffer(objfmt.NewBuffer("scene.o", object))
		return []*objfmt.ObjectImage{img}, err
	})
	if err != nil {
		return err
	}
	defer linker.Unload(ctx, fixed...)

	names := rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		sym, err := linker.Lookup(name)
		return sym, err == nil
	})
	cfg.Resolver = rtdyld.Resolvers{names, cfg.Resolver}
	e, err := engine.New(engine.Config{Linker: cfg})
	if err != nil {
		return err
	}
	defer e.Close()
	if _, err := e.Lookup(ctx, "brightness"); err != nil {
		return err
	}
	fmt.Println("brightness is there")
	return nil
}
