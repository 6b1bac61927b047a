//go:build driver_static && rtdyld_static

package main

import (
	"os"
	"path/filepath"

	_ "github.com/go-rtdyld/rtdyld/examples/sqlite/driver"
	"github.com/go-rtdyld/rtdyld/rtdyld/library/world"
)

func init() {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	libc, err := os.ReadFile(filepath.Join(filepath.Dir(self), libcName)) // which a program embeds
	if err != nil {
		panic(err)
	}
	world.Libc(libcName, libc)
	name, source = "rtdyld-sqlite", "file:%s?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"
}
