//go:build driver_mattn

package main

import _ "github.com/mattn/go-sqlite3"

func init() {
	name, source = "sqlite3", "file:%s?_journal_mode=WAL&_synchronous=NORMAL&_busy_timeout=5000"
}
