// Thread-locals of another object.
extern __thread int counter;
extern __thread char zero[24];
extern __thread int nobody __attribute__((weak));
int use(void) { return counter + zero[23]; }
void set(int v) { counter = v; }
__thread int own = 9;
int get_own(void) { return own++; }
#ifdef HIDDEN
extern __thread int shared __attribute__((visibility("hidden")));
int use_shared(void) { return shared; }
#endif
