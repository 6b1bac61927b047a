// Package glue has the objects that stand between musl's libc.a and package static: C of this project, committed as objects
// beside their sources so that nobody needs a compiler. CI makes them again and compares.
//
// Law: what is known of musl's structures is known here, in src/musl.h, and nowhere in Go. Whatever is not one of the
// versions that are known is refused.
package glue

import (
	"embed"
	"io/fs"
)

//go:embed src/linux_amd64/*.o src/linux_arm64/*.o
var objects embed.FS

// Object is one object and its name.
type Object struct {
	Name string
	Data []byte
}

// Core has what every libc is linked with, for linux and a processor by Go's word for it. None: there is none for that.
func Core(goarch string) []Object {
	var out []Object
	for _, name := range core {
		data, err := fs.ReadFile(objects, "src/linux_"+goarch+"/"+name+".o")
		if err != nil {
			return nil
		}
		out = append(out, Object{name + ".o", data})
	}
	return out
}

var core = []string{"start", "thread", "signal", "mask", "refuse", "exits", "abort", "callback"}

// Known reports whether the structures of a version of musl are what the glue goes by.
func Known(version string) bool {
	return version == "1.2.3" || version == "1.2.4" || version == "1.2.5"
}
