//go:build linux && !cgo && !rtdyld_nolinkname

package callback_test

const compiler, libc, builtins = "gcc", "/usr/lib/x86_64-linux-musl/libc.a", "/usr/lib/gcc/x86_64-linux-gnu/12/libgcc.a"
