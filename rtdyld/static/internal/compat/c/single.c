/* What libstdc++ asks before it leaves out locks: a Go program has more threads than one, always. */
char __libc_single_threaded = 0;
