//go:build linux && !cgo && !rtdyld_nolinkname

package callback_test

const compiler, libc, builtins = "aarch64-linux-gnu-gcc", "/usr/lib/aarch64-linux-musl/libc.a", "/usr/lib/gcc-cross/aarch64-linux-gnu/12/libgcc.a"
