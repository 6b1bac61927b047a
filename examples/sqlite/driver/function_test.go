//go:build linux && amd64

package driver_test

import (
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver"
)

// TestFunctions: functions of SQL that are written in Go get what SQLite has, and give it theirs.
func TestFunctions(t *testing.T) {
	driver.RegisterFunction("go_join", driver.Function{Args: -1, Deterministic: true, Call: func(args []sqldriver.Value) (sqldriver.Value, error) {
		var b strings.Builder
		for _, a := range args {
			fmt.Fprintf(&b, "%T %v;", a, a)
		}
		return b.String(), nil
	}})
	driver.RegisterFunction("go_same", driver.Function{Args: 1, Call: func(args []sqldriver.Value) (sqldriver.Value, error) { return args[0], nil }})
	driver.RegisterFunction("go_fail", driver.Function{Args: 0, Call: func([]sqldriver.Value) (sqldriver.Value, error) { return nil, errors.New("out of luck") }})
	driver.RegisterFunction("go_panic", driver.Function{Args: 0, Call: func([]sqldriver.Value) (sqldriver.Value, error) { panic("at the disco") }})
	db := openAt(t, ":memory:")
	db.SetMaxOpenConns(1)
	if got, want := ask[string](t, db, "select go_join(1, 2.5, 'a', x'4142', null)"), "int64 1;float64 2.5;string a;[]uint8 [65 66];<nil> <nil>;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, expr := range []string{"-7", "0.125", "'text' || char(0) || 'z'", "''", "x'00ff'", "x''", "null", "zeroblob(100000)"} {
		if ok := ask[bool](t, db, "select go_same("+expr+") is ("+expr+") and typeof(go_same("+expr+")) = typeof("+expr+")"); !ok {
			t.Errorf("%s does not come back", expr)
		}
	}
	if _, err := db.Exec("select go_fail()"); err == nil || !strings.Contains(err.Error(), "go_fail: out of luck") {
		t.Error(err)
	}
	do(t, db, "create table t (a); create index i on t (go_join(a)); insert into t values (1), (2)")
	if _, err := db.Exec("create index j on t (go_same(a))"); err == nil || !strings.Contains(err.Error(), "non-deterministic") {
		t.Error(err)
	}
	// A panic goes on in Go, and SQLite has ended the statement: the connection can be used.
	for range 3 {
		func() {
			defer func() {
				if p := recover(); p != "at the disco" {
					t.Errorf("recovered %v", p)
				}
			}()
			db.Exec("insert into t select go_panic() from t")
			t.Error("no panic")
		}()
		if n := ask[int](t, db, "select count(*) from t"); n != 2 {
			t.Errorf("%d rows", n)
		}
	}
	// A function that a recursive query calls for each row.
	if n := ask[int](t, db, "with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000) select sum(go_same(i)) from n"); n != 50005000 {
		t.Errorf("sum %d", n)
	}
}
