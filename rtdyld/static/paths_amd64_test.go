//go:build linux && !cgo && !rtdyld_nolinkname

package static

var muslPaths = []string{"/usr/lib/x86_64-linux-musl/libc.a", "/usr/lib/gcc/x86_64-linux-gnu/12/libgcc.a"}

const compiler = "gcc"

// tlsModels are the models of access to thread-locals, by the compiler's options.
var tlsModels = [][]string{
	{"-fno-pic"}, {"-fPIE"}, {"-fPIC"}, {"-fPIC", "-mtls-dialect=gnu2"},
	{"-fPIC", "-ftls-model=local-dynamic"}, {"-fPIC", "-ftls-model=local-dynamic", "-mtls-dialect=gnu2"}, {"-fPIC", "-ftls-model=initial-exec"}, {"-ftls-model=local-exec"},
}

// muslForeign says that musl may be missing: CI installs it.
const muslForeign = false
