// Capi is the linker and the engine as a C library. rtdyld.h is its documentation. It
// needs cgo, and Linux or Windows on x86-64:
//
//	go build -pgo=capi/rtdyld.pgo -buildmode=c-shared -o librtdyld.so \
//		-ldflags "-X runtime.godebugDefault=asyncpreemptoff=1 -extldflags '-Wl,-soname,librtdyld.so.1,--version-script=$PWD/capi/rtdyld.map'" ./capi
//	go build -buildmode=c-archive -o librtdyld.a ./capi
//
// rtdyld.pgo is a profile of small objects that are linked one by one, by which the compiler optimizes: orc/profile.sh makes it.
// The word for the runtime keeps it from sending SIGURG to the program's threads, which may have a use for that signal.
// A program is built against the first with -Icapi -L. -lrtdyld, and finds it as
// librtdyld.so.1; against the second with -Icapi librtdyld.a -pthread -ldl -lm. Both builds
// write a header of Go's beside the library, which nobody needs. The pkg-config file is made by
//
//	sed "s,@prefix@,/usr/local," capi/rtdyld.pc.in > rtdyld.pc
//
// For Windows mingw builds a DLL, of the archive, since a DLL of Go's own would export the functions of this package beside those of
// rtdyld.h, which capi/rtdyld.def lists:
//
//	GOOS=windows CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc go build -buildmode=c-archive -tags rtdyld_noexecutor -ldflags=-w -o rtdyld.a ./capi
//	x86_64-w64-mingw32-gcc -shared -static-libgcc -o rtdyld.dll capi/rtdyld.def -Wl,--whole-archive rtdyld.a -Wl,--no-whole-archive
//
// Programs are linked with rtdyld.dll itself. There are no executors.
//
// Executors (rtdyld_executor_create) are child processes that run command rtdyld-executor, which is looked for in the library's folder. They
// need gRPC: a library that is built with -tags rtdyld_noexecutor has none, and 11 MB, 1.6 ms and 8 MB of resident memory of each process less.
//
// The shared library exports the functions of rtdyld.h alone, with the version RTDYLD_1.
// In the archive other names are global, too: those of this package begin with rtdyld, those
// of Go's runtime with _cgo, x_cgo, x_crosscall, crosscall or fatalf, and debuggers know __jit_debug_register_code and
// __jit_debug_descriptor, which a program with LLVM linked into it has already. Where they are in the
// way they are made local by
//
//	ld -r -o rtdyld.o --whole-archive librtdyld.a
//	objcopy -w --keep-global-symbol='rtdyld_*' rtdyld.o
//
// and rtdyld.o is linked in the place of the archive.
//
// Folder orc has the layer for LLVM's ORC, and what is preloaded into programs that use it: see orc/rtdyld_orc.hpp and
// orc/build.sh. Folder mcjit has the same for programs that use MCJIT: mcjit/rtdyld_mcjit.hpp.
//
// How it is made: bridge.c has what C does best, calls of the program's callbacks for one;
// all other functions are exported Go, called by those of shims.c, which a test writes. Handles are numbers (handles.go). What a callback
// sees is memory of C's; a void pointer of the program's is a uintptr in Go, which so need
// not be an address.
//
// Law: no pointer to Go's memory goes to the program, none of the program's functions is
// called but through bridge.c, and nothing of a linker's is decided here.
package main

import (
	"fmt"
	"os"
)

// main is what go build wants of a package main; libraries never call it.
func main() {
	fmt.Fprintln(os.Stderr, "capi: this is a C library: build it for Linux or Windows, with cgo and -buildmode=c-shared or c-archive")
	os.Exit(2)
}
