#ifdef DEFINED
__thread int mine = 5;
int get(void) { return mine; }
#else
extern __thread int theirs;
int get(void) { return theirs; }
#endif
