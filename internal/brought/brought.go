// Package brought is the C library of commands and executors that are built with the tag rtdyld_static, which bring it along: an archive that
// is embedded, or that the environment names.
//
// Law: nothing but commands and executors imports it; without the tag it is empty.
package brought

// Variable is the environment variable that names the archive; it comes before the one that is embedded.
const Variable = "RTDYLD_LIBC"
