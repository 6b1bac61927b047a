package driver

import (
	"context"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

//go:generate cp /usr/lib/x86_64-linux-gnu/libsqlite3.a lib/
//go:generate gcc -O2 -fPIC -Wall -c code/row.c -o lib/row.o
//go:embed lib
var lib embed.FS

// handle is memory of SQLite's or of the C heap.
type handle struct{}

// bound are the functions of the archive and of row.c.
type bound struct {
	open       func(name string, db **handle, flags int32, vfs *byte) int32
	close      func(db *handle) int32
	timeout    func(db *handle, ms int32) int32
	extended   func(db *handle, on int32) int32
	errcode    func(db *handle) int32
	errmsg     func(db *handle) string
	errstr     func(code int32) string
	erroffset  func(db *handle) int32
	interrupt  func(db *handle)
	autocommit func(db *handle) int32
	prepare    func(db *handle, sql unsafe.Pointer, size int32, flags uint32, stmt **handle, tail *unsafe.Pointer) int32
	finalize   func(stmt *handle) int32
	columns    func(stmt *handle) int32
	parameters func(stmt *handle) int32
	parameter  func(stmt *handle, n int32) string
	name       func(stmt *handle, n int32) string
	declared   func(stmt *handle, n int32) string
	malloc     func(n uint64) unsafe.Pointer
	free       func(p unsafe.Pointer)
	version    func() string
	memory     func() int64
	exec       func(s *stmtMem) int32
	query      func(s *stmtMem) int32
	next       func(s *stmtMem) int32
	fill       func(s *stmtMem)
	reset      func(s *stmtMem)
	function   func(db *handle, name string, argc, flags int32, call uint64, id int64) int32

	call uint64 // the address of the callback for functions
}

// load links the archive when the first connection is opened, once a process.
var load = sync.OnceValues(func() (*bound, error) {
	p, err := host.Load(context.Background(), host.FS(lib, "lib/row.o"), host.FS(lib, "lib/libsqlite3.a"), host.Library("libm.so.6"))
	if err != nil {
		return nil, fmt.Errorf("%w (go generate makes what is missing, with gcc and Debian's libsqlite3-dev)", err)
	}
	b := new(bound)
	err = errors.Join(
		p.Bind("sqlite3_open_v2", &b.open),
		p.Bind("sqlite3_close_v2", &b.close),
		p.Bind("sqlite3_busy_timeout", &b.timeout),
		p.Bind("sqlite3_extended_result_codes", &b.extended),
		p.Bind("sqlite3_extended_errcode", &b.errcode),
		p.Bind("sqlite3_errmsg", &b.errmsg),
		p.Bind("sqlite3_errstr", &b.errstr),
		p.Bind("sqlite3_error_offset", &b.erroffset),
		p.Bind("sqlite3_interrupt", &b.interrupt),
		p.Bind("sqlite3_get_autocommit", &b.autocommit),
		p.Bind("sqlite3_prepare_v3", &b.prepare),
		p.Bind("sqlite3_finalize", &b.finalize),
		p.Bind("sqlite3_column_count", &b.columns),
		p.Bind("sqlite3_bind_parameter_count", &b.parameters),
		p.Bind("sqlite3_bind_parameter_name", &b.parameter),
		p.Bind("sqlite3_column_name", &b.name),
		p.Bind("sqlite3_column_decltype", &b.declared),
		p.Bind("sqlite3_malloc64", &b.malloc),
		p.Bind("sqlite3_free", &b.free),
		p.Bind("sqlite3_libversion", &b.version),
		p.Bind("sqlite3_memory_used", &b.memory),
		p.Bind("row_exec", &b.exec),
		p.Bind("row_query", &b.query),
		p.Bind("row_next", &b.next),
		p.Bind("row_fill", &b.fill),
		p.Bind("row_reset", &b.reset),
		p.Bind("row_function", &b.function),
		b.callback(),
	)
	if err != nil {
		p.Close()
		return nil, err
	}
	return b, nil
})

// value is row.h's struct row_value. It lies in memory of C.
type value struct {
	kind, size int32
	bits       unsafe.Pointer // an int64 or a float64, too: see integer and real
}

func (v *value) integer() *int64 { return (*int64)(unsafe.Pointer(&v.bits)) }
func (v *value) real() *float64  { return (*float64)(unsafe.Pointer(&v.bits)) }

// text gives what a text or a blob has, as memory of C.
func (v *value) text() []byte { return unsafe.Slice((*byte)(v.bits), v.size) }

// stmtMem is row.h's struct row_stmt.
type stmtMem struct {
	db, stmt       *handle
	args, row      *value
	argc, columns  int32
	width          int32
	rowid, changes int64
}

// plain is what the value is to Go, with bytes of its own.
func (v *value) plain() driver.Value {
	switch v.kind {
	case kindInteger:
		return *v.integer()
	case kindFloat:
		return *v.real()
	case kindText:
		return string(v.text())
	case kindBlob:
		return append([]byte{}, v.text()...)
	}
	return nil
}

// SQLite's kinds of values, and row.h's of a function's error.
const (
	kindError = iota
	kindInteger
	kindFloat
	kindText
	kindBlob
	kindNull
)
