//go:build linux && amd64

package driver

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
)

// conn is a connection. database/sql uses it from one goroutine at a time.
type conn struct {
	db     *sqlite3.Sqlite3
	begin  string  // how transactions begin
	idle   []*stmt // prepared statements that nobody uses, the last used at the end
	inOnly bool    // in a transaction that only reads

	functions []int64 // of RegisterFunction, by their numbers
	panicked  []any   // what they panicked with while SQLite runs
}

// maxIdle is how many statements a connection keeps for those who prepare none.
const maxIdle = 16

// Close implements [driver.Conn].
func (c *conn) Close() error {
	if c.db == nil {
		return nil
	}
	for _, s := range c.idle {
		s.finish()
	}
	c.idle = nil
	code := sqlite3.CloseV2(c.db)
	c.db = nil
	c.leave()
	if code != 0 {
		return &Error{Code: Code(code), Msg: sqlite3.Errstr(code), Offset: -1}
	}
	return nil
}

// IsValid implements [driver.Validator].
func (c *conn) IsValid() bool { return c.db != nil }

// ResetSession implements [driver.SessionResetter]: what the last user left open is rolled back.
func (c *conn) ResetSession(ctx context.Context) error {
	if c.db == nil {
		return driver.ErrBadConn
	}
	if sqlite3.GetAutocommit(c.db) == 0 {
		if _, err := c.ExecContext(ctx, "rollback", nil); err != nil {
			return driver.ErrBadConn
		}
	}
	return nil
}

// Ping implements [driver.Pinger].
func (c *conn) Ping(ctx context.Context) error {
	_, err := c.ExecContext(ctx, "select 1", nil)
	return err
}

// CheckNamedValue implements [driver.NamedValueChecker].
func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if u, ok := v.Value.(uint64); ok && u > math.MaxInt64 {
		return fmt.Errorf("sqlite: %d is larger than SQLite's integers", u)
	}
	return driver.ErrSkip
}

// Prepare implements [driver.Conn].
func (c *conn) Prepare(sql string) (driver.Stmt, error) {
	return c.PrepareContext(context.Background(), sql)
}

// PrepareContext implements [driver.ConnPrepareContext].
func (c *conn) PrepareContext(ctx context.Context, sql string) (driver.Stmt, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, tail, err := c.prepare(sql)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return nil, errEmpty
	}
	if rest, _, err := c.prepare(tail); rest != nil || err != nil {
		rest.finish()
		s.finish()
		return nil, errors.New("sqlite: more than one statement to prepare")
	}
	return s, nil
}

var errEmpty = errors.New("sqlite: no statement")

// prepare makes the first statement of sql, nil if there is only white space and comments, and
// tells what is behind it.
func (c *conn) prepare(sql string) (*stmt, string, error) {
	if c.db == nil {
		return nil, "", driver.ErrBadConn
	}
	if sql == "" {
		return nil, "", nil
	}
	if len(sql) > math.MaxInt32 {
		return nil, "", &Error{Code: TooBig, Msg: "statement too long", Offset: -1}
	}
	var db *sqlite3.Stmt
	var tail *byte
	text := unsafe.StringData(sql)
	if code := sqlite3.PrepareV3(c.db, text, int32(len(sql)), 0, &db, &tail); code != 0 {
		return nil, "", c.fail(code, sql)
	}
	rest := strings.TrimLeft(sql[uintptr(unsafe.Pointer(tail))-uintptr(unsafe.Pointer(text)):], " \t\r\n;")
	if db == nil {
		return nil, rest, nil
	}
	s := &stmt{conn: c, sql: sql, params: int(sqlite3.BindParameterCount(db))}
	if err := s.room(db, int(sqlite3.ColumnCount(db))); err != nil {
		sqlite3.Finalize(db)
		return nil, "", err
	}
	return s, rest, nil
}

// take gives an idle statement for sql, or makes one as prepare does.
func (c *conn) take(sql string) (*stmt, string, error) {
	for i := len(c.idle) - 1; i >= 0; i-- {
		if s := c.idle[i]; s.sql == sql {
			c.idle = append(c.idle[:i], c.idle[i+1:]...)
			return s, "", nil
		}
	}
	return c.prepare(sql)
}

// give takes a statement back that take gave, after tail was all of what stood behind it.
func (c *conn) give(s *stmt, tail string) {
	if tail != "" || c.db == nil {
		s.finish()
		return
	}
	if len(c.idle) == maxIdle {
		c.idle[0].finish()
		c.idle = append(c.idle[:0], c.idle[1:]...)
	}
	c.idle = append(c.idle, s)
}

// ExecContext implements [driver.ExecerContext]. It runs all statements of sql; each takes its
// arguments from what those before it left, or by name.
func (c *conn) ExecContext(ctx context.Context, sql string, args []driver.NamedValue) (driver.Result, error) {
	res := result{}
	used := 0
	for sql != "" {
		s, tail, err := c.take(sql)
		if err != nil {
			return nil, err
		}
		if s == nil {
			sql = tail
			continue
		}
		n, err := s.bind(args, used)
		if err == nil {
			used += n
			res, err = s.exec(ctx)
		}
		c.give(s, tail)
		if err != nil {
			return nil, err
		}
		sql = tail
	}
	if err := leftOver(args, used); err != nil {
		return nil, err
	}
	return res, nil
}

// QueryContext implements [driver.QueryerContext]. Statements without rows are run and passed by;
// NextResultSet goes on behind the first that has some.
func (c *conn) QueryContext(ctx context.Context, sql string, args []driver.NamedValue) (driver.Rows, error) {
	r := &rows{conn: c, ctx: ctx, tail: sql, args: args}
	if err := r.advance(); err != nil {
		r.Close()
		return nil, err
	}
	if r.stmt == nil {
		return nil, errEmpty
	}
	return r, nil
}

// leftOver refuses arguments that no statement took.
func leftOver(args []driver.NamedValue, used int) error {
	if used < len(args) && args[0].Name == "" {
		return fmt.Errorf("sqlite: %d arguments for %d parameters", len(args), used)
	}
	return nil
}

// Begin implements [driver.Conn].
func (c *conn) Begin() (driver.Tx, error) { return c.BeginTx(context.Background(), driver.TxOptions{}) }

// BeginTx implements [driver.ConnBeginTx]. Transactions of SQLite are serializable.
func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	if l := sql.IsolationLevel(opts.Isolation); l != sql.LevelDefault && l != sql.LevelSerializable {
		return nil, fmt.Errorf("sqlite: isolation level %s is not supported", l)
	}
	begin := c.begin
	if opts.ReadOnly {
		begin = "begin"
		if _, err := c.ExecContext(ctx, "pragma query_only = 1", nil); err != nil {
			return nil, err
		}
		c.inOnly = true
	}
	if _, err := c.ExecContext(ctx, begin, nil); err != nil {
		return nil, errors.Join(err, c.mayWrite())
	}
	return tx{c}, nil
}

// mayWrite ends what a transaction that only reads asked for.
func (c *conn) mayWrite() error {
	if !c.inOnly {
		return nil
	}
	c.inOnly = false
	_, err := c.ExecContext(context.Background(), "pragma query_only = 0", nil)
	return err
}

// tx is a transaction.
type tx struct{ *conn }

// Commit implements [driver.Tx].
func (t tx) Commit() error { return t.end("commit") }

// Rollback implements [driver.Tx].
func (t tx) Rollback() error { return t.end("rollback") }

func (t tx) end(how string) error {
	if t.db == nil {
		return driver.ErrBadConn
	}
	_, err := t.ExecContext(context.Background(), how, nil)
	if sqlite3.GetAutocommit(t.db) != 0 && how == "rollback" {
		err = nil // an error in it had ended it before
	}
	if err != nil && how == "commit" && sqlite3.GetAutocommit(t.db) == 0 {
		// It is still open, and database/sql takes it for ended.
		_, _ = t.ExecContext(context.Background(), "rollback", nil)
	}
	return errors.Join(err, t.mayWrite())
}

// result implements [driver.Result].
type result struct{ rowid, changes int64 }

func (r result) LastInsertId() (int64, error) { return r.rowid, nil }
func (r result) RowsAffected() (int64, error) { return r.changes, nil }

// watched runs f, which makes SQLite work, and interrupts it when ctx ends.
func (c *conn) watched(ctx context.Context, f func(*sqlite3.RowStmt) int32, m *sqlite3.RowStmt) int32 {
	defer c.repanic(m)
	if ctx.Done() == nil {
		return f(m)
	}
	done, over := make(chan struct{}), make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(over)
		// What has not begun yet cannot be interrupted: until f is done, over and over.
		for {
			sqlite3.Interrupt(c.db)
			select {
			case <-done:
				return
			case <-time.After(time.Millisecond):
			}
		}
	})
	code := f(m)
	close(done)
	if !stop() {
		<-over // or it would interrupt the statement after this one
	}
	return code
}

// timeFormat is how times are stored: they sort as text if they have one zone.
const timeFormat = "2006-01-02 15:04:05.999999999-07:00"

// timeFormats are read: what SQLite's own functions write, RFC 3339, and what others wrote.
var timeFormats = []string{
	timeFormat, "2006-01-02T15:04:05.999999999-07:00", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
	time.RFC3339Nano, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02",
}
