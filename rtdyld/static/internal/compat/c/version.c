/* What programs print of the C library: this is none of glibc's versions, and says so. */
#include "c.h"

extern HIDDEN const char __libc_version[];

const char *gnu_get_libc_version(void) { return __libc_version; }
const char *gnu_get_libc_release(void) { return "musl"; }
