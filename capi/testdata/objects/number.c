// Many small modules are made of it: -DNUMBER=n, and others in their place: -DBASE=n.
#define NAME2(n) number_##n
#define NAME(n) NAME2(n)
#ifndef BASE
#define BASE NUMBER
#endif
static int base = BASE;
int NAME(NUMBER)(void) { return base; }
