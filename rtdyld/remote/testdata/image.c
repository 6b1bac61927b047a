#include <math.h>
int root(int n) { return (int)cbrt(n); }
