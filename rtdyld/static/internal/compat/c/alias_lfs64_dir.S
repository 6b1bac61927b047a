/* Names with 64 about directories and temporary files. */
#include "alias.h"
ALIAS(readdir64, readdir)
ALIAS(readdir64_r, readdir_r)
ALIAS(scandir64, scandir)
ALIAS(alphasort64, alphasort)
ALIAS(versionsort64, versionsort)
ALIAS(getdents64, getdents)
ALIAS(mkstemp64, mkstemp)
ALIAS(mkstemps64, mkstemps)
ALIAS(mkostemp64, mkostemp)
ALIAS(mkostemps64, mkostemps)
ALIAS(glob64, glob)
ALIAS(globfree64, globfree)
