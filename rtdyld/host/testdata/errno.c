// Declared as before there were threads: libc's is a thread-local.
extern int errno;
int get(void) { return errno; }
