//go:build linux && !cgo && !rtdyld_nolinkname

package static

var muslPaths = []string{"/usr/lib/aarch64-linux-musl/libc.a", "/usr/lib/gcc-cross/aarch64-linux-gnu/12/libgcc.a"}

const compiler = "aarch64-linux-gnu-gcc"

// tlsModels are the models of access to thread-locals, by the compiler's options.
var tlsModels = [][]string{
	{"-fno-pic"}, {"-fPIC"}, {"-fPIC", "-mtls-dialect=trad"},
	{"-fPIC", "-ftls-model=local-dynamic"}, {"-fPIC", "-ftls-model=local-dynamic", "-mtls-dialect=trad"}, {"-fPIC", "-ftls-model=initial-exec"}, {"-ftls-model=local-exec"},
}

// muslForeign says that musl may be missing: CI has it where Debian's mirror answers.
const muslForeign = true
