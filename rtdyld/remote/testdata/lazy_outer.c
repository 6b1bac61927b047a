// A function that calls one that is linked when it is called, from its constructor, too.
int one(int);
static int made;
__attribute__((constructor)) static void make(void) { made = one(40); }
int outer(int n) { return made + one(n); }
