/* A program around Lua: runs the script that it is given, as text. */
#include <stdio.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static int twice(lua_State *L) {
    lua_pushinteger(L, 2 * luaL_checkinteger(L, 1));
    return 1;
}

int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    if (L == NULL || argc < 2)
        return 1;
    luaL_openlibs(L);
    lua_register(L, "twice", twice);
    int status = luaL_dofile(L, argv[1]);
    if (status)
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_close(L);
    return status;
}
