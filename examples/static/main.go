// Command static keeps tables in SQLite, in a program that is linked statically: C code without cgo, without a C library of the
// system, without a dynamic loader and without a file. It runs in an empty folder, on any Linux.
//
//	go generate ./examples/static && CGO_ENABLED=0 go build ./examples/static
//	./static -rows 1000000
//	docker build -f examples/static/Dockerfile -t static . && docker run --rm static -rows 1000000
//
// Two archives are embedded: Debian's libsqlite3.a as it is, and musl's libc.a as rtdyld libc prepares it. For a processor that this
// machine does not have, put the archives in lib by hand: libsqlite3_linux_GOARCH.a, and libc_linux_GOARCH.a by rtdyld libc -target.
package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

//go:generate go run ../../cmd/rtdyld libc -o lib/libc_linux_$GOARCH.a
//go:generate sh -c "cp /usr/lib/$(uname -m)-linux-gnu/libsqlite3.a lib/libsqlite3_linux_$GOARCH.a"

func main() {
	log.SetFlags(0)
	rows := flag.Int("rows", 1000, "how many rows to insert, to select and to sum")
	side := flag.Int("goroutines", 1, "how many do that at a time, each with tables of its own")
	lasting := flag.Duration("for", 0, "do it again until so much time has passed")
	flag.Parse()
	times, err := repeat(*rows, *side, *lasting)
	if err != nil {
		log.Fatal(err)
	}
	if times > 1 {
		fmt.Printf("%d times, ", times)
	}
	fmt.Printf("%d rows ok\n", *rows)
}

// repeat does the work by goroutines at a time, until time has passed, and returns how often it was done.
func repeat(rows, side int, lasting time.Duration) (times int, err error) {
	start, results := time.Now(), make(chan error)
	for range side {
		go func() { results <- run(rows) }()
	}
	for running := side; running > 0; running-- {
		if failed := <-results; failed != nil {
			err = errors.Join(err, failed)
		} else if times++; time.Since(start) < lasting && err == nil {
			running++
			go func() { results <- run(rows) }()
		}
	}
	return times, err
}

// run does the work in memory and in a file.
func run(rows int) error {
	if err := os.MkdirAll(os.TempDir(), 0o777); err != nil { // in an empty folder there is none
		return err
	}
	dir, err := os.MkdirTemp("", "static")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{":memory:", filepath.Join(dir, "rows.db")} {
		if err := table(name, rows); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(name), err)
		}
	}
	return nil
}

// table fills a table, and compares what it has with what was put in.
func table(name string, rows int) error {
	db, err := sql.Open("static-sqlite", name)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // ":memory:" is a database a connection
	if _, err := db.Exec("create table things (id integer primary key, name text not null, weight real)"); err != nil {
		return err
	}
	if err := fill(db, rows); err != nil {
		return err
	}
	var version string
	var count, sum int64
	if err := db.QueryRow("select sqlite_version(), count(*), coalesce(sum(id), 0) from things where weight >= ?", 0.0).Scan(&version, &count, &sum); err != nil {
		return err
	}
	if want := int64(rows) * int64(rows-1) / 2; count != int64(rows) || sum != want {
		return fmt.Errorf("%d rows, whose sum is %d: want %d and %d", count, sum, rows, want)
	}
	if err := compare(db, rows); err != nil {
		return err
	}
	fmt.Printf("SQLite %s, %s: %d rows, sum %d\n", version, filepath.Base(name), count, sum)
	return nil
}

// fill inserts rows in one transaction.
func fill(db *sql.DB, rows int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	insert, err := tx.Prepare("insert into things (id, name, weight) values (?, ?, ?)")
	if err != nil {
		return err
	}
	for i := range rows {
		if _, err := insert.Exec(i, "thing "+strconv.Itoa(i), math.Sqrt(float64(i))); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// compare reads all rows.
func compare(db *sql.DB, rows int) error {
	all, err := db.Query("select id, name, weight from things order by id")
	if err != nil {
		return err
	}
	defer all.Close()
	n := 0
	for ; all.Next(); n++ {
		var id int
		var name string
		var weight float64
		if err := all.Scan(&id, &name, &weight); err != nil {
			return err
		}
		if id != n || name != "thing "+strconv.Itoa(n) || weight != math.Sqrt(float64(n)) {
			return fmt.Errorf("row %d has %d, %q, %v", n, id, name, weight)
		}
	}
	if err := all.Err(); err != nil {
		return err
	}
	if n != rows {
		return fmt.Errorf("%d rows are read, want %d", n, rows)
	}
	return nil
}
