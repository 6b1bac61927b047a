//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

// named has the C library's messages begin with the program's name in argv, whole or without folders, until the function that it returns is called.
// Source: program_invocation_name(3).
func (c *libc) named(argv vector) (done func()) {
	if argv.n == 0 {
		return func() {}
	}
	name := peek[uintptr](argv.addr)
	short := name
	for p := name; peek[byte](p) != 0; p++ {
		if peek[byte](p) == '/' {
			short = p + 1
		}
	}
	var at, was [2]uintptr
	for i, v := range [...]string{"program_invocation_name", "program_invocation_short_name"} {
		addr, err := inLibc(v)
		if err != nil {
			return func() {} // musl has others
		}
		at[i], was[i] = addr, peek[uintptr](addr)
	}
	foreign[uintptr](at[0], 1)[0], foreign[uintptr](at[1], 1)[0] = name, short
	return func() {
		foreign[uintptr](at[0], 1)[0], foreign[uintptr](at[1], 1)[0] = was[0], was[1]
	}
}
