//go:build driver_modernc

package main

import _ "modernc.org/sqlite"

func init() {
	name, source = "sqlite", "file:%s?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(5000)"
}
