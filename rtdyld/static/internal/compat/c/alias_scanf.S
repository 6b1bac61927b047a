/* scanf of C99, which musl's is, and of C23, whose %i reads binary numbers besides: this one does not. */
#include "alias.h"
ALIAS(__isoc99_scanf, scanf)
ALIAS(__isoc99_fscanf, fscanf)
ALIAS(__isoc99_sscanf, sscanf)
ALIAS(__isoc99_vscanf, vscanf)
ALIAS(__isoc99_vfscanf, vfscanf)
ALIAS(__isoc99_vsscanf, vsscanf)
ALIAS(__isoc23_scanf, scanf)
ALIAS(__isoc23_fscanf, fscanf)
ALIAS(__isoc23_sscanf, sscanf)
ALIAS(__isoc23_vscanf, vscanf)
ALIAS(__isoc23_vfscanf, vfscanf)
ALIAS(__isoc23_vsscanf, vsscanf)
