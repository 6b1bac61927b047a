/* Names with 64 of functions about files and their systems, and those with a version that
   glibc's headers called before 2.33; that is the same structure on these processors. */
#include "alias.h"
ALIAS(stat64, stat)
ALIAS(fstat64, fstat)
ALIAS(lstat64, lstat)
ALIAS(fstatat64, fstatat)
ALIAS(statfs64, statfs)
ALIAS(fstatfs64, fstatfs)
ALIAS(statvfs64, statvfs)
ALIAS(fstatvfs64, fstatvfs)
ALIAS(__xstat64, __xstat)
ALIAS(__fxstat64, __fxstat)
ALIAS(__lxstat64, __lxstat)
ALIAS(__fxstatat64, __fxstatat)
