/* Names with 64 of stdio. */
#include "alias.h"
ALIAS(fopen64, fopen)
ALIAS(freopen64, freopen)
ALIAS(fseeko64, fseeko)
ALIAS(ftello64, ftello)
ALIAS(fgetpos64, fgetpos)
ALIAS(fsetpos64, fsetpos)
ALIAS(tmpfile64, tmpfile)
