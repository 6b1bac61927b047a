static int done;
__attribute__((constructor)) static void construct(void) { done++; }
int constructed(void) { return done; }
