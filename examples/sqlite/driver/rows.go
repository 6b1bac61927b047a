//go:build linux && amd64

package driver

import (
	"context"
	"database/sql/driver"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
)

// rows is what a query gives: it is at the row that Next is to take.
type rows struct {
	conn     *conn
	ctx      context.Context
	stmt     *stmt // nil: there is no further one
	prepared bool  // stmt is its user's
	at       int32 // what the last step said
	tail     string
	args     []driver.NamedValue
	used     int
}

// advance runs what is in the tail until a statement has columns.
func (r *rows) advance() error {
	for r.tail != "" {
		s, tail, err := r.conn.take(r.tail)
		if err != nil {
			return err
		}
		r.tail = tail
		if s == nil {
			continue
		}
		n, err := s.bind(r.args, r.used)
		r.used += n
		if err == nil && tail == "" {
			err = leftOver(r.args, r.used)
		}
		if err != nil {
			r.conn.give(s, tail)
			return err
		}
		if s.mem.Columns == 0 {
			_, err = s.exec(r.ctx)
			r.conn.give(s, tail)
			if err != nil {
				return err
			}
			r.stmt = nil
			if tail == "" {
				r.stmt, r.at = &stmt{conn: r.conn}, sqlite3.DONE // no columns, no rows
			}
			continue
		}
		if err := r.begin(s); err != nil {
			r.conn.give(s, tail)
			return err
		}
		return nil
	}
	return leftOver(r.args, r.used)
}

// begin goes to the first row of a statement.
func (r *rows) begin(s *stmt) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	code := r.conn.watched(r.ctx, sqlite3.RowQuery, s.mem)
	if code != sqlite3.ROW && code != sqlite3.DONE {
		return s.failed(r.ctx, code)
	}
	r.stmt, r.at = s, code
	s.busy = true
	if s.mem.Width != s.mem.Columns && code == sqlite3.ROW {
		return s.widen()
	}
	return nil
}

// widen makes room for a row that has another number of columns than when the statement was
// prepared: a table was changed meanwhile.
func (s *stmt) widen() error {
	s.cols = nil
	if err := s.room(s.mem.Stmt, int(s.mem.Width)); err != nil {
		return err
	}
	sqlite3.RowFill(s.mem)
	return nil
}

// Close implements [driver.Rows].
func (r *rows) Close() error {
	s := r.stmt
	r.stmt, r.tail = nil, ""
	r.end(s, "")
	return nil
}

// end gives a statement back that has been run, as far as it was.
func (r *rows) end(s *stmt, tail string) {
	if s == nil || s.mem == nil {
		return
	}
	sqlite3.RowReset(s.mem)
	s.shrink()
	s.busy = false
	switch {
	case s.closed:
		s.finish()
	case !r.prepared:
		r.conn.give(s, tail)
	}
}

// HasNextResultSet implements [driver.RowsNextResultSet].
func (r *rows) HasNextResultSet() bool { return r.tail != "" }

// NextResultSet implements [driver.RowsNextResultSet].
func (r *rows) NextResultSet() error {
	if r.tail == "" {
		return io.EOF
	}
	r.end(r.stmt, r.tail)
	r.stmt = nil
	if err := r.advance(); err != nil {
		return err
	}
	if r.stmt == nil {
		return io.EOF
	}
	return nil
}

// Next implements [driver.Rows].
func (r *rows) Next(dest []driver.Value) error {
	s := r.stmt
	if s == nil || r.at == sqlite3.DONE {
		return io.EOF
	}
	if r.at == 0 {
		code := r.conn.watched(r.ctx, sqlite3.RowNext, s.mem)
		switch {
		case code == sqlite3.DONE:
			r.at = code
			return io.EOF
		case code != sqlite3.ROW:
			r.at = sqlite3.DONE
			return s.failed(r.ctx, code)
		}
	}
	r.at = 0
	cols := s.columns()
	for i := range dest {
		v := &s.row()[i]
		switch v.Kind {
		case sqlite3.INTEGER:
			dest[i] = cols[i].form.integer(*v.U.Integer())
		case sqlite3.TEXT:
			dest[i] = cols[i].form.text(string(text(v)))
		default:
			dest[i] = plain(v)
		}
	}
	return nil
}

// integer is what an integer in a column of the form becomes: a time in seconds since 1970.
func (f form) integer(n int64) driver.Value {
	switch f {
	case formBool:
		return n != 0
	case formTime:
		return time.Unix(n, 0).UTC()
	}
	return n
}

// text is what a text becomes: the time that it names.
func (f form) text(s string) driver.Value {
	if f != formTime {
		return s
	}
	for _, format := range timeFormats {
		if t, err := time.Parse(format, strings.TrimSuffix(s, "Z")); err == nil {
			return t
		}
	}
	return s
}

// forms has the declared types whose values are more than what is stored.
var forms = map[string]form{"boolean": formBool, "bool": formBool, "date": formTime, "datetime": formTime, "timestamp": formTime}

// columns describes a statement's columns, once.
func (s *stmt) columns() []column {
	if s.cols == nil && s.mem != nil {
		s.cols = make([]column, s.mem.Columns)
		for i := range s.cols {
			c := &s.cols[i]
			c.name = sqlite3.ColumnName(s.mem.Stmt, int32(i))
			c.declared = sqlite3.ColumnDecltype(s.mem.Stmt, int32(i))
			base, _, _ := strings.Cut(c.declared, "(")
			c.form = forms[strings.ToLower(strings.TrimSpace(base))]
		}
	}
	return s.cols
}

// Columns implements [driver.Rows].
func (r *rows) Columns() []string {
	if r.stmt == nil {
		return nil
	}
	names := make([]string, 0, 8)
	for _, c := range r.stmt.columns() {
		names = append(names, c.name)
	}
	return names
}

// ColumnTypeDatabaseTypeName implements [driver.RowsColumnTypeDatabaseTypeName]: as declared, in
// upper case and without lengths; "" for what is computed.
func (r *rows) ColumnTypeDatabaseTypeName(i int) string {
	base, _, _ := strings.Cut(r.stmt.columns()[i].declared, "(")
	return strings.ToUpper(strings.TrimSpace(base))
}

// ColumnTypeScanType implements [driver.RowsColumnTypeScanType]: by the affinity of the
// declared type (https://www.sqlite.org/datatype3.html, 3.1).
func (r *rows) ColumnTypeScanType(i int) reflect.Type {
	c := r.stmt.columns()[i]
	switch c.form {
	case formBool:
		return reflect.TypeFor[bool]()
	case formTime:
		return reflect.TypeFor[time.Time]()
	}
	declared := strings.ToUpper(c.declared)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(declared, p) {
				return true
			}
		}
		return false
	}
	switch {
	case has("INT"):
		return reflect.TypeFor[int64]()
	case has("CHAR", "CLOB", "TEXT"):
		return reflect.TypeFor[string]()
	case has("BLOB"):
		return reflect.TypeFor[[]byte]()
	case has("REAL", "FLOA", "DOUB"):
		return reflect.TypeFor[float64]()
	}
	return reflect.TypeFor[any]()
}
