package main

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"
	"time"
	"unsafe"
)

func init() { sql.Register("static-sqlite", sqliteDriver{}) }

// sqliteDriver implements [driver.Driver]: a small one, without contexts. examples/sqlite/driver has more.
type sqliteDriver struct{}

// Open opens or makes a database.
func (sqliteDriver) Open(name string) (driver.Conn, error) {
	s, err := load()
	if err != nil {
		return nil, err
	}
	c := &conn{s: s}
	if err := s.failed(nil, s.OpenV2(name, &c.db, openReadWrite|openCreate|openFull, nil)); err != nil {
		s.CloseV2(c.db)
		return nil, err
	}
	s.BusyTimeout(c.db, 5000)
	return c, nil
}

// conn implements [driver.Conn].
type conn struct {
	s  *sqlite
	db *handle
}

func (c *conn) Close() error { return c.s.failed(nil, c.s.CloseV2(c.db)) }

func (c *conn) Prepare(text string) (driver.Stmt, error) {
	st := &stmt{c: c}
	if err := c.s.failed(c.db, c.s.PrepareV2(c.db, text, int32(len(text)), &st.q, nil)); err != nil {
		return nil, err
	}
	st.params = int(c.s.BindParameterCount(st.q))
	return st, nil
}

func (c *conn) Begin() (driver.Tx, error) { return transaction{c}, c.do("begin") }

// do runs a statement without parameters.
func (c *conn) do(text string) error {
	st, err := c.Prepare(text)
	if err != nil {
		return err
	}
	defer st.Close()
	_, err = st.(*stmt).Exec(nil)
	return err
}

type transaction struct{ c *conn }

func (t transaction) Commit() error   { return t.c.do("commit") }
func (t transaction) Rollback() error { return t.c.do("rollback") }

// stmt implements [driver.Stmt].
type stmt struct {
	c      *conn
	q      *query
	params int
}

func (st *stmt) Close() error {
	st.c.s.Finalize(st.q) // whose result is that of the last step
	return nil
}

func (st *stmt) NumInput() int { return st.params }

// bind sets all parameters.
func (st *stmt) bind(args []driver.Value) error {
	s := st.c.s
	for n, arg := range args {
		var code int32
		switch i := int32(n + 1); v := arg.(type) {
		case nil:
			code = s.BindNull(st.q, i)
		case int64:
			code = s.BindInt64(st.q, i, v)
		case bool:
			code = s.BindInt64(st.q, i, map[bool]int64{true: 1}[v])
		case float64:
			code = s.BindDouble(st.q, i, v)
		case string:
			code = s.BindText(st.q, i, v, int32(len(v)), transient)
		case []byte:
			if len(v) == 0 {
				code = s.BindZeroblob(st.q, i, 0)
			} else {
				code = s.BindBlob(st.q, i, v, int32(len(v)), transient)
			}
		case time.Time:
			text := v.Format(time.RFC3339Nano)
			code = s.BindText(st.q, i, text, int32(len(text)), transient)
		default:
			return fmt.Errorf("sqlite: parameter %d: %T", i, arg)
		}
		if err := s.failed(st.c.db, code); err != nil {
			return err
		}
	}
	return nil
}

// Exec implements [driver.Stmt].
func (st *stmt) Exec(args []driver.Value) (driver.Result, error) {
	s := st.c.s
	if err := st.bind(args); err != nil {
		return nil, err
	}
	code := s.Step(st.q)
	for code == codeRow {
		code = s.Step(st.q)
	}
	err := s.failed(st.c.db, code)
	s.Reset(st.q)
	return result{s.LastInsertRowid(st.c.db), int64(s.Changes(st.c.db))}, err
}

type result struct{ id, rows int64 }

func (r result) LastInsertId() (int64, error) { return r.id, nil }
func (r result) RowsAffected() (int64, error) { return r.rows, nil }

// Query implements [driver.Stmt].
func (st *stmt) Query(args []driver.Value) (driver.Rows, error) {
	if err := st.bind(args); err != nil {
		return nil, err
	}
	r := &rows{st: st}
	for i := range st.c.s.ColumnCount(st.q) {
		r.names = append(r.names, st.c.s.ColumnName(st.q, i))
	}
	return r, nil
}

// rows implements [driver.Rows].
type rows struct {
	st    *stmt
	names []string
}

func (r *rows) Columns() []string { return r.names }

func (r *rows) Close() error {
	r.st.c.s.Reset(r.st.q)
	return nil
}

func (r *rows) Next(to []driver.Value) error {
	s, q := r.st.c.s, r.st.q
	code := s.Step(q)
	if code == codeDone {
		return io.EOF
	}
	if err := s.failed(r.st.c.db, code); err != nil {
		return err
	}
	for n := range to {
		i := int32(n)
		switch s.ColumnType(q, i) {
		case typeInteger:
			to[n] = s.ColumnInt64(q, i)
		case typeFloat:
			to[n] = s.ColumnDouble(q, i)
		case typeText:
			to[n] = string(r.bytes(i))
		case typeBlob:
			to[n] = append([]byte{}, r.bytes(i)...)
		case typeNull:
			to[n] = nil
		}
	}
	return nil
}

// bytes are a column's, valid until the next step.
func (r *rows) bytes(i int32) []byte {
	p := r.st.c.s.ColumnBlob(r.st.q, i)
	return unsafe.Slice(p, r.st.c.s.ColumnBytes(r.st.q, i))
}
