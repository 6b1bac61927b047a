package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/static"
)

//go:embed lib
var lib embed.FS

// These are SQLite's: their addresses are passed around, and nothing of them is seen here.
type (
	handle struct{ _ byte }
	query  struct{ _ byte }
)

// sqlite has functions of libsqlite3.a, each by its name in C.
type sqlite struct {
	OpenV2             func(name string, db **handle, flags int32, vfs *byte) int32            `c:"sqlite3_open_v2"`
	CloseV2            func(*handle) int32                                                     `c:"sqlite3_close_v2"`
	Errmsg             func(*handle) string                                                    `c:"sqlite3_errmsg"`
	Errstr             func(code int32) string                                                 `c:"sqlite3_errstr"`
	BusyTimeout        func(*handle, int32) int32                                              `c:"sqlite3_busy_timeout"`
	PrepareV2          func(db *handle, sql string, n int32, q **query, tail *byte) int32      `c:"sqlite3_prepare_v2"`
	Finalize           func(*query) int32                                                      `c:"sqlite3_finalize"`
	Step               func(*query) int32                                                      `c:"sqlite3_step"`
	Reset              func(*query) int32                                                      `c:"sqlite3_reset"`
	ClearBindings      func(*query) int32                                                      `c:"sqlite3_clear_bindings"`
	BindParameterCount func(*query) int32                                                      `c:"sqlite3_bind_parameter_count"`
	BindNull           func(*query, int32) int32                                               `c:"sqlite3_bind_null"`
	BindInt64          func(*query, int32, int64) int32                                        `c:"sqlite3_bind_int64"`
	BindDouble         func(*query, int32, float64) int32                                      `c:"sqlite3_bind_double"`
	BindText           func(q *query, i int32, text string, n int32, destructor uintptr) int32 `c:"sqlite3_bind_text"`
	BindBlob           func(q *query, i int32, data []byte, n int32, destructor uintptr) int32 `c:"sqlite3_bind_blob"`
	BindZeroblob       func(q *query, i, n int32) int32                                        `c:"sqlite3_bind_zeroblob"`
	ColumnCount        func(*query) int32                                                      `c:"sqlite3_column_count"`
	ColumnName         func(*query, int32) string                                              `c:"sqlite3_column_name"`
	ColumnType         func(*query, int32) int32                                               `c:"sqlite3_column_type"`
	ColumnInt64        func(*query, int32) int64                                               `c:"sqlite3_column_int64"`
	ColumnDouble       func(*query, int32) float64                                             `c:"sqlite3_column_double"`
	ColumnBlob         func(*query, int32) *byte                                               `c:"sqlite3_column_blob"`
	ColumnBytes        func(*query, int32) int32                                               `c:"sqlite3_column_bytes"`
	LastInsertRowid    func(*handle) int64                                                     `c:"sqlite3_last_insert_rowid"`
	Changes            func(*handle) int32                                                     `c:"sqlite3_changes"`
}

// Numbers of sqlite3.h.
const (
	codeRow, codeDone                                    = 100, 101
	openReadWrite, openCreate, openFull                  = 2, 4, 0x10000
	typeInteger, typeFloat, typeText, typeBlob, typeNull = 1, 2, 3, 4, 5
	transient                                            = ^uintptr(0) // SQLite copies what is bound
)

// load links SQLite with the C library, once.
var load = sync.OnceValues(func() (*sqlite, error) {
	libc, err := lib.ReadFile("lib/libc_linux_" + runtime.GOARCH + ".a")
	if err != nil {
		return nil, fmt.Errorf("%w: run go generate ./examples/static (Debian: apt-get install musl-dev libsqlite3-dev)", err)
	}
	p, err := static.Load(context.Background(), static.Libc("libc.a", libc), static.FS(lib, "lib/libsqlite3_linux_"+runtime.GOARCH+".a"))
	if err != nil {
		return nil, err
	}
	s := &sqlite{}
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if err := p.Bind(v.Type().Field(i).Tag.Get("c"), v.Field(i).Addr().Interface()); err != nil {
			return nil, errors.Join(err, p.Close())
		}
	}
	return s, nil
})

// failure is an error of SQLite's.
type failure struct {
	Code int32
	Text string
}

func (e *failure) Error() string { return fmt.Sprintf("sqlite: %s (%d)", e.Text, e.Code) }

// failed makes an error of a result.
func (s *sqlite) failed(db *handle, code int32) error {
	if code == 0 || code == codeRow || code == codeDone {
		return nil
	}
	if db == nil {
		return &failure{code, s.Errstr(code)}
	}
	return &failure{code, s.Errmsg(db)}
}
