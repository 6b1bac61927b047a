// Package driver is a database/sql driver for SQLite, by the name "rtdyld-sqlite": the archive that a C
// linker takes is in the program, linked when the first connection is opened. There is no
// cgo, no C compiler where the program is built, and no shared library.
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

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

func init() { sql.Register("rtdyld-sqlite", Driver{}) }

// Driver implements [driver.Driver].
type Driver struct{}

// Open implements [driver.Driver].
func (d Driver) Open(source string) (driver.Conn, error) {
	c, err := d.OpenConnector(source)
	if err != nil {
		return nil, err
	}
	return c.Connect(context.Background())
}

// OpenConnector implements [driver.DriverContext].
func (d Driver) OpenConnector(source string) (driver.Connector, error) {
	c := &connector{name: source, begin: "begin", timeout: 5000}
	name, query, ok := strings.Cut(source, "?")
	if !ok {
		return c, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("sqlite: data source %q: %w", source, err)
	}
	for key, list := range values {
		switch key {
		case "_pragma":
			c.pragmas = list
		case "_txlock":
			if list[0] != "deferred" && list[0] != "immediate" && list[0] != "exclusive" {
				return nil, fmt.Errorf("sqlite: data source %q: _txlock=%q, not deferred, immediate or exclusive", source, list[0])
			}
			c.begin = "begin " + list[0]
		case "_timeout":
			n, err := strconv.ParseUint(list[0], 10, 31)
			if err != nil {
				return nil, fmt.Errorf("sqlite: data source %q: _timeout: %w", source, err)
			}
			c.timeout = int32(n)
		default:
			if strings.HasPrefix(key, "_") {
				return nil, fmt.Errorf("sqlite: data source %q: unknown parameter %q", source, key)
			}
			continue
		}
		values.Del(key)
	}
	c.name = name
	if strings.HasPrefix(name, "file:") && len(values) > 0 {
		c.name += "?" + values.Encode()
	}
	return c, nil
}

// connector is a data source, taken apart.
type connector struct {
	name    string
	begin   string
	pragmas []string
	timeout int32
}

// Driver implements [driver.Connector].
func (*connector) Driver() driver.Driver { return Driver{} }

// openReadWrite and so on are SQLite's flags of sqlite3_open_v2.
const (
	openReadWrite = 0x2
	openCreate    = 0x4
	openURI       = 0x40
	openNoMutex   = 0x8000
)

// Connect implements [driver.Connector].
func (s *connector) Connect(ctx context.Context) (driver.Conn, error) {
	lib, err := load()
	if err != nil {
		return nil, err
	}
	c := &conn{lib: lib, begin: s.begin}
	code := lib.open(s.name, &c.db, openReadWrite|openCreate|openURI|openNoMutex, nil)
	if code != 0 {
		err := &Error{Code: Code(code), Msg: lib.errstr(code), Offset: -1}
		if c.db != nil {
			err.Msg = lib.errmsg(c.db)
			lib.close(c.db)
		}
		return nil, fmt.Errorf("open %q: %w", s.name, err)
	}
	lib.extended(c.db, 1)
	lib.timeout(c.db, s.timeout)
	if err := c.enter(); err != nil {
		c.Close()
		return nil, err
	}
	for _, p := range s.pragmas {
		if _, err := c.ExecContext(ctx, "pragma "+p, nil); err != nil {
			c.Close()
			return nil, fmt.Errorf("pragma %s: %w", p, err)
		}
	}
	return c, nil
}

// Version is SQLite's, as "3.40.1".
func Version() (string, error) {
	lib, err := load()
	if err != nil {
		return "", err
	}
	return lib.version(), nil
}

// MemoryUsed is how many bytes SQLite has in use, for all connections of the process.
func MemoryUsed() (int64, error) {
	lib, err := load()
	if err != nil {
		return 0, err
	}
	return lib.memory(), nil
}
