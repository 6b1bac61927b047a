#include <math.h>

int root(int x) { return lrint(cbrt(x)); }
