// Package driver is a database/sql driver for SQLite, by the name "rtdyld-sqlite": the archive that a C
// linker takes is in the program, linked when the first connection is opened. There is no
// cgo, no C compiler where the program is built, and no shared library. Functions, structures and constants are those of the package
// that rtdyld bind has made of sqlite3.h and code/row.h; what that embeds is made by go generate:
//
//	go generate ./examples/sqlite/driver/...
//
// It is there for linux/amd64; on others opening a database fails, by [errors.ErrUnsupported]. bind's -target makes the package for them, where there is an archive of theirs.
//
//	import _ "github.com/go-rtdyld/rtdyld/examples/sqlite/driver"
//
//	db, err := sql.Open("rtdyld-sqlite", "file:app.db?_pragma=journal_mode(WAL)")
//
// A data source is a file's name or a URI (https://www.sqlite.org/uri.html), ":memory:" or "" for
// a database of each connection's own. Parameters of the driver's begin with an underscore:
//
//   - _pragma=NAME(VALUE) is run on each new connection; any number of them.
//   - _txlock=deferred, immediate or exclusive: how transactions begin.
//   - _timeout=MILLISECONDS to wait for locks of others, 5000 unless said.
//
// Values are int64, float64, string and []byte, as they are stored. Columns declared as BOOLEAN are
// bool, those declared as DATE, DATETIME or TIMESTAMP time.Time, if they hold what can be read as
// such. A time.Time is stored as text in RFC 3339's order, which sorts.
//
// When a context ends, the statement that runs is interrupted, and with it what else runs on that
// connection. A text with NUL bytes is stored as it is. [RegisterFunction] has SQL call functions of Go.
//
// Law: what the linker gives to all is all that it uses; memory that C sees is C's.
package driver
