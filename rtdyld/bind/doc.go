// Package bind writes Go packages for C libraries: what `rtdyld bind` does, without its command line.
//
// It reads no C. Names are the global symbols of the archives and what the headers declare; types come from the debug
// information of a file that the C compiler makes, with a line for each name:
//
//	#include "sqlite3.h"
//	__typeof__(sqlite3_open) *rtdyld_type_0;
//	__typeof__(SQLITE_OK) rtdyld_value_SQLITE_OK = SQLITE_OK;
//
// A line that the compiler refuses is left out, and the compiler asked again. The text that the preprocessor leaves tells the
// rest: names of parameters, the lines that comments stand before, and which files are the library's own.
//
// A C type becomes the Go type that lies in memory in the same way, on the target that the archive is for. Where there is none, as
// for structures that are packed, for unions and for bit-fields, there are bytes, and methods that read and write them. What cannot be
// passed to or from a function is the reason for which that is listed and not bound.
//
// Law: it runs nothing itself, neither the compiler nor the library: both come by [Config]. The same input gives the same bytes.
package bind
