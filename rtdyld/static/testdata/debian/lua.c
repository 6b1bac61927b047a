// Debian's liblua5.4.a: programs, errors that jump, libraries of strings, tables, mathematics and the system.
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#include <stdio.h>
static int add(lua_State *l) { lua_pushnumber(l, luaL_checknumber(l, 1) + luaL_checknumber(l, 2)); return 1; }
int main(void)
{
	const char *text[] = {
		"print(_VERSION, 2^10, 7 // 2, 7 % 3, 1 << 40, 'a' .. 1)",
		"local t = {} for i = 1, 20000 do t[i] = (i * 7919) % 20011 end table.sort(t) print(#t, t[1], t[20000])",
		"print(string.format('%5.2f|%q|%x|%g', math.pi, 'q\\n', 255, 1e100), ('hello world'):gsub('o', '0'))",
		"print(pcall(error, {1}), pcall(function() local x = nil; return x.y end))",
		"local function f(n) return n < 2 and n or f(n - 1) + f(n - 2) end print(f(24))",
		"local co = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i * i) end end) print(co(), co(), co())",
		"print(add(1, 2.5), pcall(add, 'x'))", "print(os.time{year=2020, month=1, day=1, hour=12} - os.time{year=2019, month=12, day=31, hour=12}, os.getenv('NONE'))",
		"local f = io.tmpfile() f:write('one\\ntwo 3 4.5') f:seek('set') print(f:read('l'), f:read('a')) f:close()", "x = = 5", "error('at the end')",
		"local s = 0 for w in string.gmatch('a1b22c333', '%d+') do s = s + tonumber(w) end print(s, utf8.char(228, 8364), #utf8.char(8364))", "collectgarbage() print(collectgarbage('count') > 10)",
	};
	lua_State *l = luaL_newstate();
	luaL_openlibs(l), lua_register(l, "add", add);
	for (unsigned i = 0; i < sizeof text / sizeof *text; i++)
		if (luaL_dostring(l, text[i]))
			printf("error: %s\n", lua_tostring(l, -1)), lua_pop(l, 1);
	lua_close(l);
	return 0;
}
