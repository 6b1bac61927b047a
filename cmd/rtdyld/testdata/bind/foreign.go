//go:build ignore

// This program packs and unpacks with zlib, and has Lua call Go, by packages that `rtdyld bind` has written for its machine.
package main

import (
	"bytes"
	"fmt"
	"log"
	"strings"

	"example.com/bound/lua"
	"example.com/bound/zlib"
)

func main() {
	data := []byte(strings.Repeat("all that is needed ", 1000))
	packed, out := make([]byte, zlib.CompressBound(uint(len(data)))), make([]byte, len(data))
	n, m := uint(len(packed)), uint(len(out))
	fmt.Print("zlib ", zlib.Compress(&packed[0], &n, &data[0], uint(len(data))), " ", zlib.Uncompress(&out[0], &m, &packed[0], n))
	digits := []byte("123456789")
	fmt.Println("", int(n) < len(data)/4, bytes.Equal(out[:m], data), zlib.Crc32(0, &digits[0], 9))

	l := lua.LuaLNewstate()
	lua.LuaLOpenlibs(l)
	say, err := lua.NewCallback(lua.CFunction(func(l *lua.State) int32 {
		lua.Pushstring(l, fmt.Sprint("Go says ", lua.Tointeger(l, 1)+2))
		return 1
	}))
	if err != nil {
		log.Fatal(err)
	}
	lua.Pushcclosure(l, say.Ptr(), 0)
	lua.Setglobal(l, "say")
	fmt.Print("lua ", lua.LuaLLoadstring(l, "return 6 * 7, string.rep('ab', 3), say(3)"), " ", lua.Pcall(l, 0, lua.MULTRET, 0), " ")
	fmt.Println(lua.Tointeger(l, -3), lua.Tostring(l, -2), lua.Tostring(l, -1))
	lua.Close(l)
}
