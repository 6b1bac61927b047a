/* The same for wide characters. */
#include "alias.h"
ALIAS(__isoc99_wscanf, wscanf)
ALIAS(__isoc99_fwscanf, fwscanf)
ALIAS(__isoc99_swscanf, swscanf)
ALIAS(__isoc99_vwscanf, vwscanf)
ALIAS(__isoc99_vfwscanf, vfwscanf)
ALIAS(__isoc99_vswscanf, vswscanf)
ALIAS(__isoc23_wscanf, wscanf)
ALIAS(__isoc23_fwscanf, fwscanf)
ALIAS(__isoc23_swscanf, swscanf)
ALIAS(__isoc23_vwscanf, vwscanf)
ALIAS(__isoc23_vfwscanf, vfwscanf)
ALIAS(__isoc23_vswscanf, vswscanf)
