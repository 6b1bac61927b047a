//go:build linux && amd64

package driver

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"strings"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
)

// stmt is a prepared statement. What calls of it take and give lies in one block of C's memory:
// its RowStmt, its arguments, a row; and in another the bytes of arguments.
type stmt struct {
	conn   *conn
	sql    string
	params int
	names  []string         // of parameters, as SQLite has them, if one was asked for by name
	mem    *sqlite3.RowStmt // nil: finished
	bytes  cMem             // of text and blobs among the arguments
	cols   []column         // nil: not asked for yet
	busy   bool             // has rows that are not closed
	closed bool             // by its user, while it is busy
}

// cMem is memory that SQLite gave.
type cMem struct {
	at   unsafe.Pointer
	size uint64
}

// keep is how much memory for arguments a statement keeps when it is not run.
const keep = 1 << 20

// column is what is known of a column before there is a row.
type column struct {
	name, declared string
	form           form
}

// form is what values of a column become.
type form uint8

const (
	formPlain form = iota // what they are stored as
	formBool
	formTime
)

// room makes the block of C's memory for so many columns, and puts it in the place of the one
// that there is.
func (s *stmt) room(db *sqlite3.Stmt, columns int) error {
	const head = unsafe.Sizeof(sqlite3.RowStmt{})
	n := uint64(head) + uint64(s.params+columns)*uint64(unsafe.Sizeof(value{}))
	p := sqlite3.Malloc64(n)
	if p == nil {
		return errNoMemory
	}
	m := (*sqlite3.RowStmt)(p)
	*m = sqlite3.RowStmt{Db: s.conn.db, Stmt: db, Argc: int32(s.params), Columns: int32(columns), Width: int32(columns)}
	m.Args = (*value)(unsafe.Add(p, head))
	m.Row = (*value)(unsafe.Add(p, head+uintptr(s.params)*unsafe.Sizeof(value{})))
	if old := s.mem; old != nil {
		copy(s.argsOf(m), s.argsOf(old))
		sqlite3.Free(unsafe.Pointer(old))
	}
	s.mem = m
	return nil
}

var errNoMemory = &Error{Code: 7, Msg: "out of memory", Offset: -1}

func (s *stmt) argsOf(m *sqlite3.RowStmt) []value { return unsafe.Slice(m.Args, s.params) }

// row is the row that the statement is at.
func (s *stmt) row() []value { return unsafe.Slice(s.mem.Row, s.mem.Columns) }

// finish ends a statement. s may be nil.
func (s *stmt) finish() {
	if s == nil || s.mem == nil {
		return
	}
	sqlite3.Finalize(s.mem.Stmt)
	sqlite3.Free(unsafe.Pointer(s.mem))
	sqlite3.Free(s.bytes.at)
	s.mem, s.bytes = nil, cMem{}
}

// Close implements [driver.Stmt].
func (s *stmt) Close() error {
	if s.busy {
		s.closed = true
		return nil
	}
	s.finish()
	return nil
}

// NumInput implements [driver.Stmt]: named arguments are not counted by database/sql.
func (s *stmt) NumInput() int { return -1 }

// Exec implements [driver.Stmt].
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	return s.ExecContext(context.Background(), named(args))
}

// Query implements [driver.Stmt].
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	return s.QueryContext(context.Background(), named(args))
}

func named(args []driver.Value) []driver.NamedValue {
	list := make([]driver.NamedValue, len(args))
	for i, v := range args {
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: v}
	}
	return list
}

// ExecContext implements [driver.StmtExecContext].
func (s *stmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if s.busy {
		return s.conn.ExecContext(ctx, s.sql, args)
	}
	if err := s.all(args); err != nil {
		return nil, err
	}
	r, err := s.exec(ctx)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// QueryContext implements [driver.StmtQueryContext].
func (s *stmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	if s.busy {
		return s.conn.QueryContext(ctx, s.sql, args)
	}
	if err := s.all(args); err != nil {
		return nil, err
	}
	r := &rows{conn: s.conn, ctx: ctx, prepared: true}
	if err := r.begin(s); err != nil {
		return nil, err
	}
	return r, nil
}

// all takes the arguments of a statement that has no others beside it.
func (s *stmt) all(args []driver.NamedValue) error {
	if s.mem == nil || s.conn.db == nil {
		return driver.ErrBadConn
	}
	n, err := s.bind(args, 0)
	if err != nil {
		return err
	}
	return leftOver(args, n)
}

// exec runs a statement to its end.
func (s *stmt) exec(ctx context.Context) (result, error) {
	if err := ctx.Err(); err != nil {
		return result{}, err
	}
	code := s.conn.watched(ctx, sqlite3.RowExec, s.mem)
	if code != sqlite3.DONE {
		return result{}, s.failed(ctx, code)
	}
	s.shrink()
	return result{s.mem.Rowid, s.mem.Changes}, nil
}

// failed says what went wrong with the statement, and has it at its beginning again.
func (s *stmt) failed(ctx context.Context, code int32) error {
	err := s.conn.fail(code, s.sql)
	sqlite3.RowReset(s.mem)
	s.shrink()
	if ctx.Err() != nil && Code(code)&0xff == Interrupt {
		return ctx.Err()
	}
	return err
}

// shrink gives large memory of arguments back.
func (s *stmt) shrink() {
	if s.bytes.size > keep {
		sqlite3.Free(s.bytes.at)
		s.bytes = cMem{}
	}
}

// bind takes the statement's arguments out of a list from which used ones are taken, and
// tells how many it took. Those with names are found by them.
func (s *stmt) bind(args []driver.NamedValue, used int) (int, error) {
	if s.params == 0 {
		return 0, nil
	}
	if len(args) > 0 && args[0].Name != "" {
		return s.bindNames(args)
	}
	if len(args)-used < s.params {
		return 0, fmt.Errorf("sqlite: %d arguments for %d parameters", len(args)-used, s.params)
	}
	return s.params, s.set(args[used : used+s.params])
}

// bindNames puts named arguments in the order of the statement's parameters.
func (s *stmt) bindNames(args []driver.NamedValue) (int, error) {
	if s.names == nil {
		s.names = make([]string, s.params)
		for i := range s.names {
			s.names[i] = sqlite3.BindParameterName(s.mem.Stmt, int32(i+1))
		}
	}
	list := make([]driver.NamedValue, s.params)
	for i, name := range s.names {
		found := false
		for _, a := range args {
			if found = a.Name != "" && name != "" && strings.TrimLeft(name, ":@$") == a.Name || a.Name == "" && a.Ordinal == i+1; found {
				list[i] = a
				break
			}
		}
		if !found {
			return 0, fmt.Errorf("sqlite: no argument for parameter %d, %q", i+1, name)
		}
	}
	return s.params, s.set(list)
}

// set writes arguments to C's memory, as many as the statement has parameters.
func (s *stmt) set(args []driver.NamedValue) error {
	need := uint64(0)
	for i := range args {
		switch v := args[i].Value.(type) {
		case string:
			need += uint64(len(v)) + 1 // an empty text is not a null pointer
		case []byte:
			need += uint64(len(v)) + 1
		case time.Time:
			need += uint64(len(timeFormat)) + 8
		}
	}
	if need > s.bytes.size {
		sqlite3.Free(s.bytes.at)
		need = max(need, 64)
		if s.bytes = (cMem{sqlite3.Malloc64(need), need}); s.bytes.at == nil {
			s.bytes.size = 0
			return errNoMemory
		}
	}
	free := unsafe.Slice((*byte)(s.bytes.at), s.bytes.size)
	for i := range args {
		v := &s.argsOf(s.mem)[i]
		switch a := args[i].Value.(type) {
		case nil:
			v.Kind = sqlite3.NULL
		case int64:
			v.Kind, *v.U.Integer() = sqlite3.INTEGER, a
		case float64:
			v.Kind, *v.U.Real() = sqlite3.FLOAT, a
		case bool:
			v.Kind, *v.U.Integer() = sqlite3.INTEGER, 0
			if a {
				*v.U.Integer() = 1
			}
		case string:
			if len(a) > math.MaxInt32 {
				return errTooBig
			}
			free = give(v, sqlite3.TEXT, free, copy(free, a))
		case []byte:
			if len(a) > math.MaxInt32 {
				return errTooBig
			}
			if a == nil {
				v.Kind = sqlite3.NULL
				break
			}
			free = give(v, sqlite3.BLOB, free, copy(free, a))
		case time.Time:
			free = give(v, sqlite3.TEXT, free, len(a.AppendFormat(free[:0:len(free)], timeFormat)))
		default:
			return fmt.Errorf("sqlite: argument %d: %T cannot be stored", i+1, a)
		}
	}
	return nil
}

var errTooBig = &Error{Code: TooBig, Msg: "string or blob too big", Offset: -1}

// give makes the first n bytes of free the value's, and returns what is left.
func give(v *value, kind int32, free []byte, n int) []byte {
	v.Kind, v.Size, *v.U.Bytes() = kind, int32(n), unsafe.Pointer(unsafe.SliceData(free))
	return free[n:]
}
