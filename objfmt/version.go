package objfmt

import "strings"

// DefaultVersion takes a name apart that GNU's assembler has made of .symver with the default version of a symbol,
// NAME@@VERSION: others refer to it as NAME. It reports false for all other names, also those in which compilers for
// Windows have @@: of C++ and of functions for vectors, whose names end in a number. name is not kept: both results view it.
//
// Source: gas's manual, .symver.
func DefaultVersion(name string) (base, version string, ok bool) {
	i := strings.IndexByte(name, '@')
	if i <= 0 || i+2 >= len(name) || name[i+1] != '@' || strings.IndexByte(name, '?') >= 0 || strings.IndexByte(name[i+2:], '@') >= 0 {
		return "", "", false
	}
	base, version = name[:i], name[i+2:]
	if c := version[0] | 0x20; (c < 'a' || c > 'z') && version[0] != '_' {
		return "", "", false
	}
	return base, version, true
}
