//go:build cgo && (amd64 || arm64 || ppc64le)

package traceback

import _ "runtime/cgo" // has what calls the functions that SetCgoTraceback sets

// provide has nothing to give.
func provide() (undo func()) { return func() {} }
