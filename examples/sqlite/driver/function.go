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

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
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

// row_function's flags.
const (
	flagUTF8          = 1
	flagDeterministic = 0x800
)

// enter makes what RegisterFunction was told known to a connection.
func (c *conn) enter() error {
	functions.Lock()
	all := maps.Clone(functions.of)
	functions.Unlock()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := &onConn{all[name], c, name}
		id := live.last.Add(1)
		live.of.Store(id, f)
		c.functions = append(c.functions, id)
		flags := int32(flagUTF8)
		if f.Deterministic {
			flags |= flagDeterministic
		}
		if code := c.lib.function(c.db, name, int32(f.Args), flags, c.lib.call, id); code != 0 {
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

// callback makes the one C function that stands for all.
func (b *bound) callback() (err error) {
	b.call, err = host.CallbackAddr(func(id int64, argc int32, args, result *value) {
		f, ok := live.of.Load(id)
		if !ok {
			return
		}
		f.(*onConn).run(unsafe.Slice(args, argc), result)
	})
	return err
}

// run calls the function. What it panics with is kept until SQLite has returned.
func (f *onConn) run(args []value, result *value) {
	defer func() {
		if p := recover(); p != nil {
			f.conn.panicked = append(f.conn.panicked, p)
			result.own(f.conn.lib, kindError, "panic in "+f.name)
		}
	}()
	list := make([]driver.Value, len(args))
	for i := range args {
		list[i] = args[i].plain()
	}
	v, err := f.Call(list)
	if err != nil {
		result.own(f.conn.lib, kindError, f.name+": "+err.Error())
		return
	}
	switch v := v.(type) {
	case nil:
	case int64:
		result.kind, *result.integer() = kindInteger, v
	case bool:
		result.kind, *result.integer() = kindInteger, 0
		if v {
			*result.integer() = 1
		}
	case float64:
		result.kind, *result.real() = kindFloat, v
	case string:
		result.own(f.conn.lib, kindText, v)
	case []byte:
		if v != nil {
			result.own(f.conn.lib, kindBlob, string(v))
		}
	case time.Time:
		result.own(f.conn.lib, kindText, v.Format(timeFormat))
	default:
		result.own(f.conn.lib, kindError, fmt.Sprintf("%s: a result of type %T", f.name, v))
	}
}

// own makes a text or blob of bytes that SQLite frees.
func (v *value) own(b *bound, kind int32, s string) {
	p := b.malloc(uint64(len(s)) + 1)
	if p == nil || len(s) > math.MaxInt32 {
		b.free(p)
		v.kind = kindNull
		return
	}
	copy(unsafe.Slice((*byte)(p), len(s)), s)
	v.kind, v.size, v.bits = kind, int32(len(s)), p
}

// repanic goes on with what a function has panicked with.
func (c *conn) repanic(m *stmtMem) {
	if len(c.panicked) == 0 {
		return
	}
	p := c.panicked[0]
	c.panicked = nil
	c.lib.reset(m)
	panic(p)
}
