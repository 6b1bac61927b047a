//go:build driver_ncruces

package main

import _ "github.com/ncruces/go-sqlite3/driver"

func init() {
	name, source = "sqlite3", "file:%s?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(5000)"
}
