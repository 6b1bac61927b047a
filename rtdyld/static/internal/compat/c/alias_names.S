/* Functions that glibc has by a second name. */
#include "alias.h"
ALIAS(__mbrlen, mbrlen)
ALIAS(__sysconf, sysconf)
ALIAS(__sigaction, sigaction)
ALIAS(__rawmemchr, rawmemchr)
ALIAS(__mempcpy, mempcpy)
ALIAS(__strdup, strdup)
ALIAS(__strndup, strndup)
ALIAS(__strtok_r, strtok_r)
ALIAS(__strcasecmp, strcasecmp)
ALIAS(__asprintf, asprintf)
ALIAS(__getpagesize, getpagesize)
ALIAS(__secure_getenv, secure_getenv)
