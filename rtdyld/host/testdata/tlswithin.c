// A destructor that is registered for the library that an address is in, as glibc's __cxa_thread_atexit_impl
// has it: Rust's standard library gives that of a variable.
#include "note.h"

int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);

static int within;

static void gone(void *what) { note("gone %s", (char *)what); }

int enlist(void) { return __cxa_thread_atexit_impl(gone, "with its object", &within); }
