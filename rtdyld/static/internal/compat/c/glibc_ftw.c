/* ftw and nftw of code that was compiled with glibc's headers, where kinds of files are numbered from 0; musl's are from 1. Those
   with 64 are never musl's own. musl's ftw does not follow links, as glibc's does. */
#include "c.h"

typedef int plain(const char *, const void *, int);
typedef int full(const char *, const void *, int, void *);
int nftw(const char *, full *, int, int);

static __thread plain *plain_of;
static __thread full *full_of;

enum { NO_STAT = 4, DANGLING = 7 }; /* musl's FTW_NS and FTW_SLN */

static int call_plain(const char *path, const void *st, int kind, void *at) { return plain_of(path, st, (kind == DANGLING ? NO_STAT : kind) - 1); }
static int call_full(const char *path, const void *st, int kind, void *at) { return full_of(path, st, kind - 1, at); }

int __rtdyld_glibc_ftw(const char *path, plain *f, int files)
{
	plain *before = plain_of; /* of a walk that this one is in */
	plain_of = f;
	int r = nftw(path, call_plain, files, 0);
	plain_of = before;
	return r;
}

int __rtdyld_glibc_nftw(const char *path, full *f, int files, int flags)
{
	full *before = full_of;
	full_of = f;
	int r = nftw(path, call_full, files, flags);
	full_of = before;
	return r;
}

int ftw64(const char *path, plain *f, int files) { return __rtdyld_glibc_ftw(path, f, files); }
int nftw64(const char *path, full *f, int files, int flags) { return __rtdyld_glibc_nftw(path, f, files, flags); }
