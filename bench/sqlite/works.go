package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// work is something that programs do with a database, n times.
type work struct {
	name string
	n    int
	do   func(db *sql.DB, n int) error
}

// works run in this order in a database of 8 connections in WAL mode: later ones read what
// earlier ones wrote.
var works = []work{
	{"open, first statement", 1, func(db *sql.DB, _ int) error {
		return execute(db, "create table t (id integer primary key, name text, score real, data blob)")
	}},
	{"insert rows in a transaction", 1_000_000, insert},
	{"insert, a transaction each", 5_000, single},
	{"select all rows, 4 columns", 1_000_000, all},
	{"select one row by key", 100_000, byKey},
	{"aggregate", 3, aggregate},
	{"8 goroutines select by key", 100_000, concurrent},
	{"8 goroutines select, one inserts", 50_000, mixed},
	{"update by key in a transaction", 100_000, update},
}

func execute(db *sql.DB, query string, args ...any) error {
	_, err := db.Exec(query, args...)
	return err
}

// measure runs all works and prints their times, in nanoseconds, as JSON.
func measure(scale int) error {
	dir, err := os.MkdirTemp("", "sqlite-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	begin := used()
	db, err := sql.Open(name, fmt.Sprintf(source, filepath.Join(dir, "bench.db")))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(8)
	took := map[string]time.Duration{}
	for i, w := range works {
		if i > 0 {
			begin = used()
		}
		if err := w.do(db, max(1, w.n/scale)); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		took[w.name] = used() - begin
	}
	return json.NewEncoder(os.Stdout).Encode(took)
}

// used is the processor's time that this program took, of all its threads.
func used() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func insert(db *sql.DB, n int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	s, err := tx.Prepare("insert into t values (?, ?, ?, ?)")
	if err != nil {
		return err
	}
	defer s.Close()
	data := []byte("0123456789abcdef")
	for i := range n {
		if _, err := s.Exec(i, "a name of twenty-four by", float64(i)/3, data); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func single(db *sql.DB, n int) error {
	for range n {
		if err := execute(db, "insert into t (name, score) values (?, ?)", "single", 1.5); err != nil {
			return err
		}
	}
	return nil
}

func all(db *sql.DB, n int) error {
	rows, err := db.Query("select id, name, score, data from t limit ?", n)
	if err != nil {
		return err
	}
	defer rows.Close()
	count := 0
	for rows.Next() {
		var id int64
		var name string
		var score float64
		var data sql.RawBytes
		if err := rows.Scan(&id, &name, &score, &data); err != nil {
			return err
		}
		count++
	}
	if count != n {
		return fmt.Errorf("%d rows, want %d", count, n)
	}
	return rows.Err()
}

func key(db *sql.DB, i, n int) error {
	var name string
	if err := db.QueryRow("select name from t where id = ?", i*7919%n).Scan(&name); err != nil {
		return err
	}
	if name == "" {
		return fmt.Errorf("row %d has no name", i)
	}
	return nil
}

func byKey(db *sql.DB, n int) error {
	for i := range n {
		if err := key(db, i, n); err != nil {
			return err
		}
	}
	return nil
}

func aggregate(db *sql.DB, n int) error {
	for range n {
		var sum float64
		var count int
		if err := db.QueryRow("select sum(score), count(*) from (select score, id % 100 as g from t where name like 'a%') where g < 50").Scan(&sum, &count); err != nil {
			return err
		}
	}
	return nil
}

// together runs f in so many goroutines.
func together(goroutines int, f func(g int) error) error {
	var wait sync.WaitGroup
	errs := make([]error, goroutines)
	for g := range goroutines {
		wait.Go(func() { errs[g] = f(g) })
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func concurrent(db *sql.DB, n int) error {
	return together(8, func(g int) error {
		for i := range n / 8 {
			if err := key(db, i*8+g, n); err != nil {
				return err
			}
		}
		return nil
	})
}

func mixed(db *sql.DB, n int) error {
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	var bad error
	wait.Go(func() {
		for ctx.Err() == nil && bad == nil {
			bad = execute(db, "insert into t (name, score) values (?, ?)", "mixed", 1.5)
			time.Sleep(time.Millisecond)
		}
	})
	err := concurrent(db, n)
	cancel()
	wait.Wait()
	if err == nil {
		err = bad
	}
	return err
}

func update(db *sql.DB, n int) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for i := range n {
		if _, err := tx.Exec("update t set score = ? where id = ?", i, i); err != nil {
			return err
		}
	}
	return tx.Commit()
}
