//go:build linux && amd64

package driver_test

import (
	"bytes"
	"context"
	"database/sql"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver"
)

// open opens a database in a file of the test's own, in WAL mode.
func open(t *testing.T, params ...string) *sql.DB {
	t.Helper()
	params = append([]string{"_pragma=journal_mode(WAL)", "_pragma=synchronous(NORMAL)"}, params...)
	return openAt(t, "file:"+filepath.Join(t.TempDir(), "a.db")+"?"+strings.Join(params, "&"))
}

func openAt(t *testing.T, source string) *sql.DB {
	t.Helper()
	db, err := sql.Open("rtdyld-sqlite", source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func do(t *testing.T, db execer, query string, args ...any) sql.Result {
	t.Helper()
	r, err := db.ExecContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return r
}

// ask gives the one value that a query has.
func ask[T any](t *testing.T, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, query string, args ...any) T {
	t.Helper()
	var v T
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}

// TestValues: what is stored comes back, with its type, and SQLite sees it as it should.
func TestValues(t *testing.T) {
	db := open(t)
	do(t, db, "create table t (v)")
	now := time.Date(2026, 11, 24, 9, 30, 0, 123456789, time.FixedZone("", 3600))
	for _, c := range []struct {
		in, out any
		kind    string
	}{
		{nil, nil, "null"},
		{int64(math.MinInt64), int64(math.MinInt64), "integer"},
		{int64(math.MaxInt64), int64(math.MaxInt64), "integer"},
		{int8(-1), int64(-1), "integer"},
		{true, int64(1), "integer"},
		{false, int64(0), "integer"},
		{math.Pi, math.Pi, "real"},
		{math.Inf(-1), math.Inf(-1), "real"},
		{"", "", "text"},
		{"é\x00ü", "é\x00ü", "text"},
		{[]byte{}, []byte{}, "blob"},
		{[]byte(nil), nil, "null"},
		{[]byte{0, 255, 1}, []byte{0, 255, 1}, "blob"},
		{strings.Repeat("long", 1<<19), strings.Repeat("long", 1<<19), "text"},
		{now, "2026-11-24 09:30:00.123456789+01:00", "text"},
		{sql.NullInt32{Int32: 7, Valid: true}, int64(7), "integer"},
	} {
		do(t, db, "delete from t; insert into t values (?)", c.in)
		if got := ask[any](t, db, "select v from t"); !reflect.DeepEqual(got, c.out) {
			t.Errorf("%T %.40v came back as %T %.40v", c.in, c.in, got, got)
		}
		if got := ask[string](t, db, "select typeof(v) from t"); got != c.kind {
			t.Errorf("%T %.40v is stored as %s, want %s", c.in, c.in, got, c.kind)
		}
	}
	if _, err := db.Exec("insert into t values (?)", uint64(math.MaxUint64)); err == nil || !strings.Contains(err.Error(), "larger than SQLite's integers") {
		t.Errorf("a uint64 that is too large: %v", err)
	}
	if _, err := db.Exec("insert into t values (?)", struct{}{}); err == nil {
		t.Error("a struct was stored")
	}
}

// TestDeclared: columns that are declared as times and booleans are that.
func TestDeclared(t *testing.T) {
	db := open(t)
	do(t, db, "create table t (b boolean, d datetime, s timestamp(6), n int, x varchar(3), r double, any)")
	at := time.Date(2026, 11, 24, 9, 30, 0, 5000, time.UTC)
	do(t, db, "insert into t values (?, ?, ?, ?, ?, ?, ?)", true, at, at.Unix(), 4, "abc", 2.5, "x")
	do(t, db, "insert into t (d) values ('no time'), (current_timestamp), ('2026-11-24T09:30Z')")
	rows, err := db.Query("select * from t")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range types {
		got = append(got, fmt.Sprint(c.Name(), " ", c.DatabaseTypeName(), " ", c.ScanType()))
	}
	want := []string{"b BOOLEAN bool", "d DATETIME time.Time", "s TIMESTAMP time.Time", "n INT int64", "x VARCHAR string", "r DOUBLE float64", "any  interface {}"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("columns %q, want %q", got, want)
	}
	rows.Next()
	var b, d, s, n, x, r, a any
	if err := rows.Scan(&b, &d, &s, &n, &x, &r, &a); err != nil {
		t.Fatal(err)
	}
	if b != true || !d.(time.Time).Equal(at) || !s.(time.Time).Equal(at.Truncate(time.Second)) || n != int64(4) || x != "abc" || r != 2.5 || a != "x" {
		t.Errorf("row %v %v %v %v %v %v %v", b, d, s, n, x, r, a)
	}
	for _, isTime := range []bool{false, true, true} {
		rows.Next()
		if err := rows.Scan(&b, &d, &s, &n, &x, &r, &a); err != nil {
			t.Fatal(err)
		}
		if _, ok := d.(time.Time); ok != isTime || b != nil {
			t.Errorf("datetime %T %v, boolean %v", d, d, b)
		}
	}
}

// TestArguments: by place, by name, too few, too many.
func TestArguments(t *testing.T) {
	db := open(t)
	for _, c := range []struct {
		query string
		args  []any
		want  string // its text, or what the error says
	}{
		{"select ? || ?", []any{"a", "b"}, "ab"},
		{"select ?2 || ?1", []any{"a", "b"}, "ba"},
		{"select :x || @y || $x", []any{sql.Named("y", "b"), sql.Named("x", "a")}, "aba"},
		{"select :x || :x", []any{"a"}, "aa"},
		{"select :x", []any{sql.Named("y", "b")}, `no argument for parameter 1, ":x"`},
		{"select ?", nil, "0 arguments for 1 parameters"},
		{"select ?", []any{1, 2}, "2 arguments for 1 parameters"},
		{"select 'none'", []any{1}, "1 arguments for 0 parameters"},
		{"select ?1 || ?3", []any{"a", "b", "c"}, "ac"},
	} {
		for _, prepared := range []bool{false, true} {
			var got string
			var err error
			if prepared {
				var s *sql.Stmt
				if s, err = db.Prepare(c.query); err != nil {
					t.Fatal(err)
				}
				err = s.QueryRow(c.args...).Scan(&got)
				s.Close()
			} else {
				err = db.QueryRow(c.query, c.args...).Scan(&got)
			}
			if err != nil {
				got = err.Error()
			}
			if got != c.want && !strings.HasSuffix(got, c.want) {
				t.Errorf("%s %v, prepared %v: %s, want %s", c.query, c.args, prepared, got, c.want)
			}
		}
	}
}

// TestStatements: several in one text, comments, and texts that are none.
func TestStatements(t *testing.T) {
	db := open(t)
	r := do(t, db, "create table t (a); insert into t values (?); insert into t values (?), (?); -- that is all\n", 1, 2, 3)
	if n, _ := r.RowsAffected(); n != 2 {
		t.Errorf("%d rows, want those of the last", n)
	}
	if id, _ := r.LastInsertId(); id != 3 {
		t.Errorf("last row %d", id)
	}
	if n, _ := do(t, db, "create table u (a)").RowsAffected(); n != 0 {
		t.Errorf("create table: %d rows", n)
	}
	do(t, db, "  ;; -- nothing\n ; ")
	do(t, db, "")
	rows, err := db.Query("insert into t values (4); select a from t where a > ? order by a; select 'second', ?; delete from t", 2, "b")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		got = append(got, s)
	}
	if !rows.NextResultSet() || !rows.Next() {
		t.Fatal("no second result", rows.Err())
	}
	var s, u string
	if err := rows.Scan(&s, &u); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprintf("%v %s %s", got, s, u) != "[3 4] second b" {
		t.Errorf("%v %s %s", got, s, u)
	}
	for rows.NextResultSet() {
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Error(err)
	}
	if n := ask[int](t, db, "select count(*) from t"); n != 0 {
		t.Errorf("%d rows after delete", n)
	}
	rows, err = db.Query("delete from t")
	if err != nil || rows.Next() || rows.Close() != nil {
		t.Errorf("a query without rows: %v", err)
	}
	for _, bad := range []string{"", "-- none", " ; "} {
		if _, err := db.Query(bad); err == nil {
			t.Errorf("query %q: no error", bad)
		}
		if _, err := db.Prepare(bad); err == nil {
			t.Errorf("prepare %q: no error", bad)
		}
	}
	if _, err := db.Prepare("select 1; select 2"); err == nil {
		t.Error("two statements were prepared")
	}
}

// TestErrors: what SQLite says, with its code.
func TestErrors(t *testing.T) {
	db := open(t, "_pragma=foreign_keys(1)")
	do(t, db, "create table t (a primary key not null check (a <> 9)); create table u (a references t (a)); insert into t values (1)")
	for _, c := range []struct {
		query   string
		code    driver.Code
		primary driver.Code
		offset  int
	}{
		{"insert into t values (1)", driver.ConstraintKey, driver.Constraint, -1},
		{"insert into t values (null)", driver.ConstraintNull, driver.Constraint, -1},
		{"insert into t values (9)", driver.ConstraintCheck, driver.Constraint, -1},
		{"insert into u values (9)", driver.ConstraintFK, driver.Constraint, -1},
		{"select nothing from t", 1, 1, 7},
		{"selekt", 1, 1, 0},
		{"select abs(-9223372036854775808)", 1, 1, -1},
	} {
		_, err := db.Exec(c.query)
		var e *driver.Error
		if !errors.As(err, &e) || e.Code != c.code || !errors.Is(err, c.primary) || e.Offset != c.offset || e.SQL != c.query || e.Msg == "" {
			t.Errorf("%s: %#v", c.query, err)
		}
		if errors.Is(err, driver.Busy) {
			t.Errorf("%s: %v is taken for busy", c.query, err)
		}
	}
	for source, want := range map[string]string{
		"file:/no/such/folder/a.db": "unable to open database file (code 14)",
		"a.db?_nonsense=1":          `unknown parameter "_nonsense"`,
		"a.db?_txlock=never":        `_txlock="never"`,
		":memory:?_timeout=-1":      "_timeout",
		":memory:?_pragma=no(":      "pragma no(",
	} {
		db, err := sql.Open("rtdyld-sqlite", source)
		if err == nil {
			err = db.Ping()
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

// TestTransactions: commit, rollback, those that only read, those that are left open.
func TestTransactions(t *testing.T) {
	db := open(t, "_txlock=immediate", "_timeout=1")
	do(t, db, "create table t (a)")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	do(t, tx, "insert into t values (1)")
	if n := ask[int](t, db, "select count(*) from t"); n != 0 {
		t.Errorf("%d rows seen outside", n)
	}
	if _, err := db.Begin(); !errors.Is(err, driver.Busy) {
		t.Errorf("a second writer: %v", err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	tx, err = db.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("insert into t values (2)"); !errors.Is(err, driver.ReadOnly) {
		t.Errorf("a write where only reads are: %v", err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.BeginTx(t.Context(), &sql.TxOptions{Isolation: sql.LevelReadCommitted}); err == nil {
		t.Error("read committed")
	}
	// What a connection is left with does not reach who has it next.
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	do(t, conn, "begin; insert into t values (3)")
	conn.Close()
	db.SetMaxOpenConns(1)
	do(t, db, "insert into t values (4)")
	if got := ask[string](t, db, "select group_concat(a) from t"); got != "4" {
		t.Errorf("rows %s", got)
	}
	// An error that ended the transaction is no error of its rollback.
	tx, err = db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	do(t, tx, "create table k (a primary key on conflict rollback); insert into k values (1)")
	if _, err := tx.Exec("insert into k values (1)"); !errors.Is(err, driver.Constraint) {
		t.Error(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Error(err)
	}
	// A commit that fails leaves nothing open.
	do(t, db, "pragma foreign_keys = 1; create table p (a primary key); create table c (a references p (a) deferrable initially deferred)")
	if tx, err = db.Begin(); err != nil {
		t.Fatal(err)
	}
	do(t, tx, "insert into c values (1)")
	if err := tx.Commit(); !errors.Is(err, driver.ConstraintFK) {
		t.Error(err)
	}
	if n := ask[int](t, db, "select count(*) from c"); n != 0 {
		t.Errorf("%d rows of a transaction that was not committed", n)
	}
}

const endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n where i < 0"

// TestContext: what has no end ends with its context, wherever it is, and the connection is of use.
func TestContext(t *testing.T) {
	db := open(t)
	db.SetMaxOpenConns(1)
	for i := range 20 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond/4)
		_, err := db.ExecContext(ctx, endless)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("exec: %v", err)
		}
		var n any
		if err := db.QueryRowContext(ctx, endless).Scan(&n); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("query: %v", err)
		}
		cancel()
		if n := ask[int](t, db, "select 42"); n != 42 {
			t.Fatal(n)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := db.QueryContext(ctx, "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n where i < 3 or i < 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for range 2 {
		if !rows.Next() {
			t.Fatal(rows.Err())
		}
	}
	time.AfterFunc(time.Millisecond, cancel)
	if rows.Next() || !errors.Is(rows.Err(), context.Canceled) {
		t.Errorf("a third row, %v", rows.Err())
	}
	rows.Close()
	if _, err := db.ExecContext(ctx, "select 1"); !errors.Is(err, context.Canceled) {
		t.Errorf("exec with a context that is over: %v", err)
	}
	if n := ask[int](t, db, "select 42"); n != 42 {
		t.Error(n)
	}
}

// TestBusyStatement: a statement that has rows open may be used, and closed.
func TestBusyStatement(t *testing.T) {
	db := open(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	do(t, tx, "create table t (a); insert into t values (1), (2), (3)")
	s, err := tx.Prepare("select a from t where a >= ? order by a")
	if err != nil {
		t.Fatal(err)
	}
	outer, err := s.Query(1)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	var got []int
	for outer.Next() {
		var a int
		if err := outer.Scan(&a); err != nil {
			t.Fatal(err)
		}
		inner, err := s.Query(a)
		if err != nil {
			t.Fatal(err)
		}
		for inner.Next() {
			var b int
			if err := inner.Scan(&b); err != nil {
				t.Fatal(err)
			}
			got = append(got, 10*a+b)
		}
		inner.Close()
		if _, err := s.Exec(1); err != nil {
			t.Fatal(err)
		}
	}
	if want := "[11 12 13 22 23 33]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSchemaChange: a statement that is kept has the columns that the table has now.
func TestSchemaChange(t *testing.T) {
	db := open(t)
	db.SetMaxOpenConns(1)
	do(t, db, "create table t (a, b); insert into t values (1, 2)")
	s, err := db.Prepare("select * from t where a = ?")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n, change := range []string{"", "alter table t add column c default 3", "alter table t drop column b"} {
		do(t, db, change)
		for _, query := range []func() (*sql.Rows, error){func() (*sql.Rows, error) { return s.Query(1) }, func() (*sql.Rows, error) { return db.Query("select * from t where a = ?", 1) }} {
			rows, err := query()
			if err != nil {
				t.Fatal(err)
			}
			names, err := rows.Columns()
			if err != nil || !rows.Next() {
				t.Fatal(err, rows.Err())
			}
			vals := make([]any, len(names))
			for i := range vals {
				vals[i] = new(any)
			}
			if err := rows.Scan(vals...); err != nil {
				t.Fatal(err)
			}
			got := ""
			for i, name := range names {
				got += fmt.Sprint(name, *vals[i].(*any))
			}
			if want := []string{"a1b2", "a1b2c3", "a1c3"}[n]; got != want {
				t.Errorf("%s: %s, want %s", change, got, want)
			}
			rows.Close()
		}
	}
}

// TestMemory: connections leave nothing behind, whatever ended them.
func TestMemory(t *testing.T) {
	use := func() {
		db, err := sql.Open("rtdyld-sqlite", ":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		do(t, db, "create table t (a, b)")
		for i := range 100 {
			do(t, db, fmt.Sprintf("insert into t values (?, %d)", i), bytes.Repeat([]byte{1}, i*100))
		}
		if _, err := db.Exec("insert into nothing values (?)", 1); err == nil {
			t.Error("no error")
		}
		rows, err := db.Query("select a from t; select 1")
		if err != nil {
			t.Fatal(err)
		}
		rows.Next()
		rows.Close()
	}
	use()
	before, err := driver.MemoryUsed()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		use()
	}
	if after, _ := driver.MemoryUsed(); after != before {
		t.Errorf("%d bytes are in use, %d before", after, before)
	}
}

// TestMany: many rows, read and written by many, are what they were.
func TestMany(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 20_000
	}
	db := open(t)
	db.SetMaxOpenConns(8)
	do(t, db, "create table t (id integer primary key, v int, s text); create table log (id integer primary key, v int)")
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := tx.Prepare("insert into t (v, s) values (?, ?)")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if _, err := s.Exec(i, "row"); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			for i := range 200 {
				var v int
				if err := db.QueryRow("select v from t where id = ?", (i*37+g)%n+1).Scan(&v); err != nil || v != (i*37+g)%n {
					t.Errorf("row %d: %d, %v", i, v, err)
					return
				}
				if _, err := db.Exec("insert into log (v) values (?)", g); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	if got := ask[int](t, db, "select count(*) from log"); got != 1600 {
		t.Errorf("%d rows were written, want 1600", got)
	}
	rows, err := db.Query("select v, s from t order by id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	count := 0
	for rows.Next() {
		var v int
		var s string
		if err := rows.Scan(&v, &s); err != nil || v != count || s != "row" {
			t.Fatal(v, s, err)
		}
		count++
	}
	if count != n || rows.Err() != nil {
		t.Errorf("%d rows, %v", count, rows.Err())
	}
}

// TestClosed: a connection that was closed says so.
func TestClosed(t *testing.T) {
	c, err := driver.Driver{}.Open(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	s, err := c.Prepare("select 1")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Close(), c.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.(sqldriver.StmtQueryContext).QueryContext(t.Context(), nil); !errors.Is(err, sqldriver.ErrBadConn) {
		t.Error(err)
	}
	if _, err := c.Prepare("select 1"); !errors.Is(err, sqldriver.ErrBadConn) {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
