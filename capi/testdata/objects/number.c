// Many small modules are made of it: -DNUMBER=n.
#define NAME2(n) number_##n
#define NAME(n) NAME2(n)
static int base = NUMBER;
int NAME(NUMBER)(void) { return base; }
