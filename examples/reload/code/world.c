// The state: it stays when step.c is replaced.

#include "world.h"

struct world world = {.height = 20};
