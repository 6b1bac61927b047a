//go:build !linux || !ppc64le

package host

import "reflect"

// callbackRefused says why purego cannot make a callback of a type here, if so.
func callbackRefused(reflect.Type) string { return "" }
