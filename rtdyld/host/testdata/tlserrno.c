// errno as a name, as libraries of the C library's own kind have it.
extern __thread int errno;
int get(void) { return errno; }
void set(int v) { errno = v; }
