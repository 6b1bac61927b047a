//go:build !linux || !amd64

package driver

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"runtime"
)

func init() { sql.Register("rtdyld-sqlite", missing{}) }

// missing is the driver where the program has no archive.
type missing struct{}

// Open implements [driver.Driver].
func (missing) Open(string) (driver.Conn, error) {
	return nil, fmt.Errorf("rtdyld-sqlite: %s/%s: %w: the package has an archive for linux/amd64 alone", runtime.GOOS, runtime.GOARCH, errors.ErrUnsupported)
}
