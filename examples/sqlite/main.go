// Command sqlite keeps a table in SQLite. The archive that a C linker takes is embedded in the
// program and linked when it runs: no cgo, no C compiler, no shared library of SQLite.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"log"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

//go:generate cp /usr/lib/x86_64-linux-gnu/libsqlite3.a lib/
//go:embed lib
var lib embed.FS

func main() {
	p, err := host.Load(context.Background(), host.FS(lib, "lib/libsqlite3.a"), host.Library("libm.so.6"))
	if err != nil {
		log.Fatalf("%v (go generate copies libsqlite3.a from Debian's libsqlite3-dev)", err)
	}
	defer p.Close()
	type handle struct{} // SQLite's
	var open func(file string, db **handle) int32
	var exec func(db *handle, sql string, callback, arg, message *byte) int32
	var prepare func(db *handle, sql string, size int32, stmt, tail **handle) int32
	var step func(stmt *handle) int32
	var text func(stmt *handle, column int32) string
	if err := errors.Join(p.Bind("sqlite3_open", &open), p.Bind("sqlite3_exec", &exec), p.Bind("sqlite3_prepare_v2", &prepare),
		p.Bind("sqlite3_step", &step), p.Bind("sqlite3_column_text", &text)); err != nil {
		log.Fatal(err)
	}
	var db, stmt *handle
	open(":memory:", &db)
	exec(db, "create table compilers (author, year); insert into compilers values ('Hopper', 1952), ('Backus', 1957)", nil, nil, nil)
	prepare(db, "select author, year from compilers order by author", -1, &stmt, nil)
	for step(stmt) == 100 { // SQLITE_ROW
		fmt.Println(text(stmt, 0), text(stmt, 1))
	}
}
