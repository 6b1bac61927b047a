//go:build linux && amd64

package realtest

import (
	"bytes"
	"compress/zlib"
	"context"
	"hash/adler32"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// library is an archive whose functions Go calls, all members loaded.
type library struct {
	*testing.T
	linker *rtdyld.Linker
	caller abi.Caller
}

func openLibrary(t *testing.T, archive string) *library {
	t.Helper()
	citest.Need(t, archive)
	p, err := host.Open(host.Config{Libraries: []string{"libm.so.6"}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := rtdyld.New(p.LinkerConfig())
	if err != nil {
		t.Fatal(err)
	}
	objs, err := load(t.Context(), l, "", archive)
	if err != nil {
		t.Fatal(err)
	}
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Unload(context.Background(), objs...); err != nil {
			t.Error(err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return &library{t, l, caller}
}

// addr is where a function of the library is.
func (l *library) addr(name string) uint64 {
	l.Helper()
	s, err := l.linker.Lookup(name)
	if err != nil {
		l.Fatalf("no %s", name)
	}
	return s.Addr
}

// must is the function that binding gave.
func must[F any](f F, err error) F {
	if err != nil {
		panic(err)
	}
	return f
}

type ptr = unsafe.Pointer

// TestZlibFromGo: Go calls zlib on its own memory; what zlib packs Go's library
// unpacks, and the other way round, and both have the same checksums.
func TestZlibFromGo(t *testing.T) {
	l := openLibrary(t, lib+"libz.a")
	compress := must(abi.Func5[ptr, ptr, ptr, uint64, int32, int32](l.caller, l.addr("compress2")))
	uncompress := must(abi.Func4[ptr, ptr, ptr, uint64, int32](l.caller, l.addr("uncompress")))
	bound := must(abi.Func1[uint64, uint64](l.caller, l.addr("compressBound")))
	crc := must(abi.Func3[uint64, ptr, uint32, uint64](l.caller, l.addr("crc32")))
	adler := must(abi.Func3[uint64, ptr, uint32, uint64](l.caller, l.addr("adler32")))

	size := 64 << 20
	if citest.Sample() {
		size = 4 << 20
	}
	data := make([]byte, size)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range data {
		if data[i] = byte(r.Uint32N(64)); i > 5000 && i%100 > 30 {
			data[i] = data[i-5000]
		}
	}
	n := uint64(len(data))
	if got, want := crc(0, ptr(&data[0]), uint32(n)), uint64(crc32.ChecksumIEEE(data)); got != want {
		t.Errorf("crc32 %#x, Go has %#x", got, want)
	}
	if got, want := adler(1, ptr(&data[0]), uint32(n)), uint64(adler32.Checksum(data)); got != want {
		t.Errorf("adler32 %#x, Go has %#x", got, want)
	}
	packed := make([]byte, bound(n))
	m := uint64(len(packed))
	if s := compress(ptr(&packed[0]), ptr(&m), ptr(&data[0]), n, 1); s != 0 {
		t.Fatalf("compress2 returned %d", s)
	}
	packed = packed[:m]
	zr, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	back, err := io.ReadAll(zr)
	if err != nil || !bytes.Equal(back, data) {
		t.Fatalf("Go's library reads %d bytes of %d: %v", len(back), len(data), err)
	}
	var theirs bytes.Buffer
	zw, _ := zlib.NewWriterLevel(&theirs, zlib.BestSpeed)
	zw.Write(data)
	zw.Close()
	clear(back)
	if s := uncompress(ptr(&back[0]), ptr(&n), ptr(&theirs.Bytes()[0]), uint64(theirs.Len())); s != 0 || !bytes.Equal(back, data) {
		t.Errorf("uncompress returned %d, %d bytes", s, n)
	}
	theirs.Bytes()[theirs.Len()/2] ^= 0x55
	if s := uncompress(ptr(&back[0]), ptr(&n), ptr(&theirs.Bytes()[0]), uint64(theirs.Len())); s == 0 {
		t.Error("uncompress takes damaged data")
	}
}

// TestSQLiteFromGo: Go prepares statements, binds 100,000 rows and gets results by
// a callback.
func TestSQLiteFromGo(t *testing.T) {
	l := openLibrary(t, lib+"libsqlite3.a")
	open := must(abi.Func2[ptr, ptr, int32](l.caller, l.addr("sqlite3_open")))
	exec := must(abi.Func5[uint64, ptr, uint64, uint64, ptr, int32](l.caller, l.addr("sqlite3_exec")))
	prepare := must(abi.Func5[uint64, ptr, int32, ptr, ptr, int32](l.caller, l.addr("sqlite3_prepare_v2")))
	bindInt := must(abi.Func3[uint64, int32, int64, int32](l.caller, l.addr("sqlite3_bind_int64")))
	bindDouble := must(abi.Func3[uint64, int32, float64, int32](l.caller, l.addr("sqlite3_bind_double")))
	step := must(abi.Func1[uint64, int32](l.caller, l.addr("sqlite3_step")))
	reset := must(abi.Func1[uint64, int32](l.caller, l.addr("sqlite3_reset")))
	finalize := must(abi.Func1[uint64, int32](l.caller, l.addr("sqlite3_finalize")))
	closeDB := must(abi.Func1[uint64, int32](l.caller, l.addr("sqlite3_close")))
	columnDouble := must(abi.Func2[uint64, int32, float64](l.caller, l.addr("sqlite3_column_double")))

	var rows []string
	callback := must(host.CallbackAddr(func(_ uintptr, n int32, values, names unsafe.Pointer) int32 {
		var row []string
		for _, v := range unsafe.Slice((*ptr)(values), n) {
			row = append(row, goString(v))
		}
		rows = append(rows, strings.Join(row, "|"))
		return 0
	}))
	var db, stmt uint64
	if s := open(cstring(":memory:"), ptr(&db)); s != 0 {
		t.Fatalf("open: %d", s)
	}
	run := func(sql string) []string {
		t.Helper()
		rows = nil
		if s := exec(db, cstring(sql), callback, 0, nil); s != 0 {
			t.Errorf("%s: %d", sql, s)
		}
		return rows
	}
	run("create table t(a integer primary key, b real); create index i on t(b); begin")
	if s := prepare(db, cstring("insert into t values(?, ?)"), -1, ptr(&stmt), nil); s != 0 {
		t.Fatalf("prepare: %d", s)
	}
	const n = 100000
	for i := range int64(n) {
		if bindInt(stmt, 1, i) != 0 || bindDouble(stmt, 2, float64(i*7919%n)/4) != 0 || step(stmt) != 101 || reset(stmt) != 0 {
			t.Fatalf("row %d is not taken", i)
		}
	}
	finalize(stmt)
	got := [][]string{
		run("commit; pragma integrity_check"),
		run("select count(*), sum(b), max(b) from t"),
		run("select a, b from t where b between 10 and 10.5 order by b"),
	}
	// What Go makes of the same numbers: i*7919%n takes each value once.
	inverse := func(k int64) int64 {
		for i := range int64(n) {
			if i*7919%n == k {
				return i
			}
		}
		return -1
	}
	row := func(k int64, b string) string { return strconv.FormatInt(inverse(k), 10) + "|" + b }
	want := [][]string{{"ok"}, {"100000|1249987500.0|24999.75"}, {row(40, "10.0"), row(41, "10.25"), row(42, "10.5")}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	prepare(db, cstring("select avg(b) from t"), -1, ptr(&stmt), nil)
	if s := step(stmt); s != 100 || columnDouble(stmt, 0) != 12499.875 {
		t.Errorf("step %d, average %v", s, columnDouble(stmt, 0))
	}
	finalize(stmt)
	if s := closeDB(db); s != 0 {
		t.Errorf("close: %d", s)
	}
}

// goString copies a C string.
func goString(p ptr) string {
	if p == nil {
		return "NULL"
	}
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}
