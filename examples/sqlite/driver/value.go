//go:build linux && amd64

package driver

import (
	"database/sql/driver"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
)

// value is row.h's struct row_value. It lies in memory of C.
type value = sqlite3.RowValue

// kindError is row.h's kind of a function's error; the others are SQLite's.
const kindError = 0

// text gives what a text or a blob has, as memory of C.
func text(v *value) []byte { return unsafe.Slice((*byte)(*v.U.Bytes()), v.Size) }

// plain is what the value is to Go, with bytes of its own.
func plain(v *value) driver.Value {
	switch v.Kind {
	case sqlite3.INTEGER:
		return *v.U.Integer()
	case sqlite3.FLOAT:
		return *v.U.Real()
	case sqlite3.TEXT:
		return string(text(v))
	case sqlite3.BLOB:
		return append([]byte{}, text(v)...)
	}
	return nil
}
