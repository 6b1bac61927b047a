//go:build ignore

// This program does what a test prints, with packages that `rtdyld bind` has written.
package main

import (
	"bytes"
	"fmt"
	"log"
	"strings"
	"unsafe"

	"example.com/bound/crypto"
	"example.com/bound/lua"
	"example.com/bound/sqlite"
	"example.com/bound/zlib"
	"example.com/bound/zstd"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// text is a string of C's.
func text(p *byte) string {
	n := 0
	for p != nil && *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

func query() {
	var db *sqlite.Sqlite3
	check(sqlite.OpenV2(":memory:", &db, sqlite.SQLITE_OPEN_READWRITE|sqlite.SQLITE_OPEN_MEMORY, nil))
	check(sqlite.Exec(db, "create table t (name, year); insert into t values ('Hopper', 1952), ('Backus', 1957)", 0, nil, nil))
	row, err := sqlite.NewCallback(func(_ unsafe.Pointer, n int32, values, names **byte) int32 {
		for i := range n {
			fmt.Print(text(unsafe.Slice(names, n)[i]), "=", text(unsafe.Slice(values, n)[i]), " ")
		}
		return 0
	})
	check(err)
	check(sqlite.Exec(db, "select * from t order by year", row.Ptr(), nil, nil))
	fmt.Println(sqlite.Exec(db, "select * from nothing", 0, nil, nil))
	fmt.Println(text(sqlite.Mprintf("%d %s %.2f", int32(-7), "words", 2.5)))
	sqlite.Close(db)
	check(row.Close())
}

func deflate(data []byte) {
	packed := make([]byte, zlib.CompressBound(uint(len(data))))
	s := zlib.ZStream{NextIn: unsafe.SliceData(data), AvailIn: uint32(len(data)), NextOut: unsafe.SliceData(packed), AvailOut: uint32(len(packed))}
	fmt.Print("zlib ", zlib.DeflateInit(&s, zlib.Z_BEST_COMPRESSION), " ", zlib.Deflate(&s, zlib.Z_FINISH), " ", zlib.DeflateEnd(&s))
	packed = packed[:s.TotalOut]
	out := make([]byte, len(data))
	n := uint(len(out))
	rc := zlib.Uncompress(unsafe.SliceData(out), &n, unsafe.SliceData(packed), uint(len(packed)))
	fmt.Println("", rc, len(packed) < len(data)/4, bytes.Equal(out[:n], data), zlib.Crc32(0, data) == zlib.Crc32(0, out))
}

func script() {
	l := lua.LuaLNewstate()
	lua.LuaLOpenlibs(l)
	fmt.Print("lua ", lua.LuaLLoadstring(l, "return 6 * 7, string.rep('ab', 3)"), " ", lua.Pcall(l, 0, lua.LUA_MULTRET, 0), " ")
	fmt.Println(lua.Tointeger(l, -2), lua.Tostring(l, -1))
	lua.Close(l)
}

func zstandard(data []byte) {
	packed, out := make([]byte, zstd.CompressBound(uint(len(data)))), make([]byte, len(data))
	n := zstd.Compress(packed, data, 19)
	m := zstd.Decompress(out, packed[:n])
	fmt.Println("zstd", zstd.IsError(n), n < uint(len(data))/4, m, bytes.Equal(out, data))
}

func hash(data []byte) {
	var md [crypto.SHA256_DIGEST_LENGTH]byte
	crypto.SHA256([]byte("abc"), &md[0])
	fmt.Printf("sha256 %x\n", md)
	c := crypto.EVPMDCTXNew()
	check(crypto.EVPDigestInit(c, crypto.EVPGetDigestbyname("sha256")))
	check(crypto.EVPDigestUpdate(c, []byte("abc")))
	var n uint32
	check(crypto.EVPDigestFinal(c, &md[0], &n))
	fmt.Printf("%d %x\n", n, md)
	crypto.EVPMDCTXFree(c)
}

func main() {
	data := []byte(strings.Repeat("all that is needed ", 1000))
	query()
	deflate(data)
	script()
	zstandard(data)
	hash(data)
}
