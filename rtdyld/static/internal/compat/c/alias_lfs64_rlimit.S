/* Names with 64 about limits of resources. */
#include "alias.h"
ALIAS(getrlimit64, getrlimit)
ALIAS(setrlimit64, setrlimit)
ALIAS(prlimit64, prlimit)
