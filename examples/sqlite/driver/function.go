//go:build linux && amd64

package driver

import (
	"database/sql/driver"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver/internal/sqlite3"
	"github.com/go-rtdyld/rtdyld/rtdyld/library"
)

// Function is a function of SQL that is written in Go.
type Function struct {
	Args int // how many arguments it takes; -1: any number
	// Deterministic says that equal arguments give equal results, so that SQLite may call it
	// less often, and in indexes.
	Deterministic bool
	// Call gets int64, float64, string, []byte or nil, and returns one of these, a bool or a
	// time.Time. Its error is the statement's, as text. A panic goes on where the statement was run, after
	// SQLite has ended it. Call must not use the connection that it is called on.
	Call func(args []driver.Value) (driver.Value, error)
}

var functions struct {
	sync.Mutex
	of map[string]Function
}

// RegisterFunction has connections that are opened from now on know a function of SQL.
func RegisterFunction(name string, f Function) {
	functions.Lock()
	defer functions.Unlock()
	if functions.of == nil {
		functions.of = map[string]Function{}
	}
	functions.of[name] = f
}

// onConn is a function as a connection has it.
type onConn struct {
	Function
	conn *conn
	name string
}

// live are the functions of open connections by the numbers that SQLite passes.
var live struct {
	last atomic.Int64
	of   sync.Map
}

// enter makes what RegisterFunction was told known to a connection.
func (c *conn) enter() error {
	functions.Lock()
	all := maps.Clone(functions.of)
	functions.Unlock()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		call, err := call()
		if err != nil {
			return err
		}
		f := &onConn{all[name], c, name}
		id := live.last.Add(1)
		live.of.Store(id, f)
		c.functions = append(c.functions, id)
		flags := int32(sqlite3.UTF8)
		if f.Deterministic {
			flags |= sqlite3.DETERMINISTIC
		}
		if code := sqlite3.RowFunction(c.db, name, int32(f.Args), flags, call.Ptr(), id); code != 0 {
			return fmt.Errorf("function %s: %w", name, c.fail(code, ""))
		}
	}
	return nil
}

// leave forgets a connection's functions.
func (c *conn) leave() {
	for _, id := range c.functions {
		live.of.Delete(id)
	}
	c.functions = nil
}

// call makes the one C function that stands for all, as long as the process lives.
var call = sync.OnceValues(func() (*library.Callback[sqlite3.RowCall], error) {
	return sqlite3.NewCallback(sqlite3.RowCall(func(id int64, argc int32, args, result *value) {
		f, ok := live.of.Load(id)
		if !ok {
			return
		}
		f.(*onConn).run(unsafe.Slice(args, argc), result)
	}))
})

// run calls the function. What it panics with is kept until SQLite has returned.
func (f *onConn) run(args []value, result *value) {
	defer func() {
		if p := recover(); p != nil {
			f.conn.panicked = append(f.conn.panicked, p)
			own(result, kindError, "panic in "+f.name)
		}
	}()
	list := make([]driver.Value, len(args))
	for i := range args {
		list[i] = plain(&args[i])
	}
	v, err := f.Call(list)
	if err != nil {
		own(result, kindError, f.name+": "+err.Error())
		return
	}
	switch v := v.(type) {
	case nil:
	case int64:
		result.Kind, *result.U.Integer() = sqlite3.INTEGER, v
	case bool:
		result.Kind, *result.U.Integer() = sqlite3.INTEGER, 0
		if v {
			*result.U.Integer() = 1
		}
	case float64:
		result.Kind, *result.U.Real() = sqlite3.FLOAT, v
	case string:
		own(result, sqlite3.TEXT, v)
	case []byte:
		if v != nil {
			own(result, sqlite3.BLOB, string(v))
		}
	case time.Time:
		own(result, sqlite3.TEXT, v.Format(timeFormat))
	default:
		own(result, kindError, fmt.Sprintf("%s: a result of type %T", f.name, v))
	}
}

// own makes a text or blob of bytes that SQLite frees.
func own(v *value, kind int32, s string) {
	p := sqlite3.Malloc64(uint64(len(s)) + 1)
	if p == nil || len(s) > math.MaxInt32 {
		sqlite3.Free(p)
		v.Kind = sqlite3.NULL
		return
	}
	copy(unsafe.Slice((*byte)(p), len(s)), s)
	v.Kind, v.Size, *v.U.Bytes() = kind, int32(len(s)), p
}

// repanic goes on with what a function has panicked with.
func (c *conn) repanic(m *sqlite3.RowStmt) {
	if len(c.panicked) == 0 {
		return
	}
	p := c.panicked[0]
	c.panicked = nil
	sqlite3.RowReset(m)
	panic(p)
}
