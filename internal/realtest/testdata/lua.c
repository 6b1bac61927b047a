/* A Lua interpreter: lua SCRIPT OUTPUT [TIMES]. */
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *output;
int runs; /* a common symbol where the compiler makes them */

static int print(lua_State *L)
{
	int n = lua_gettop(L);
	for (int i = 1; i <= n; i++) {
		size_t len;
		const char *s = luaL_tolstring(L, i, &len);
		fwrite(s, 1, len, output);
		fputc(i < n ? '\t' : '\n', output);
		lua_pop(L, 1);
	}
	return 0;
}

int work(const char *script, const char *out)
{
	int status = 1;
	output = strcmp(out, "-") ? fopen(out, "w") : stdout;
	lua_State *L = output ? luaL_newstate() : NULL;
	if (L) {
		luaL_openlibs(L);
		lua_pushcfunction(L, print);
		lua_setglobal(L, "print");
		lua_pushinteger(L, ++runs);
		lua_setglobal(L, "runs");
		status = luaL_dofile(L, script);
		if (status)
			fprintf(stderr, "%s\n", lua_tostring(L, -1));
		lua_close(L);
	}
	if (output && output != stdout)
		fclose(output);
	return status;
}

int main(int argc, char **argv) { return argc < 3 ? 2 : work(argv[1], argv[2]); }
