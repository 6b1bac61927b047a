//go:build linux && (amd64 || arm64 || 386)

package host

import "github.com/go-rtdyld/rtdyld/rtdyld"

// exidxTables is what the process has for [rtdyld.Config]: nothing. 32-bit ARM alone has
// such tables.
func exidxTables() rtdyld.ExidxTables { return nil }
