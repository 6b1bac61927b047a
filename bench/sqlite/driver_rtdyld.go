//go:build driver_rtdyld

package main

import _ "github.com/go-rtdyld/rtdyld/examples/sqlite/driver"

func init() {
	name, source = "rtdyld-sqlite", "file:%s?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"
}
