/* Sets of processors of any size. */
#include "c.h"

void *__sched_cpualloc(size_t n) { return calloc((n + 63) / 64, 8); }
void __sched_cpufree(void *set) { free(set); }
