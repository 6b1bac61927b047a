//go:build linux && amd64

package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
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

// load links the archive when the first connection is opened, once a process, and what the driver cannot do without.
var load = sync.OnceValue(func() error {
	if err := sqlite3.LoadLibrary(context.Background(), "row_exec", "row_query", "row_function"); err != nil {
		return fmt.Errorf("%w (with gcc and Debian's libsqlite3-dev)", err)
	}
	return nil
})

// Connect implements [driver.Connector].
func (s *connector) Connect(ctx context.Context) (driver.Conn, error) {
	if err := load(); err != nil {
		return nil, err
	}
	c := &conn{begin: s.begin}
	code := sqlite3.OpenV2(s.name, &c.db, sqlite3.OPEN_READWRITE|sqlite3.OPEN_CREATE|sqlite3.OPEN_URI|sqlite3.OPEN_NOMUTEX, nil)
	if code != 0 {
		err := &Error{Code: Code(code), Msg: sqlite3.Errstr(code), Offset: -1}
		if c.db != nil {
			err.Msg = sqlite3.Errmsg(c.db)
			sqlite3.CloseV2(c.db)
		}
		return nil, fmt.Errorf("open %q: %w", s.name, err)
	}
	sqlite3.ExtendedResultCodes(c.db, 1)
	sqlite3.BusyTimeout(c.db, s.timeout)
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
	if err := load(); err != nil {
		return "", err
	}
	return sqlite3.Libversion(), nil
}

// MemoryUsed is how many bytes SQLite has in use, for all connections of the process.
func MemoryUsed() (int64, error) {
	if err := load(); err != nil {
		return 0, err
	}
	return sqlite3.MemoryUsed(), nil
}
