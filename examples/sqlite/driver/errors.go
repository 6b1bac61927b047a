//go:build linux && amd64

package driver

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
)

// Code is a result code of SQLite's, a primary or an extended one. It matches the errors
// that have it: errors.Is(err, driver.Busy).
type Code int32

// Result codes (https://www.sqlite.org/rescode.html).
const (
	Busy             Code = 5
	Locked           Code = 6
	ReadOnly         Code = 8
	Interrupt        Code = 9
	Corrupt          Code = 11
	Full             Code = 13
	CantOpen         Code = 14
	TooBig           Code = 18
	Constraint       Code = 19
	Misuse           Code = 21
	NotADB           Code = 26
	ConstraintCheck  Code = Constraint | 1<<8
	ConstraintFK     Code = Constraint | 3<<8
	ConstraintKey    Code = Constraint | 6<<8
	ConstraintNull   Code = Constraint | 5<<8
	ConstraintUnique Code = Constraint | 8<<8
)

// Error gives "SQLite result code 5".
func (c Code) Error() string { return fmt.Sprintf("SQLite result code %d", int32(c)) }

// Error is what SQLite says of a call that failed.
type Error struct {
	Code   Code   // the extended one
	Msg    string // SQLite's
	SQL    string // the statement; empty: none
	Offset int    // in SQL, in bytes, of what is wrong; -1: not known
}

func (e *Error) Error() string {
	if e.SQL != "" && e.Offset >= 0 {
		return fmt.Sprintf("sqlite: %s (code %d, at byte %d)", e.Msg, e.Code, e.Offset)
	}
	return fmt.Sprintf("sqlite: %s (code %d)", e.Msg, e.Code)
}

// Is matches the [Code] of the error, and its primary one.
func (e *Error) Is(t error) bool {
	c, ok := t.(Code)
	return ok && (c == e.Code || c == e.Code&0xff)
}

// fail describes what went wrong on a connection last.
func (c *conn) fail(code int32, sql string) error {
	e := &Error{Code: Code(sqlite3.ExtendedErrcode(c.db)), Msg: sqlite3.Errmsg(c.db), SQL: sql, Offset: -1}
	if e.Code&0xff != Code(code)&0xff {
		e.Code, e.Msg = Code(code), sqlite3.Errstr(code)
	}
	if sql != "" {
		e.Offset = int(sqlite3.ErrorOffset(c.db))
	}
	return e
}
