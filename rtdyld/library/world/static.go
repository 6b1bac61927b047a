//go:build rtdyld_static

package world

import "github.com/go-rtdyld/rtdyld/rtdyld/library"

// Here is none yet: using a library is an error that says so.
var Here library.World
