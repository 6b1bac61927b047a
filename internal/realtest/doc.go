// Package realtest has no code: its tests run programs that people use, made of
// the archives that Debian ships, as its compilers wrote them. Lua, SQLite and zlib
// do their work through the command and through the library, and what they print
// is what the same program prints when the system's linker has linked it.
//
// Law: for tests alone; what is expected comes from the system's linker or from
// Go's library, never from this project.
package realtest
