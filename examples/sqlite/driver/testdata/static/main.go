//go:build rtdyld_static

// Command static selects from SQLite in a program that is linked statically. Its argument is the C library: what rtdyld libc makes.
package main

import (
	"database/sql"
	sqldriver "database/sql/driver"
	"fmt"
	"log"
	"os"

	"github.com/go-rtdyld/rtdyld/examples/sqlite/driver"
	"github.com/go-rtdyld/rtdyld/rtdyld/library/world"
	_ "github.com/go-rtdyld/rtdyld/rtdyld/static/callback" // SQLite calls Go
)

func main() {
	libc, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	world.Libc("libc.a", libc)
	driver.RegisterFunction("go_twice", driver.Function{Args: 1, Deterministic: true, Call: func(args []sqldriver.Value) (sqldriver.Value, error) {
		return 2 * args[0].(int64), nil
	}})
	db, err := sql.Open("rtdyld-sqlite", ":memory:")
	if err != nil {
		log.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	var n int
	_, err = db.Exec("create table t (a, b); insert into t with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000) select i, 'text ' || i from n")
	fmt.Println(err, db.QueryRow("select count(*) from t where b like '%77%'").Scan(&n), n)
	fmt.Println(db.QueryRow("select sum(go_twice(a)) from t").Scan(&n), n)
}
