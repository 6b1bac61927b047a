package driver

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"strings"
	"time"
	"unsafe"
)

// stmt is a prepared statement. What calls of it take and give lies in one block of C's memory:
// its stmtMem, its arguments, a row; and in another the bytes of arguments.
type stmt struct {
	conn   *conn
	sql    string
	params int
	names  []string // of parameters, as SQLite has them, if one was asked for by name
	mem    *stmtMem // nil: finished
	bytes  cMem     // of text and blobs among the arguments
	cols   []column // nil: not asked for yet
	busy   bool     // has rows that are not closed
	closed bool     // by its user, while it is busy
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
func (s *stmt) room(db *handle, columns int) error {
	const head = unsafe.Sizeof(stmtMem{})
	n := uint64(head) + uint64(s.params+columns)*uint64(unsafe.Sizeof(value{}))
	p := s.conn.lib.malloc(n)
	if p == nil {
		return errNoMemory
	}
	m := (*stmtMem)(p)
	*m = stmtMem{db: s.conn.db, stmt: db, argc: int32(s.params), columns: int32(columns), width: int32(columns)}
	m.args = (*value)(unsafe.Add(p, head))
	m.row = (*value)(unsafe.Add(p, head+uintptr(s.params)*unsafe.Sizeof(value{})))
	if old := s.mem; old != nil {
		copy(s.argsOf(m), s.argsOf(old))
		s.conn.lib.free(unsafe.Pointer(old))
	}
	s.mem = m
	return nil
}

var errNoMemory = &Error{Code: 7, Msg: "out of memory", Offset: -1}

func (s *stmt) argsOf(m *stmtMem) []value { return unsafe.Slice(m.args, s.params) }

// row is the row that the statement is at.
func (s *stmt) row() []value { return unsafe.Slice(s.mem.row, s.mem.columns) }

// finish ends a statement. s may be nil.
func (s *stmt) finish() {
	if s == nil || s.mem == nil {
		return
	}
	s.conn.lib.finalize(s.mem.stmt)
	s.conn.lib.free(unsafe.Pointer(s.mem))
	s.conn.lib.free(s.bytes.at)
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
	code := s.conn.watched(ctx, s.conn.lib.exec, s.mem)
	if code != codeDone {
		return result{}, s.failed(ctx, code)
	}
	s.shrink()
	return result{s.mem.rowid, s.mem.changes}, nil
}

const (
	codeRow  = 100
	codeDone = 101
)

// failed says what went wrong with the statement, and has it at its beginning again.
func (s *stmt) failed(ctx context.Context, code int32) error {
	err := s.conn.fail(code, s.sql)
	s.conn.lib.reset(s.mem)
	s.shrink()
	if ctx.Err() != nil && Code(code)&0xff == Interrupt {
		return ctx.Err()
	}
	return err
}

// shrink gives large memory of arguments back.
func (s *stmt) shrink() {
	if s.bytes.size > keep {
		s.conn.lib.free(s.bytes.at)
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
			s.names[i] = s.conn.lib.parameter(s.mem.stmt, int32(i+1))
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
		s.conn.lib.free(s.bytes.at)
		need = max(need, 64)
		if s.bytes = (cMem{s.conn.lib.malloc(need), need}); s.bytes.at == nil {
			s.bytes.size = 0
			return errNoMemory
		}
	}
	free := unsafe.Slice((*byte)(s.bytes.at), s.bytes.size)
	for i := range args {
		v := &s.argsOf(s.mem)[i]
		switch a := args[i].Value.(type) {
		case nil:
			v.kind = kindNull
		case int64:
			v.kind, *v.integer() = kindInteger, a
		case float64:
			v.kind, *v.real() = kindFloat, a
		case bool:
			v.kind, *v.integer() = kindInteger, 0
			if a {
				*v.integer() = 1
			}
		case string:
			if len(a) > math.MaxInt32 {
				return errTooBig
			}
			free = v.give(kindText, free, copy(free, a))
		case []byte:
			if len(a) > math.MaxInt32 {
				return errTooBig
			}
			if a == nil {
				v.kind = kindNull
				break
			}
			free = v.give(kindBlob, free, copy(free, a))
		case time.Time:
			free = v.give(kindText, free, len(a.AppendFormat(free[:0:len(free)], timeFormat)))
		default:
			return fmt.Errorf("sqlite: argument %d: %T cannot be stored", i+1, a)
		}
	}
	return nil
}

var errTooBig = &Error{Code: TooBig, Msg: "string or blob too big", Offset: -1}

// give makes the first n bytes of free the value's, and returns what is left.
func (v *value) give(kind int32, free []byte, n int) []byte {
	v.kind, v.size, v.bits = kind, int32(n), unsafe.Pointer(unsafe.SliceData(free))
	return free[n:]
}
