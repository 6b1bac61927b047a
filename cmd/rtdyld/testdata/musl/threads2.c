// The other file of threads.c.
_Thread_local int other_file = 100;
_Thread_local const char *other_name = "other";
static _Thread_local int next = 1, afterwards;
int other_next(void) { return next++ + ++afterwards; }
