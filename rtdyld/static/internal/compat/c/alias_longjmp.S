/* glibc's fortified longjmp, which looks whether the frame that it goes to is further up. */
#include "alias.h"
ALIAS(__longjmp_chk, longjmp)
