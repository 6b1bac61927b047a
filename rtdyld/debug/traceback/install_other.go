//go:build !linux || !(amd64 || arm64 || ppc64le)

package traceback

import (
	"runtime"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

var cpu processor

func install() error {
	return &UnsupportedError{"the runtime has no hook for signals in foreign code on " + runtime.GOOS + "/" + runtime.GOARCH}
}

func publish(*index) {}

func reading() bool { return false }

func libraries() []section { return nil }

func loadedOf(*rtdyld.Object) []*table { return nil }
