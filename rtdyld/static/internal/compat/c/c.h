/* What the glue of this folder is compiled with: no C library's headers, so that one
   compiler makes the objects of all targets. Types are those that musl and glibc have in
   common on 64-bit Linux. */
#ifndef COMPAT_H
#define COMPAT_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef long off_t;
typedef int clockid_t;
typedef unsigned wint_t;
typedef __WCHAR_TYPE__ wchar;
typedef struct FILE FILE;
typedef struct locale *locale_t;
typedef struct { unsigned a, b; } mbstate_t;
typedef struct { uint64_t bits[16]; } sigset_t;
struct timespec { long sec, nsec; };

#define EINVAL 22
#define ENOMEM 12
#define ERANGE 34
#define ETIMEDOUT 110
int *__errno_location(void);
#define errno (*__errno_location())

#define HIDDEN __attribute__((visibility("hidden")))
#define WEAK __attribute__((weak))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Ends the program as fortified code expects of a buffer that is too small. */
_Noreturn void __chk_fail(void);
#define CHECK(ok) do { if (UNLIKELY(!(ok))) __chk_fail(); } while (0)

void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
_Noreturn void abort(void);
_Noreturn void exit(int);
#endif
